"""How the strategy stands at a point of the meeting, slips of the tongue included."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.language.spoken.numbers import ordinal
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
    "strategy_complete", "stop_rule", "funnel_corrected",
    "average_shown", "promise_checked", "recognition_noted", "insured_shown", "target_shown",
)  # fmt: skip
CORRECTIONS_OF_CASE = frozenset({"rate_corrected", "funnel_corrected"})
PILOT_MONTHS = 6
PROMISE_SLACK = 3
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
    figures: Mapping[str, Mapping[str, float]]
    matrix: ScoringMatrix
    case: Case
    register: Register
    entry: MarketEntry
    stop_share: float
    target_multiple: float
    has_smartphones: bool
    reached: frozenset[str]

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> StrategyState:
        """The state of a meeting that has reached these milestones."""
        pack = truth["pack"]
        figures = {**pack["figures"]}
        if "source_settled" in reached:
            figures["demand"] = pack["returns"]
        matrix = weigh_scores(score_markets(figures), _weights(truth, reached))
        slip = truth["case_slip"]
        is_first_rate = slip == "rate" and "rate_corrected" not in reached
        has_smartphones = slip != "funnel" or "funnel_corrected" in reached
        register = Register(pack["likelihood"], pack["impact"])
        market = matrix.order[0]
        economics = data.economics(pack, market)
        if not has_smartphones:
            economics = replace(economics, smartphones=1.0)
        return cls(
            pack=pack,
            figures=figures,
            matrix=matrix,
            case=value_case(
                economics, truth["discount_rate_first" if is_first_rate else "discount_rate"]
            ),
            register=register.with_raised_risk() if "risk_raised" in reached else register,
            entry=entry_of(pack, market, truth["onboarding_months"]),
            stop_share=truth["stop_share"],
            target_multiple=truth["target_multiple"],
            has_smartphones=has_smartphones,
            reached=reached,
        )

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached

    def with_demand_of_disputed(self, figure: float) -> ScoringMatrix:
        """The matrix as it would be with this demand in the market in dispute."""
        demand = {**self.figures["demand"], self.pack["disputed"]: figure}
        return weigh_scores(score_markets({**self.figures, "demand": demand}), self.matrix.weights)

    @property
    def is_worth_it(self) -> bool:
        """Whether the case earns its discount rate."""
        return self.case.npv > 0

    @property
    def npv_at_approval(self) -> float:
        """The NPV discounted once more, over the months from board approval to opening day.

        The set-up spend as well: by treasury's convention it falls on opening day.
        """
        months = self.entry.phases["Set-up and licensing"][1]
        return float(self.case.npv / (1 + self.case.rate) ** (months / 12))

    @property
    def npv_share(self) -> float:
        """What of the NPV is ours, by our stake."""
        return self.entry.stake * self.case.npv

    @property
    def setup_share(self) -> float:
        """What of the set-up spend is ours to fund, by our stake."""
        return self.entry.stake * self.case.economics.setup

    @property
    def npv_places_in_words(self) -> str:
        """Where the NPV comes among the six columns of the launch file; of a gain, our share too.

        Of a loss a larger stake has more, which says nothing of the market.
        """
        market, rate = self.entry.market, self.case.rate
        whole, ours = (
            data.place_by_npv(self.pack, market, rate, ours=own) for own in (False, True)
        )
        text = f"this NPV comes {ordinal(whole)} of the six markets"
        if not self.is_worth_it:
            none_earns = all(data.npv_of(self.pack, name, rate) < 0 for name in weighting.NAMES)
            return text + (", none of which earns the rate" if none_earns else "")
        return text + (
            ", and so does our share of it"
            if whole == ours
            else f", and our share of it {ordinal(ours)}"
        )

    @property
    def share_of_paid_visits(self) -> float:
        """Year three's visits over all that the market's regulator counts today."""
        economics = self.case.economics
        counted = economics.population * self.pack["returns"][economics.market] / 1000
        return float(economics.som / economics.price / counted)

    @property
    def share_in_launch_area(self) -> float:
        """The same over those of the launch area, if today's visits are spread evenly."""
        return self.share_of_paid_visits / self.case.economics.cities

    @property
    def pilot_visits(self) -> float:
        """The paid visits that are planned for the pilot: its part of year 1, in thousands."""
        economics = self.case.economics
        return 1000 * economics.revenue[0] / economics.price * PILOT_MONTHS / 12

    @property
    def insured_share(self) -> float:
        """The part of the population that has cover."""
        economics = self.case.economics
        insured: float = self.pack["economics"]["insured"][economics.market]
        return insured / economics.population

    @property
    def board_target(self) -> float:
        """The year-3 revenue that a board member wishes for."""
        return round(self.case.economics.som * self.target_multiple, 1)

    @property
    def promised_month(self) -> int:
        """A month for paying patients that the plan can keep."""
        return self.entry.phases["Pilot"][0] + PROMISE_SLACK


def _weights(truth: Mapping[str, Any], reached: frozenset[str]) -> dict[str, float]:
    if "weights_changed" in reached:
        return weighting.final_weights(truth)
    if "weights_corrected" in reached:
        return weighting.corrected_weights(truth)
    return weighting.misspoken_weights(truth, truth["weight_slip"])
