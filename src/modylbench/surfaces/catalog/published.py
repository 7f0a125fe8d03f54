"""Where is the catalog that agents fetch? Built beforehand, as making it takes most of a second."""

from __future__ import annotations

import json
from pathlib import Path

# By the place of this file: importlib.resources would take a fifth of the command's time.
SOURCE = Path(__file__).with_name("work_products.json")
BUILT = Path(__file__).parents[1] / "page" / "catalog.json"


def catalog_text() -> str:
    """The catalog as JSON: the built file, or made anew where that is missing or out of date."""
    if BUILT.is_file():
        text = BUILT.read_text(encoding="utf-8")
        if _is_current(text):
            return text
    from modylbench.surfaces.catalog.merged import document_text

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
