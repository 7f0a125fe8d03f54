"""Writes the catalog that agents fetch: `python -m modylbench.surfaces.catalog.build [FILE]`."""

from __future__ import annotations

import sys
from pathlib import Path

from modylbench.surfaces.catalog.merged import document_text
from modylbench.surfaces.catalog.published import BUILT


def write(path: Path = BUILT) -> Path:
    """Write the catalog there, making the folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(document_text(), encoding="utf-8")
    return path


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]))
