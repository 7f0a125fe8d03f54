"""How the deal stands at a point of the meeting, slips of the tongue included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.scenarios.library.financial_analyst.lbo import (
    Deal,
    Exit,
    ProjectionYear,
    project,
    sell,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

MILESTONES = (
    "assumptions", "growth_plan", "sources_uses", "sub_corrected", "operating_model",
    "debt_schedule", "sweep_corrected", "returns", "sensitivity", "option_pool",
    "diluted_sensitivity", "tear_sheet", "rate_risk",
)  # fmt: skip


@dataclass(frozen=True)
class DealState:
    """The deal as it has been told so far, and what has been asked for."""

    deal: Deal
    hurdle: float
    reached: frozenset[str]

    @classmethod
    def of(cls, truth: Mapping[str, float], reached: frozenset[str]) -> DealState:
        """The state of a meeting that has reached these milestones."""
        deal = Deal.of(truth)
        if "sub_corrected" not in reached:
            deal = replace(deal, sub_multiple=truth["sub_multiple_first"])
        if "sweep_corrected" not in reached:
            deal = replace(deal, sweep_share=truth["sweep_first"])
        return cls(deal, truth["hurdle"], reached)

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached

    @cached_property
    def years(self) -> tuple[ProjectionYear, ...]:
        """The plan as it stands."""
        return project(self.deal)

    @cached_property
    def sale(self) -> Exit:
        """The exit as it stands."""
        return sell(self.deal, self.years[-1])
