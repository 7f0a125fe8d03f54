"""Prints the facts of every scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.scenarios.template import Card


def row(card: Card) -> dict[str, str | int]:
    """One scenario's facts."""
    return {
        "scenario_id": card.id,
        "vertical": card.vertical,
        "title": card.title,
        "persona": card.human_persona,
        "turns": card.turns,
        "products": card.products,
        "edge_cases": card.edge_cases,
        "method": card.method,
        "tier": card.quality_tier,
    }


def overview(rows: Sequence[dict[str, str | int]]) -> str:
    """The rows as a table."""
    if not rows:
        return "no scenarios"
    lines = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
