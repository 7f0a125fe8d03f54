"""How the research stands at a point of the meeting: known, asked for, corrected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.companies import ASSESSED
from modylbench.scenarios.library.deep_researcher.field import ShortlistScreen
from modylbench.scenarios.library.deep_researcher.sources import (
    ResearchSource,
    levels,
    standing_claims,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.deep_researcher.sources import FigureKey, FigureStanding

WORK = (
    "performance_table", "industrial_table", "timeline", "second_batch", "timeline_updated",
    "briefing", "gate_corrected", "conflicts", "gaps", "summary",
)  # fmt: skip
SIDE_REQUESTS = (
    "board_question", "slide_range", "restatement_history", "headline_sheet", "roadmap_column",
)  # fmt: skip
"""What only the look-alikes of edge cases ask for."""
SIDE_PARTS = ("asked", "cycle_disputed", "restated", "funded")
MISPRINTED = {"units_swapped": "swapped_units_source", "swapped_date": "swapped_date_source"}
"""Defects that a reader who opens the source comes upon, and where the truth names it."""
MILESTONES = (*WORK, *SIDE_REQUESTS)


@dataclass(frozen=True)
class ResearchState:
    """What is known and wanted; `readiness` is what the timeline has been brought up to."""

    companies: tuple[str, ...]
    standing: Mapping[FigureKey, FigureStanding]
    readiness: Mapping[FigureKey, FigureStanding]
    before_and_after: tuple[Mapping[FigureKey, FigureStanding], Mapping[FigureKey, FigureStanding]]
    """What stood after the first batch of sources, and what stands after both."""
    screen: ShortlistScreen
    first_screen: ShortlistScreen
    reached: frozenset[str]
    parts: Mapping[str, str]
    """The companies that side requests are about."""
    misprints: Mapping[str, str]
    """What the files print wrongly, by defect: the source that has it."""

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> ResearchState:
        """The state of a meeting that has reached these milestones."""
        sources = [ResearchSource.of(value) for value in truth["sources"]]
        first = standing_claims(source for source in sources if source.batch == 1)
        whole = standing_claims(sources)
        return cls(
            companies=tuple(truth["companies"]),
            standing=whole if "second_batch" in reached else first,
            readiness=whole if "timeline_updated" in reached else first,
            before_and_after=(first, whole),
            screen=ShortlistScreen.of(truth),
            first_screen=ShortlistScreen.as_first_said(truth),
            reached=reached,
            parts={part: truth[part] for part in SIDE_PARTS},
            misprints={
                defect: truth[name]
                for defect, name in MISPRINTED.items()
                if defect in truth.get("defects", ())
            },
        )

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached

    @property
    def gate(self) -> ShortlistScreen:
        """The gate as last said."""
        return self.screen if self.has("gate_corrected") else self.first_screen

    def value(self, company: str, metric: str) -> float | None:
        """The settled figure; None where there is none, or a dispute."""
        standing = self.standing.get((company, metric))
        return None if standing is None else standing.value

    def disputes(self) -> list[tuple[str, str, FigureStanding]]:
        """The disputed figures, by company and metric."""
        return [
            (company, metric, standing)
            for (company, metric), standing in sorted(self.standing.items(), key=lambda kv: kv[0])
            if standing.is_disputed
        ]


def newest_level(state: ResearchState, company: str) -> tuple[int, int]:
    """The year and the level of the newest assessment; (0, 0) where there is none."""
    assessed = list(levels(company, state.standing, ASSESSED))
    return assessed[-1] if assessed else (0, 0)


def shortlist(state: ResearchState, gate: ShortlistScreen) -> list[str]:
    """The companies that pass the gate on settled figures."""
    return [
        company
        for company in state.companies
        if (state.value(company, "cell_density") or 0) >= gate.density
        and (state.value(company, "cycle_life") or 0) >= gate.cycles
        and (state.value(company, "sop_year") or 9999) <= gate.sop
        and newest_level(state, company)[1] >= gate.readiness
    ]


def leader(state: ResearchState, metric: str, *, highest: bool) -> str:
    """The company with the highest, or the lowest, settled figure."""
    values = {
        company: value
        for company in state.companies
        if (value := state.value(company, metric)) is not None
    }
    best = max(values.values()) if highest else min(values.values())
    return next(company for company, value in values.items() if value == best)
