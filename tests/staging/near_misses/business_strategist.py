"""Near misses of the market entry, and the checks that see each.

Every near miss is a whole analysis of the same pack, wrong in one way and otherwise as careful as
the right one: its strategy follows from its own matrix, case and register.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from tests.staging.near_misses.near_miss import NearMiss, Products, milestones_of
from typing_extensions import override

from modylbench.products.pointer import replace_at
from modylbench.scenarios.library.business_strategist import data_pack as data
from modylbench.scenarios.library.business_strategist import scoring as weighting
from modylbench.scenarios.library.business_strategist.entry_strategy import entry_strategy
from modylbench.scenarios.library.business_strategist.risk_register import Register
from modylbench.scenarios.library.business_strategist.scoring import (
    CRITERIA,
    NAMES,
    ScoringMatrix,
    score_markets,
    weigh_scores,
)
from modylbench.scenarios.library.business_strategist.strategy_state import (
    MarketEntry,
    StrategyState,
    entry_of,
)
from modylbench.scenarios.library.business_strategist.valuation import Economics, value_case
from modylbench.scenarios.library.business_strategist.workbooks import business_case, scoring_matrix
from modylbench.scenarios.variant import Variant


def right(variant: Variant) -> StrategyState:
    """The analysis as it should stand at the end of the meeting."""
    return StrategyState.of(variant.truth, milestones_of(variant))


def handed_in(stage: StrategyState, caveats: str | None = None) -> Products:
    """The three products of an analysis, with caveats of its own where it has some."""
    matrix, strategy = scoring_matrix(stage), entry_strategy(stage)
    if caveats is not None:
        matrix = replace_at(matrix, "/sheets/matrix/notes", (caveats,))
        strategy = replace_at(strategy, "/sections/data_caveats/body", caveats)
    return matrix, strategy, business_case(stage)


def with_matrix(variant: Variant, matrix: ScoringMatrix) -> StrategyState:
    """The analysis that follows from this matrix: case and entry of the market it puts first."""
    stage, first = right(variant), matrix.order[0]
    return replace(
        stage,
        matrix=matrix,
        case=value_case(data.economics(stage.pack, first), stage.case.rate),
        entry=entry_of(stage.pack, first, stage.entry.onboarding_months),
    )


def with_demand(variant: Variant, demand: Mapping[str, float]) -> StrategyState:
    stage = right(variant)
    scores = score_markets({**stage.pack["figures"], "demand": demand})
    return with_matrix(variant, weigh_scores(scores, stage.matrix.weights))


def with_economics(variant: Variant, changed: Callable[[Economics], Economics]) -> StrategyState:
    stage = right(variant)
    return replace(stage, case=value_case(changed(stage.case.economics), stage.case.rate))


def mean_of_the_sources(variant: Variant) -> Products:
    pack = variant.truth["pack"]
    tracker, returns = pack["figures"]["demand"], pack["returns"]
    mean = {name: (tracker[name] + returns[name]) / 2 for name in NAMES}
    disputed = pack["disputed"]
    caveats = (
        f"For {disputed} the Orrin Vale tracker has {tracker[disputed]:g} paid teleconsultations "
        f"per thousand people, the regulators' audited returns {returns[disputed]:g}. Since both "
        f"sources have their merits, we used the average of the two, {mean[disputed]:g}."
    )
    return handed_in(with_demand(variant, mean), caveats)


def vendor_estimate(variant: Variant) -> Products:
    caveats = (
        "Telehealth demand comes from the Orrin Vale tracker, a vendor's estimate for all six "
        "markets, which we have not been able to verify."
    )
    return handed_in(with_demand(variant, variant.truth["pack"]["figures"]["demand"]), caveats)


def plain_average_of_scores(variant: Variant) -> Products:
    matrix = right(variant).matrix
    totals = {
        name: round(math.fsum(matrix.scores[c.id][name] for c in CRITERIA) / len(CRITERIA), 2)
        for name in NAMES
    }
    return handed_in(with_matrix(variant, replace(matrix, totals=totals)))


def weights_before_the_committee(variant: Variant) -> Products:
    old = weighting.corrected_weights(variant.truth)
    return handed_in(with_matrix(variant, weigh_scores(right(variant).matrix.scores, old)))


def undiscounted(variant: Variant) -> Products:
    stage = right(variant)
    return handed_in(
        replace(stage, case=replace(stage.case, npv=math.fsum(stage.case.economics.cash)))
    )


def mid_year(variant: Variant) -> Products:
    stage = right(variant)
    first, *later = stage.case.economics.cash
    parts = [
        flow / (1 + stage.case.rate) ** (year - 0.5) for year, flow in enumerate(later, start=1)
    ]
    npv = math.fsum([first, *parts])
    return handed_in(replace(stage, case=replace(stage.case, npv=npv)))


def group_rate(variant: Variant) -> Products:
    stage = right(variant)
    rate = variant.truth["discount_rate"] - variant.truth["rate_understated_by"]
    case = value_case(stage.case.economics, rate)
    return handed_in(replace(stage, case=case))


def tam_taken_for_sam(variant: Variant) -> Products:
    return handed_in(with_economics(variant, lambda e: replace(e, cities=1.0, smartphones=1.0)))


def insured_counted_twice(variant: Variant) -> Products:
    insured = variant.truth["pack"]["economics"]["insured"]
    return handed_in(
        with_economics(variant, lambda e: replace(e, population=e.population + insured[e.market]))
    )


def share_from_the_target(variant: Variant) -> Products:
    """The ramp is stretched until year 3 shows the revenue that somebody wished for."""
    target: float = variant.truth["board_target"]
    return handed_in(
        with_economics(
            variant, lambda e: replace(e, shares=tuple(s * target / e.som for s in e.shares))
        )
    )


def risk_left_as_voted(variant: Variant) -> Products:
    pack = variant.truth["pack"]
    voted = Register(pack["likelihood"], pack["impact"])
    return handed_in(replace(right(variant), register=voted))


class AddedUp(Register):
    """A register that adds where it should multiply."""

    @override
    def score(self, risk: str) -> int:
        return self.likelihood[risk] + self.impact[risk]


def risks_added_up(variant: Variant) -> Products:
    register = right(variant).register
    added = AddedUp(register.likelihood, register.impact)
    return handed_in(replace(right(variant), register=added))


class Hurried(MarketEntry):
    """An entry with a pilot on the date that the chairman promised."""

    @property
    @override
    def phases(self) -> dict[str, tuple[int, int]]:
        ready = max(2, self.lead_months // 2) - 1
        planned = super().phases
        pilot = (ready + 1, ready + 6)
        return {**planned, "Set-up and licensing": (1, ready), "Pilot": pilot}


def launch_before_licence(variant: Variant) -> Products:
    stage = right(variant)
    return handed_in(replace(stage, entry=Hurried(**vars(stage.entry))))


def partner_that_failed_the_screen(variant: Variant) -> Products:
    stage = right(variant)
    (chosen, failed), other = stage.entry.rejected
    rejected = ((stage.entry.partner, failed), other)
    return handed_in(replace(stage, entry=replace(stage.entry, partner=chosen, rejected=rejected)))


def contradiction_left_out(variant: Variant) -> Products:
    caveats = (
        "Telehealth demand is scored on the regulators' audited returns, the best data there is; "
        "all other figures are from desk research and were not audited."
    )
    return handed_in(right(variant), caveats)


FUNNEL = {"sam_is_reachable", "som_is_year_3", "revenue_by_year"}
WORTH = {"npv_is_right", "payback_is_right"}
WRONG_MARKET = {
    "summary_says_where_and_how", "entry_mode_within_cap", "stake_is_the_cap", "regulatory_steps",
    "partner_passed_the_screen", "pilot_after_licence", "tam_counts_people_once", *FUNNEL, *WORTH,
}  # fmt: skip

WRONG_SOURCE = frozenset({"scores_by_the_guide", "contradiction_is_not_averaged"})
UNNAMED_SOURCE = WRONG_SOURCE | {"contradiction_is_named"}


def by_the_story(source: frozenset[str]) -> Callable[[Variant], frozenset[str]]:
    """And all that follows from another market, where the first place hangs on the source."""

    def fails_at(variant: Variant) -> frozenset[str]:
        return source | WRONG_MARKET if variant.truth["conclusion"] == "flips" else source

    return fails_at


NEAR_MISSES: dict[str, NearMiss] = {
    "mean_of_the_sources": NearMiss(
        mean_of_the_sources, WRONG_SOURCE | WRONG_MARKET, by_the_story(WRONG_SOURCE)
    ),
    "vendor_estimate": NearMiss(
        vendor_estimate, UNNAMED_SOURCE | WRONG_MARKET, by_the_story(UNNAMED_SOURCE)
    ),
    "plain_average_of_scores": NearMiss(
        plain_average_of_scores, frozenset({"totals_are_weighted"})
    ),
    "weights_before_the_committee": NearMiss(
        weights_before_the_committee, frozenset({"committee_weights"})
    ),
    "undiscounted": NearMiss(undiscounted, frozenset({"npv_is_right", "npv_recomputes"})),
    "mid_year": NearMiss(mid_year, frozenset({"npv_is_right", "npv_recomputes"})),
    "group_rate": NearMiss(group_rate, frozenset({"rate_is_corrected", "npv_is_right"})),
    "tam_taken_for_sam": NearMiss(tam_taken_for_sam, frozenset({*FUNNEL, *WORTH})),
    "insured_counted_twice": NearMiss(
        insured_counted_twice,
        frozenset({"tam_counts_people_once", "case_is_for_the_first", *FUNNEL, *WORTH}),
    ),
    "share_from_the_target": NearMiss(
        share_from_the_target, frozenset({"som_is_year_3", "revenue_by_year", *WORTH})
    ),
    "risk_left_as_voted": NearMiss(risk_left_as_voted, frozenset({"register_votes"})),
    "risks_added_up": NearMiss(
        risks_added_up, frozenset({"register_votes", "register_multiplies"})
    ),
    "launch_before_licence": NearMiss(launch_before_licence, frozenset({"pilot_after_licence"})),
    "partner_that_failed_the_screen": NearMiss(
        partner_that_failed_the_screen,
        frozenset({"summary_says_where_and_how", "partner_passed_the_screen"}),
    ),
    "contradiction_left_out": NearMiss(
        contradiction_left_out,
        frozenset({"contradiction_is_named"}),
    ),
}  # fmt: skip
