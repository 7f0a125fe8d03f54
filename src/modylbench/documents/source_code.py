"""Which code does a source file, or an archive of several, hold?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.archive import Archive
from modylbench.documents.decoding import decode_text
from modylbench.documents.markdown import LONGEST_LABEL, LONGEST_TEXT, cut
from modylbench.documents.unreadable import Unreadable
from modylbench.products.code import Code, CodeFile
from modylbench.products.ids import ids_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.findings import Complaints

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
MOST_FILES = 1_000
_DRIVE = re.compile(r"[A-Za-z]:")


def language_of(name: str) -> str | None:
    """The language that a file's name stands for; None where it is no source file."""
    return LANGUAGES.get(name.rpartition(".")[2].lower())


def code_of(
    files: Sequence[tuple[str, bytes]], file_id: str, title: str, complaints: Complaints
) -> Code:
    """Source files as one product, each under its path."""
    if len(files) > MOST_FILES:
        reason = f"found {len(files):,} files, expected at most {MOST_FILES:,}; the rest is dropped"
        complaints.error("too_large", reason)
        files = files[:MOST_FILES]
    ids = ids_for([(None, path) for path, _ in files], "file")
    return Code(
        id=file_id,
        title=title,
        files=tuple(
            CodeFile(
                id=made,
                path=cut(path, LONGEST_LABEL, complaints),
                language=language_of(path) or "",
                content=cut(decode_text(content, complaints), LONGEST_TEXT, complaints, path),
            )
            for made, (path, content) in zip(ids, files, strict=True)
        ),
    )


def entries_of(content: bytes, complaints: Complaints) -> list[tuple[str, bytes]]:
    """The files of an archive; one whose path leads out of it is left out with a complaint."""
    archive = Archive(content)
    result: list[tuple[str, bytes]] = []
    for name in archive.names:
        path = name.replace("\\", "/")
        if path.startswith("/") or ".." in path.split("/") or _DRIVE.match(path):
            reason = "leads out of the archive; left out"
            complaints.error("path_outside", reason, name)
        elif not _is_clutter(path):
            try:
                result.append((path, archive.read(name)))
            except Unreadable as error:
                complaints.error(error.code, error.reason, name)
                if error.code == "unpacks_too_large":
                    break
    return result


def _is_clutter(path: str) -> bool:
    """True for what operating systems and tools leave in archives."""
    parts = path.split("/")
    return "__MACOSX" in parts or "__pycache__" in parts or parts[-1] in {".DS_Store", "Thumbs.db"}
