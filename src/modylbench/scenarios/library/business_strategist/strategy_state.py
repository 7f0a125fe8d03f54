"""How the strategy stands at a point of the meeting, slips of the tongue included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_strategist import data_pack as data
from modylbench.scenarios.library.business_strategist import scoring as weighting
from modylbench.scenarios.library.business_strategist.risk_register import Register
from modylbench.scenarios.library.business_strategist.scoring import (
    ScoringMatrix,
    score_markets,
    weigh_scores,
)
from modylbench.scenarios.library.business_strategist.valuation import YEARS, Case, value_case

if TYPE_CHECKING:
    from collections.abc import Mapping

MILESTONES = (
    "scores", "weights", "weights_corrected", "source_settled", "weights_changed",
    "business_case", "rate_corrected", "strategy_draft", "risk_register", "risk_raised",
    "strategy_complete", "stop_rule",
)  # fmt: skip
PILOT_MONTHS = 6
MINORITY_BELOW = 0.5


@dataclass(frozen=True)
class MarketEntry:
    """How a market would be entered: who owns what, with whom, and when."""

    market: str
    stake: float
    partner: str
    rejected: tuple[tuple[str, str], ...]
    lead_months: int
    onboarding_months: int

    @property
    def mode(self) -> str:
        """What the ownership cap leaves us."""
        if self.stake >= 1:
            return "wholly owned subsidiary"
        kind = "minority" if self.stake < MINORITY_BELOW else "majority"
        return f"{kind} joint venture"

    @property
    def phases(self) -> dict[str, tuple[int, int]]:
        """First and last month of every phase, counted from board approval."""
        ready = self.lead_months + self.onboarding_months
        piloted = ready + PILOT_MONTHS
        return {
            "Set-up and licensing": (1, ready),
            "Pilot": (ready + 1, piloted),
            "Scale-up": (piloted + 1, ready + 12 * YEARS),
        }


def entry_of(pack: Mapping[str, Any], market: str, onboarding_months: float) -> MarketEntry:
    """The entry that the regulatory brief and the partner screen leave for this market."""
    failing = tuple(
        (name, data.TESTS[tests.index(data.FAILED)])
        for name, *tests in pack["partners"][market]
        if data.FAILED in tests
    )
    return MarketEntry(
        market=market,
        stake=pack["caps"][market],
        partner=data.partner(pack, market),
        rejected=failing,
        lead_months=int(pack["figures"]["regulatory"][market]),
        onboarding_months=int(onboarding_months),
    )


@dataclass(frozen=True)
class StrategyState:
    """The analysis as it stands, and what has been asked for."""

    pack: Mapping[str, Any]
    matrix: ScoringMatrix
    case: Case
    register: Register
    entry: MarketEntry
    stop_share: float
    reached: frozenset[str]

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> StrategyState:
        """The state of a meeting that has reached these milestones."""
        pack = truth["pack"]
        figures = {**pack["figures"]}
        if "source_settled" in reached:
            figures["demand"] = pack["returns"]
        matrix = weigh_scores(score_markets(figures), _weights(truth, reached))
        rate = truth["discount_rate" if "rate_corrected" in reached else "discount_rate_first"]
        register = Register(pack["likelihood"], pack["impact"])
        market = matrix.order[0]
        return cls(
            pack=pack,
            matrix=matrix,
            case=value_case(data.economics(pack, market), rate),
            register=register.with_raised_risk() if "risk_raised" in reached else register,
            entry=entry_of(pack, market, truth["onboarding_months"]),
            stop_share=truth["stop_share"],
            reached=reached,
        )

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached


def _weights(truth: Mapping[str, Any], reached: frozenset[str]) -> dict[str, float]:
    if "weights_changed" in reached:
        return weighting.final_weights(truth)
    if "weights_corrected" in reached:
        return weighting.corrected_weights(truth)
    return weighting.misspoken_weights(truth)
