"""The conversion funnel: stage counts, mix and rate effects, and what follows from them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.opportunities import (
    QUARTERS,
    SEGMENTS,
    STAGES,
    Opportunity,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


TOTAL = "Total"
ROWS = (*SEGMENTS, TOTAL)
CELLS = tuple(f"{segment}|{quarter}" for segment in ROWS for quarter in QUARTERS)
"""Every segment, and all together, in both quarters: the keys of all counts and rates."""

StageCounts = dict[str, tuple[int, ...]]
REACHED = tuple(tuple(int(stage < reached) for stage in range(len(STAGES))) for reached in range(5))
"""What an opportunity that reached so many stages adds to the count of each."""
EFFECTS = ("mix effect", "rate effect", "interaction", "total effect")
SegmentEffects = dict[str, dict[str, float]]
MILESTONES = (
    "segment_mix", "tests_out", "crm_funnel", "cohort", "window_corrected", "stage_conversion",
    "funnel_chart", "decomposition", "interaction", "dashboard", "chart_by_segment", "texts",
    "crm_on_dashboard", "archived_left_out", "enterprise_by_source", "bi_reconciliation",
    "q1_pipeline", "benchmark", "bi_open",
)  # fmt: skip
TERMS = {"q2": EFFECTS[:3], "average": EFFECTS[:2]}
"""What adds up to the total effect, by the base at which the effects are taken."""
STEPS = ("created to qualified", "qualified to proposal", "proposal to won")


def created_counts(opportunities: Iterable[Opportunity]) -> dict[str, int]:
    """How many were created."""
    return {cell: count for cell, (count,) in _count(opportunities, lambda _: (1,)).items()}


def cohort_funnel(opportunities: Iterable[Opportunity], window_days: int) -> StageCounts:
    """How many reached each stage within so many days of creation, whatever came of them later."""

    def stages(opportunity: Opportunity) -> tuple[int, ...]:
        return REACHED[opportunity.stages_reached(window_days)]

    return _count(opportunities, stages)


def crm_funnel(opportunities: Iterable[Opportunity]) -> StageCounts:
    """What the CRM's report shows: how many are in it, archived and so not in it, won to date."""

    def items(opportunity: Opportunity) -> tuple[int, ...]:
        return (
            int(not opportunity.archived),
            int(opportunity.archived),
            int(opportunity.status == "won"),
        )

    return _count(opportunities, items)


def rates(counts: StageCounts, *, of: int, over: int) -> dict[str, float]:
    """One column of the counts over another, in every cell."""
    return {cell: row[of] / row[over] for cell, row in counts.items()}


def _count(
    opportunities: Iterable[Opportunity], measure: Callable[[Opportunity], tuple[int, ...]]
) -> StageCounts:
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


def shares(created: Mapping[str, int]) -> dict[str, float]:
    """The share of each segment in what was created in its quarter."""
    return {cell: count / created[f"{TOTAL}|{cell[-2:]}"] for cell, count in created.items()}


def three_way(mix: Mapping[str, float], rate: Mapping[str, float]) -> SegmentEffects:
    """Mix and rate effects both at the first quarter's figures, and what they do together.

    mix = (m3 - m2) r2, rate = m2 (r3 - r2), interaction = (m3 - m2)(r3 - r2): exactly
    m3 r3 - m2 r2 in every segment, so the sum over segments is the change in the overall rate.
    """

    def parts(segment: str) -> tuple[float, float, float]:
        shift, lift = _moves(mix, rate, segment)
        return shift * rate[f"{segment}|Q2"], lift * mix[f"{segment}|Q2"], shift * lift

    return _added_up(parts)


def two_way(mix: Mapping[str, float], rate: Mapping[str, float]) -> SegmentEffects:
    """Mix at the first quarter's rates and rate at the second's mix: nothing is left over."""

    def parts(segment: str) -> tuple[float, float, float]:
        shift, lift = _moves(mix, rate, segment)
        return shift * rate[f"{segment}|Q2"], lift * mix[f"{segment}|Q3"], 0.0

    return _added_up(parts)


