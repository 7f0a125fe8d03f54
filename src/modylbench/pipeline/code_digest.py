"""The digest of the package's code, by which scores of other code are told apart."""

from __future__ import annotations

import hashlib
from pathlib import Path

import modylbench

DECIDING = frozenset({".py", ".yaml", ".md", ".json", ".js", ".html", ".csv"})


def code_digest() -> str:
    """Of all files of the package that may decide how a meeting goes and what it is worth."""
    folder = Path(modylbench.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix in DECIDING and path.is_file():
            digest.update(f"{path.relative_to(folder)}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
