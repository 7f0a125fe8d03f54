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
    "assumptions", "growth_plan", "sources_uses", "sub_corrected", "senior_corrected",
    "operating_model", "capex_corrected", "nwc_corrected", "debt_schedule", "sweep_corrected",
    "amortisation_corrected", "returns", "sensitivity", "option_pool", "diluted_sensitivity",
    "more_senior", "cash_flow_sizing", "pipeline_upside", "revenue_reconciled", "comparable",
    "tear_sheet", "rate_risk",
)  # fmt: skip
CORRECTIONS = {
    "sub_corrected": "sub_multiple",
    "senior_corrected": "senior_multiple",
    "capex_corrected": "capex_share",
    "nwc_corrected": "nwc_share",
    "sweep_corrected": "sweep_share",
    "amortisation_corrected": "amortisation_share",
}
"""What may be misspoken, by the milestone that corrects it."""


@dataclass(frozen=True)
class DealState:
    """The deal as told so far, what has been asked for, and the figures beside the model."""

    deal: Deal
    hurdle: float
    reached: frozenset[str]
    extras: Mapping[str, float]

    @classmethod
    def of(cls, truth: Mapping[str, float], reached: frozenset[str]) -> DealState:
        """The state of a meeting that has reached these milestones."""
        deal = Deal.of(truth)
        uncorrected = {
            name: truth[f"{name}_first"]
            for milestone, name in CORRECTIONS.items()
            if milestone not in reached
        }
        return cls(replace(deal, **uncorrected), truth["hurdle"], reached, truth)

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached

    @property
    def equity_floor(self) -> float:
        """The share of equity that the lenders want to see."""
        return self.extras["equity_floor"]

    @cached_property
    def years(self) -> tuple[ProjectionYear, ...]:
        """The plan as it stands."""
        return project(self.deal)

    @cached_property
    def sale(self) -> Exit:
        """The exit as it stands."""
        return sell(self.deal, self.years[-1])
