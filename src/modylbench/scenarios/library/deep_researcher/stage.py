"""How do things stand at a point of the meeting: what is known, asked for, corrected?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.deep_researcher.field import Screen
from modylbench.scenarios.library.deep_researcher.sources import Source, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.deep_researcher.sources import Key, Standing

MILESTONES = (
    "performance_table", "industrial_table", "timeline", "second_batch", "timeline_updated",
    "briefing", "gate_corrected", "conflicts", "gaps", "summary",
)  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """What is known and wanted; `readiness` is what the timeline has been brought up to."""

    companies: tuple[str, ...]
    standing: Mapping[Key, Standing]
    readiness: Mapping[Key, Standing]
    screen: Screen
    reached: frozenset[str]

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> Stage:
        """The stage of a meeting that has reached these milestones."""
        sources = [Source.of(value) for value in truth["sources"]]
        first = standings(source for source in sources if source.batch == 1)
        whole = standings(sources)
        return cls(
            companies=tuple(truth["companies"]),
            standing=whole if "second_batch" in reached else first,
            readiness=whole if "timeline_updated" in reached else first,
            screen=Screen.of(truth),
            reached=reached,
        )

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached

    @property
    def density_gate(self) -> float:
        """The density asked of a company, as last said."""
        return self.screen.density if self.has("gate_corrected") else self.screen.first_density

    def value(self, company: str, metric: str) -> float | None:
        """The settled figure; None where there is none, or a dispute."""
        standing = self.standing.get((company, metric))
        return None if standing is None else standing.value

    def disputes(self) -> list[tuple[str, str, Standing]]:
        """The disputed figures, by company and metric."""
        return [
            (company, metric, standing)
            for (company, metric), standing in sorted(self.standing.items(), key=lambda kv: kv[0])
            if standing.is_disputed
        ]


def shortlist(stage: Stage, density_gate: float) -> list[str]:
    """The companies that pass the gate on settled figures."""
    return [
        company
        for company in stage.companies
        if (stage.value(company, "cell_density") or 0) >= density_gate
        and (stage.value(company, "cycle_life") or 0) >= stage.screen.cycles
        and (stage.value(company, "sop_year") or 9999) <= stage.screen.sop
    ]


def leader(stage: Stage, metric: str, *, highest: bool) -> str:
    """The company with the highest, or the lowest, settled figure."""
    values = {
        company: value
        for company in stage.companies
        if (value := stage.value(company, metric)) is not None
    }
    best = max(values.values()) if highest else min(values.values())
    return next(company for company, value in values.items() if value == best)
