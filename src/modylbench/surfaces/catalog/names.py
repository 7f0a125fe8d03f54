"""Which catalogs may an agent name, and which one is meant?"""

from __future__ import annotations

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
