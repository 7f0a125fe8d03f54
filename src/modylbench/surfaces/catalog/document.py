"""The catalog that agents fetch, and the ids of the catalogs that it contains.

`python -m modylbench.surfaces.catalog.document [FILE]` builds it beforehand.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CATALOG_ID = "urn:modylbench:a2ui:catalog:1"
"""Ours: the basic components and functions, and those that show work products."""

_OFFICIAL = "https://a2ui.org/specification"

KNOWN_CATALOG_IDS = frozenset(
    {
        CATALOG_ID,
        f"{_OFFICIAL}/v0_9/catalogs/basic/catalog.json",
        f"{_OFFICIAL}/v0_9_1/catalogs/basic/catalog.json",
        f"{_OFFICIAL}/v0_9/catalogs/minimal/catalog.json",
        f"{_OFFICIAL}/v0_9_1/catalogs/minimal/catalog.json",
        f"{_OFFICIAL}/v0_9/basic_catalog.json",  # as the first drafts of v0.9 had it
        f"{_OFFICIAL}/v0_9/standard_catalog.json",
        f"{_OFFICIAL}/v0_8/standard_catalog_definition.json",
    }
)
"""Catalogs that ours contains: a surface that names one of them is shown with ours."""


# By the place of this file: importlib.resources would take a fifth of the command's time.
SOURCE = Path(__file__).with_name("work_products.json")
BUILT = Path(__file__).parents[1] / "page" / "catalog.json"


def catalog_text() -> str:
    """The catalog as JSON: the built file, or made anew where that is missing or out of date."""
    if BUILT.is_file():
        text = BUILT.read_text(encoding="utf-8")
        if _is_current(text):
            return text
    return _fresh_text()


def write(path: Path = BUILT) -> Path:
    """Write the catalog there, making the folder where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_fresh_text(), encoding="utf-8")
    return path


def _fresh_text() -> str:
    from modylbench.surfaces.catalog.schema import document_text  # takes most of a second

    return document_text()


def _is_current(text: str) -> bool:
    try:
        built = json.loads(text)
    except ValueError:
        return False
    source = json.loads(SOURCE.read_text(encoding="utf-8"))
    return built["catalogId"] == source["catalogId"] and all(
        built[part].get(name) == definition
        for part in ("components", "functions", "$defs")
        for name, definition in source[part].items()
    )


if __name__ == "__main__":
    write(*map(Path, sys.argv[1:2]))
