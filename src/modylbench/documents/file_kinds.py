"""What kind of file is this: what its name says, and what its first bytes do?"""

from __future__ import annotations

from typing import Literal

from modylbench.documents.source_code import language_of

Kind = Literal[
    "workbook", "delimited", "word", "markdown", "pdf", "page", "code", "archive", "products",
    "image", "old_office", "unknown",
]  # fmt: skip
BY_ENDING: dict[str, Kind] = {
    "xlsx": "workbook", "xlsm": "workbook", "xltx": "workbook", "csv": "delimited",
    "tsv": "delimited", "tab": "delimited", "docx": "word", "docm": "word", "dotx": "word",
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "txt": "markdown",
    "text": "markdown", "pdf": "pdf", "html": "page", "htm": "page", "xhtml": "page",
    "zip": "archive", "png": "image", "jpg": "image", "jpeg": "image", "gif": "image",
    "webp": "image", "svg": "image", "bmp": "image", "tif": "image", "tiff": "image",
    "xls": "old_office", "doc": "old_office", "ppt": "old_office",
}  # fmt: skip
_STARTS: tuple[tuple[bytes, Kind], ...] = (
    (b"PK\x03\x04", "archive"),
    (b"PK\x05\x06", "archive"),
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_office"),
)
ZIPPED = {"workbook", "word", "archive"}


def kind_by_name(name: str) -> Kind:
    """The kind of file that a name stands for."""
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if ending in BY_ENDING:
        return BY_ENDING[ending]
    return "code" if language_of(name) else "unknown"


def kind_by_content(content: bytes) -> Kind:
    """The kind of file that the first bytes stand for."""
    start = content[:1024].lstrip()
    for mark, kind in _STARTS:
        if content.startswith(mark) or (kind == "pdf" and mark in content[:1024]):
            return kind
    if start[:1] in {b"{", b"["}:
        return "products"
    if start[:15].lower().startswith((b"<!doctype html", b"<html")):
        return "page"
    return "unknown"
