"""Addresses of services: which can be asked, and which are on this machine."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from modylbench.foundation.errors import UserMistake, short_repr

EXAMPLE = "http://127.0.0.1:8000/v1"


def refuse_bad_address(address: str) -> None:
    """Raise UserMistake unless it is a plain place to ask; what may be a secret is not quoted."""
    try:
        parts = urlsplit(address)
        is_usable = bool(parts.hostname) and parts.scheme in ("http", "https")
        is_usable = is_usable and (parts.port is None or parts.port > 0) and is_plain(address)
    except ValueError:
        is_usable = False
    if not is_usable:
        found = "" if set("@?#") & set(address) else f"found {short_repr(address)}, "
        message = f"the base URL is no address: {found}expected one such as {EXAMPLE}"
        raise UserMistake(message)
    if parts.username or parts.password or parts.query or parts.fragment:
        message = "the base URL holds more than a place: give keys as keys, no query"
        raise UserMistake(message)


def is_loopback(address: str) -> bool:
    """Whether it is on this machine, where no proxy reaches."""
    name = urlsplit(address).hostname or ""
    try:
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def is_plain(text: str) -> bool:
    """Whether it can stand in a header: printable, no space, no accent."""
    return all("!" <= character <= "~" for character in text)


def usable_key(key: str, variable: str) -> str:
    """The key without white space around it; raises UserMistake for one that no header can hold."""
    key = key.strip()
    if not is_plain(key):
        message = f"{variable} holds characters that no key has: copy it again"
        raise UserMistake(message)
    return key
