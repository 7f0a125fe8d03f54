"""Scripts, styles and data inside a page, which neither end it nor run by accident."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterable

JSON_TYPE = "application/json"
PACKED_TYPE = "application/gzip;base64"
"""No type of a script, so that no browser runs it, whatever is in it."""
LOCAL_MEDIA = "'self' file: data: blob:"
"""What is beside the page. On disk a browser may match that by `file:` and not by 'self' (Chromium
takes either), from a server by 'self'. Neither is a remote source."""
_IN_JSON = {
    "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029",
}  # fmt: skip
_UNSAFE = re.compile("[<>&\u2028\u2029]")
_NAME = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class DataBlock:
    """Data in a script tag that is never run: its id, its type, and what stands in it."""

    name: str
    type: str
    content: Markup

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            message = f"found the name {self.name!r}, expected small letters, digits and dashes"
            raise ValueError(message)


def json_block(name: str, value: Any) -> DataBlock:
    """A value as JSON: `JSON.parse(document.getElementById(name).textContent)`."""
    return DataBlock(name, JSON_TYPE, Markup(json_text(value)))  # noqa: S704  # escaped below


def packed_block(name: str, value: Any) -> DataBlock:
    """A value as JSON, gzipped, in base64; the same value gives the same bytes."""
    packed = gzip.compress(_json(value).encode(), compresslevel=6, mtime=0)
    return DataBlock(name, PACKED_TYPE, Markup(base64.b64encode(packed).decode()))  # noqa: S704


def json_text(value: Any) -> str:
    r"""JSON that can stand in a page: no character in it means anything to HTML.

    >>> print(json_text("</script>"))
    "\u003c/script\u003e"
    """
    return _UNSAFE.sub(lambda match: _IN_JSON[match[0]], _json(value))


def script_text(source: str) -> Markup:
    """A script of ours, so that nothing in it ends the tag or opens a comment there.

    Both can only stand in strings and patterns, where what replaces them means the same.
    """
    safe = re.sub(r"</(script)", r"<\\/\1", _lines(source), flags=re.IGNORECASE)
    return Markup(safe.replace("<!--", "\\x3C!--"))  # noqa: S704


def style_text(source: str) -> Markup:
    """A style sheet of ours, likewise."""
    safe = re.sub(r"</(style)", r"<\\/\1", _lines(source), flags=re.IGNORECASE)
    return Markup(safe)  # noqa: S704


def policy(
    scripts: Iterable[str] = (),
    styles: Iterable[str] = (),
    *,
    forms: str = "'none'",
    has_font: bool = False,
    asks_server: bool = False,
) -> str:
    """The content security policy of a page with exactly these scripts and styles in it."""
    rules = {
        "default-src": "'none'",
        "script-src": _hashes(scripts),
        "style-src": _hashes(styles),
        "img-src": LOCAL_MEDIA,
        "media-src": LOCAL_MEDIA,
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": forms,
    }
    if has_font:
        rules["font-src"] = "data:"
    if asks_server:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def source_hash(content: str) -> str:
    """How a policy names one script or style: by the SHA-256 of all between its tags."""
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _json(value: Any) -> str:
    """As it is sent: half a character, which some texts from outside hold, becomes a `?`."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return written.encode("utf-8", "replace").decode()


def _hashes(contents: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(map(source_hash, contents))) or "'none'"


def _lines(source: str) -> str:
    """With the line ends that a browser reads, or the hash would be of something else."""
    return source.replace("\r\n", "\n").replace("\r", "\n")
