"""The kind of a file, its title and its id, by its name and its first bytes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from modylbench.documents.unreadable import Unreadable
from modylbench.products.ids import id_from

if TYPE_CHECKING:
    from modylbench.documents.archive import Archive
    from modylbench.products.findings import Complaints

FileKind = Literal[
    "workbook", "delimited", "word", "markdown", "pdf", "html", "code", "archive", "json",
    "image", "old_office", "unknown",
]  # fmt: skip
BY_ENDING: dict[str, FileKind] = {
    "xlsx": "workbook", "xlsm": "workbook", "xltx": "workbook", "csv": "delimited",
    "tsv": "delimited", "tab": "delimited", "docx": "word", "docm": "word", "dotx": "word",
    "md": "markdown", "markdown": "markdown", "mdx": "markdown", "txt": "markdown",
    "text": "markdown", "pdf": "pdf", "html": "html", "htm": "html", "xhtml": "html",
    "zip": "archive", "png": "image", "jpg": "image", "jpeg": "image", "gif": "image",
    "webp": "image", "svg": "image", "bmp": "image", "tif": "image", "tiff": "image",
    "xls": "old_office", "doc": "old_office", "ppt": "old_office",
}  # fmt: skip
LANGUAGES = {
    "py": "python", "ipynb": "jupyter", "r": "r", "jl": "julia", "m": "matlab", "sql": "sql",
    "js": "javascript", "mjs": "javascript", "jsx": "javascript", "ts": "typescript",
    "tsx": "typescript", "java": "java", "kt": "kotlin", "scala": "scala", "c": "c", "h": "c",
    "cpp": "cpp", "cc": "cpp", "hpp": "cpp", "cs": "csharp", "go": "go", "rs": "rust",
    "rb": "ruby", "php": "php", "swift": "swift", "sh": "shell", "bash": "shell",
    "ps1": "powershell", "lua": "lua", "pl": "perl", "css": "css", "scss": "scss",
    "yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini", "xml": "xml", "tex": "latex",
    "mod": "ampl", "lp": "lp", "gms": "gams", "do": "stata", "sas": "sas", "vba": "vba",
    "bas": "vba", "dockerfile": "docker", "jsonl": "json", "json": "json", "diff": "diff",
    "patch": "diff", "tf": "terraform",
}  # fmt: skip
_STARTS: tuple[tuple[bytes, FileKind], ...] = (
    (b"PK\x03\x04", "archive"),
    (b"PK\x05\x06", "archive"),
    (b"%PDF-", "pdf"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF8", "image"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_office"),
)
ZIPPED = {"workbook", "word", "archive"}
HANDED_IN = "XLSX, CSV, DOCX, Markdown, PDF, HTML, source code or a ZIP of them"
_PARTS_OF_PACKAGES = ("mimetype", "[Content_Types].xml", "Index/Document.iwa")
"""By which archives of OpenDocument and EPUB, of Office and of iWork are known."""


def kind_of(name: str, content: bytes, complaints: Complaints) -> FileKind:
    """The kind of a file, with a complaint where its name and its content disagree."""
    named, begun = kind_by_name(name), kind_by_content(content)
    if named in ZIPPED and begun != "archive":
        raise Unreadable("not_a_zip", f"is named .{_ending(name)}, but its content is no such file")
    if named == "pdf" and begun != "pdf":
        raise Unreadable("not_a_pdf", "is named .pdf, but its content is no PDF")
    if named == "unknown" and begun == "archive" and is_package(content):
        return "unknown"
    if named in {"unknown", "delimited", "markdown", "html", "code"} and begun in {
        "archive", "pdf", "image", "old_office",
    }:  # fmt: skip
        complaints.warning("misnamed", f"is not what its name says, but: {begun}", name)
        return _archive_kind(content) if begun == "archive" else begun
    if named == "archive":
        return _archive_kind(content)
    if name.lower().endswith(".json"):
        return "json"
    return begun if named == "unknown" else named


def kind_by_name(name: str) -> FileKind:
    """The kind of file that a name stands for."""
    ending = _ending(name)
    if ending in BY_ENDING:
        return BY_ENDING[ending]
    return "code" if language_of(name) else "unknown"


def kind_by_content(content: bytes) -> FileKind:
    """The kind of file that the first bytes stand for."""
    start = content[:1024].lstrip()
    for mark, kind in _STARTS:
        if content.startswith(mark) or (kind == "pdf" and mark in content[:1024]):
            return kind
    if start[:1] in {b"{", b"["}:
        return "json"
    if start[:15].lower().startswith((b"<!doctype html", b"<html")):
        return "html"
    return "unknown"


def language_of(name: str) -> str | None:
    """The language that a file's name stands for; None where it is no source file."""
    return LANGUAGES.get(name.rpartition(".")[2].lower())


def is_package(content: bytes) -> bool:
    """Whether an archive is the file of a program that is not read here, such as ODS or PPTX."""
    from modylbench.documents.archive import Archive

    archive = Archive(content)
    is_marked = any(part in archive for part in _PARTS_OF_PACKAGES)
    return is_marked and _kind_in(archive) == "archive"


def not_read(name: str) -> str:
    """Why a file of an unknown kind is not read, and what would be.

    >>> not_read("model.ods").partition(";")[0]
    'a kind of file that is not read: ODS'
    """
    ending = _ending(name)
    which = f": {ending.upper()}" if re.fullmatch(r"[a-z0-9]{1,12}", ending) else ""
    return f"a kind of file that is not read{which}; hand in {HANDED_IN}"


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""


def _archive_kind(content: bytes) -> FileKind:
    """What an archive is: an Office file, or files in an archive."""
    from modylbench.documents.archive import Archive

    return _kind_in(Archive(content))


def _kind_in(archive: Archive) -> FileKind:
    if "xl/workbook.xml" in archive:
        return "workbook"
    return "word" if "word/document.xml" in archive else "archive"


def file_id_of(name: str) -> str:
    """The product id that a file's name stands for.

    >>> file_id_of("out/LBO model (v2).xlsx")
    'lbo_model_v2'
    """
    return id_from(title_of(name), "file")


def title_of(name: str) -> str:
    """A file's name as a title.

    >>> title_of("out/lbo_model.xlsx")
    'lbo model'
    """
    last = re.split(r"[\\/]", name)[-1]
    stem = last.rpartition(".")[0] or last
    return " ".join(stem.replace("_", " ").split())[:200]