def average_way(mix: Mapping[str, float], rate: Mapping[str, float]) -> SegmentEffects:
    """Both at the average of the quarters, mix against the overall rate: nothing is left over.

    A segment that grows then adds to the mix effect only if it wins more often than all together.
    """
    overall = math.fsum(
        mix[f"{segment}|{quarter}"] * rate[f"{segment}|{quarter}"] / len(QUARTERS)
        for segment in SEGMENTS
        for quarter in QUARTERS
    )

    def parts(segment: str) -> tuple[float, float, float]:
        shift, lift = _moves(mix, rate, segment)
        return shift * (_average(rate, segment) - overall), lift * _average(mix, segment), 0.0

    return _added_up(parts)


DECOMPOSITIONS = {"q2": three_way, "average": average_way, "two_way": two_way}


def _average(values: Mapping[str, float], segment: str) -> float:
    return (values[f"{segment}|Q2"] + values[f"{segment}|Q3"]) / 2


def _moves(
    mix: Mapping[str, float], rate: Mapping[str, float], segment: str
) -> tuple[float, float]:
    before, after = f"{segment}|Q2", f"{segment}|Q3"
    return mix[after] - mix[before], rate[after] - rate[before]


def _added_up(parts_of: Callable[[str], tuple[float, float, float]]) -> SegmentEffects:
    effects: SegmentEffects = {}
    for segment in SEGMENTS:
        parts = parts_of(segment)
        effects[segment] = dict(zip(EFFECTS, (*parts, math.fsum(parts)), strict=True))
    effects[TOTAL] = {
        name: math.fsum(effects[segment][name] for segment in SEGMENTS) for name in EFFECTS
    }
    return effects


@dataclass(frozen=True)
class Figures:
    """Counts, rates and effects as they stand; cells are "SMB|Q2" to "Total|Q3"."""

    window_days: int
    created: Mapping[str, int]
    crm: StageCounts
    cohort: StageCounts
    crm_rates: Mapping[str, float]
    win_rates: Mapping[str, float]
    effects: SegmentEffects

    @property
    def mix(self) -> dict[str, float]:
        """Each segment's share of what was created."""
        return shares(self.created)

    @property
    def change(self) -> float:
        """The change in the overall win rate, as the analysis has it."""
        return self.effects["Total"]["total effect"]

    @property
    def has_interaction(self) -> bool:
        """True where the effects leave something that mix and rate do together."""
        return any(effects["interaction"] != 0 for effects in self.effects.values())

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
    crm: StageCounts,
    cohort: StageCounts,
    base: str = "q2",
    over: int = 0,
) -> Figures:
    """All figures that follow from these counts; the win rate is won over the stage `over`.

    `base` is one of DECOMPOSITIONS: how the change is taken apart.
    """
    win_rates = rates(cohort, of=3, over=over)
    return Figures(
        window_days=window_days,
        created=created,
        crm=crm,
        cohort=cohort,
        crm_rates=rates(crm, of=2, over=0),
        win_rates=win_rates,
        effects=DECOMPOSITIONS[base](shares(created), win_rates),
    )


def figures_at(truth: Mapping[str, Any], reached: frozenset[str]) -> Figures:
    """The figures of a meeting that has reached these milestones, slips of the tongue included."""
    counts = truth["counts"]
    corrected = "window_corrected" in reached
    return figures_of(
        round(truth["window_days"] if corrected else truth["window_said"]),
        counts["created" if "tests_out" in reached else "created_with_tests"],
        crm={cell: tuple(row) for cell, row in counts["crm"].items()},
        cohort={
            cell: tuple(row)
            for cell, row in counts["cohort" if corrected else "cohort_first"].items()
        },
        base=truth["effect_base"] if "interaction" in reached else "two_way",
        over=0 if corrected else truth["rate_base_first"],
    )
