"""What the briefing concludes, with the figures that belong to each company."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def conclusion_terms(truth: Mapping[str, Any]) -> dict[str, Any]:
    """The names and figures by which `products.yaml` declares what the briefing has to conclude."""
    companies = truth["companies"]
    cells, packs = truth["cell_density_table"], truth["pack_density_table"]
    return {
        "planless": [name for name in companies if not _rows(truth["target_table"], name)],
        "sop_figures": {name: _rows(truth["sop_year_table"], name) for name in companies},
        "density_figures": {name: _rows(cells, name) + _rows(packs, name) for name in companies},
        "level_figures": {"cell": list(cells.values()), "pack": list(packs.values())},
        "cycle_owners": {
            "Brenner": [truth["cycles_measured"]],
            "company": [truth["cycles_claimed"]],
        },
        "cycle_companies": {
            truth["cycle_disputed"]: [truth["cycles_low"], truth["cycles_high"]],
        },
    }


def _rows(table: Mapping[str, float], name: str) -> list[float]:
    """The values of a table that are a company's."""
    return [value for key, value in table.items() if key.partition("|")[0] == name]
