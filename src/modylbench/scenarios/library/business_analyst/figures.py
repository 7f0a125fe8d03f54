"""Which figures go into the products, all from one set of counts?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.decomposition import (
    Effects,
    shares,
    three_way,
    two_way,
)
from modylbench.scenarios.library.business_analyst.funnels import Counts, rates

if TYPE_CHECKING:
    from collections.abc import Mapping

MILESTONES = (
    "segment_mix", "tests_out", "crm_funnel", "cohort", "window_corrected", "stage_conversion",
    "funnel_chart", "decomposition", "interaction", "dashboard", "chart_by_segment", "texts",
    "crm_on_dashboard",
)  # fmt: skip
STEPS = ("created to qualified", "qualified to proposal", "proposal to won")


@dataclass(frozen=True)
class Figures:
    """Counts, rates and effects as they stand; cells are "SMB|Q2" to "Total|Q3"."""

    window_days: int
    created: Mapping[str, int]
    crm: Counts
    cohort: Counts
    crm_rates: Mapping[str, float]
    win_rates: Mapping[str, float]
    effects: Effects

    @property
    def mix(self) -> dict[str, float]:
        """Each segment's share of what was created."""
        return shares(self.created)

    @property
    def change(self) -> float:
        """The change in the overall win rate, as the analysis has it."""
        return self.effects["Total"]["total effect"]

    def step_rates(self) -> dict[str, tuple[float, ...]]:
        """The conversion from each stage to the next, in every cell."""
        return {
            cell: tuple(row[step + 1] / row[step] for step in range(len(STEPS)))
            for cell, row in self.cohort.items()
        }

    def reach(self) -> dict[str, tuple[float, ...]]:
        """The share of those created that reached each later stage, in every cell."""
        return {cell: tuple(n / row[0] for n in row[1:]) for cell, row in self.cohort.items()}


def figures_of(
    window_days: int,
    created: Mapping[str, int],
    *,
    crm: Counts,
    cohort: Counts,
    with_interaction: bool = True,
) -> Figures:
    """All figures that follow from these counts."""
    win_rates = rates(cohort, of=3, over=0)
    decomposed = three_way if with_interaction else two_way
    return Figures(
        window_days=window_days,
        created=created,
        crm=crm,
        cohort=cohort,
        crm_rates=rates(crm, of=2, over=0),
        win_rates=win_rates,
        effects=decomposed(shares(created), win_rates),
    )


def figures_at(truth: Mapping[str, Any], reached: frozenset[str]) -> Figures:
    """The figures of a meeting that has reached these milestones, slips of the tongue included."""
    counts = truth["counts"]
    corrected = "window_corrected" in reached
    return figures_of(
        round(truth["window_days"] if corrected else truth["window_first"]),
        counts["created" if "tests_out" in reached else "created_with_tests"],
        crm={cell: tuple(row) for cell, row in counts["crm"].items()},
        cohort={
            cell: tuple(row)
            for cell, row in counts["cohort" if corrected else "cohort_first"].items()
        },
        with_interaction="interaction" in reached,
    )
