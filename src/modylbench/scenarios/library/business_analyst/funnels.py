"""How many opportunities reach each stage, counted as the CRM does and as one should?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from modylbench.scenarios.library.business_analyst.opportunities import (
    QUARTERS,
    SEGMENTS,
    STAGES,
    Opportunity,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

TOTAL = "Total"
ROWS = (*SEGMENTS, TOTAL)
CELLS = tuple(f"{segment}|{quarter}" for segment in ROWS for quarter in QUARTERS)
"""Every segment, and all together, in both quarters: the keys of all counts and rates."""

Counts = dict[str, tuple[int, ...]]
REACHED = tuple(tuple(int(stage < reached) for stage in range(len(STAGES))) for reached in range(5))
"""What an opportunity that reached so many stages adds to the count of each."""


def created_counts(opportunities: Iterable[Opportunity]) -> dict[str, int]:
    """How many were created."""
    return {cell: count for cell, (count,) in _counted(opportunities, lambda _: (1,)).items()}


def cohort_funnel(opportunities: Iterable[Opportunity], window_days: int) -> Counts:
    """How many reached each stage within so many days of creation, whatever came of them later."""

    def stages(one: Opportunity) -> tuple[int, ...]:
        return REACHED[one.reached(window_days)]

    return _counted(opportunities, stages)


def crm_funnel(opportunities: Iterable[Opportunity]) -> Counts:
    """What the CRM's report shows: how many are in it, archived and so not in it, won to date."""

    def items(one: Opportunity) -> tuple[int, ...]:
        return int(not one.archived), int(one.archived), int(one.status == "won")

    return _counted(opportunities, items)


def rates(counts: Counts, *, of: int, over: int) -> dict[str, float]:
    """One column of the counts over another, in every cell."""
    return {cell: row[of] / row[over] for cell, row in counts.items()}


def _counted(
    opportunities: Iterable[Opportunity], measure: Callable[[Opportunity], tuple[int, ...]]
) -> Counts:
    alike = Counter(
        (opportunity.segment, opportunity.quarter, measure(opportunity))
        for opportunity in opportunities
    )
    counts: dict[str, list[int]] = {}
    for (segment, quarter, figures), number in alike.items():
        for cell in (f"{segment}|{quarter}", f"{TOTAL}|{quarter}"):
            row = counts.setdefault(cell, [0] * len(figures))
            for column, figure in enumerate(figures):
                row[column] += number * figure
    return {cell: tuple(counts[cell]) for cell in CELLS}
