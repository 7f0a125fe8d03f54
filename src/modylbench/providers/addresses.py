"""Addresses of services and pages: which can be asked, which are on this machine, which answer."""

from __future__ import annotations

import ipaddress
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable


EXAMPLE = "http://127.0.0.1:8000/v1"
TIMEOUT_S = 10.0
AT_ONCE = 8
ALLOWED = ("http://", "https://")
REFUSED_BUT_THERE = frozenset({401, 403, 405, 429})  # a page that exists and will not show itself


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


def unreachable_addresses(urls: Iterable[str], timeout_s: float = TIMEOUT_S) -> dict[str, str]:
    """The addresses that do not answer, and why; nothing is downloaded but headers."""
    different = list(dict.fromkeys(urls))
    with ThreadPoolExecutor(AT_ONCE) as pool:
        problems = pool.map(lambda url: _problem(url, timeout_s), different)
        return {url: why for url, why in zip(different, problems, strict=True) if why}


def _problem(url: str, timeout_s: float) -> str:
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    if not url.startswith(ALLOWED):
        return "expected an http or https address"
    try:
        request = Request(url, method="HEAD")  # noqa: S310 - checked above
        with urlopen(request, timeout=timeout_s):  # noqa: S310 - checked above
            return ""
    except HTTPError as error:
        return "" if error.code in REFUSED_BUT_THERE else f"answers {error.code}"
    except (OSError, ValueError) as error:
        return f"does not answer ({error})"


@dataclass(frozen=True, slots=True)
class LiveKitAddress:
    """A server that is there; key and secret are never recorded or printed."""

    url: str
    api_key: str = field(repr=False)
    api_secret: str = field(repr=False)
