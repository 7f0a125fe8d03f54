"""The checks of every scenario see what an average analyst gets wrong, and only that."""

import pytest
from tests.staging.findings import failed_criteria
from tests.staging.near_misses import (
    business_analyst,
    business_strategist,
    deep_researcher,
    financial_analyst,
    optimization_solver,
    scientist,
)
from tests.staging.near_misses.near_miss import NearMiss
from tests.staging.sampling import whole_at_night
from tests.staging.variants import variant_of

from modylbench.scenarios.catalogue import shipped_scenarios
from modylbench.scenarios.library.financial_analyst.lbo import Deal, ProjectionYear

SEEDS = (0, 1, 2, 5)
FEWEST = 5
NEAR_MISSES: dict[str, dict[str, NearMiss]] = {
    "financial_analyst": financial_analyst.NEAR_MISSES,
    "optimization_solver": optimization_solver.NEAR_MISSES,
    "deep_researcher": deep_researcher.NEAR_MISSES,
    "business_strategist": business_strategist.NEAR_MISSES,
    "scientist": scientist.NEAR_MISSES,
    "business_analyst": business_analyst.NEAR_MISSES,
}
# What is said again of a wrong figure is wrong too, at the seeds where rounding shows it.
SAYING_AGAIN: dict[str, frozenset[str]] = {
    "financial_analyst": frozenset(
        {
            "lesser_outflows", "model_figures_tie", "page_figures_tie", "page_ev_right",
            "page_equity_right", "page_irr_right", "side_of_the_hurdle", "recommendation_follows",
            "pool_explained", "rate_risk_stated", "price_basis_stated",
        }
    ),
    "optimization_solver": frozenset(
        {
            "plan_figures_tie", "limits_tie", "used_capacity_is_the_plans", "dash_total_right",
            "packer_volume_is_the_plans", "fixed_costs_are_the_files", "open_buildings_are_counted",
            "buildings_named", "worst_case_named",
        }
    ),
    "deep_researcher": frozenset({"readiness_stated"}),
    "business_strategist": frozenset(
        {
            "outflows_shown", "population_is_the_files", "case_figures_tie", "paper_figures_tie",
            "phases_follow", "page_npv_right", "partners_named", "strategy_has_the_top_risks",
            "strategy_recommends_the_first", "entry_mode_within_cap",
            "npv_at_approval_right", "our_share_right", "summary_says_if_it_pays",
            "request_follows_the_case",
            "insured_are_shown", "insured_share_right", "wish_is_shown", "needed_share_right",
            "promise_is_in_the_path", "promise_slack_right", "pilot_visits_follow",
        }
    ),
    "scientist": frozenset(
        {
            "table_figures_tie", "page_estimates_tie", "page_p_values_tie", "page_high_right",
            "page_low_right", "high_dose_shown", "low_dose_not_shown", "survivors_named",
            "key_primary_right", "key_secondary_right", "key_adjusted_right",
        }
    ),
    "business_analyst": frozenset(
        {
            "crm_counts_right", "dashboard_changes_right", "dash_q2_right", "dash_q3_right",
            "dash_change_right",
        }
    ),
}  # fmt: skip


@pytest.mark.parametrize("seed", whole_at_night(SEEDS, every=2, first=1))
@pytest.mark.parametrize(
    ("name", "near_miss"),
    [
        pytest.param(name, near_miss, id=f"{name}-{what}")
        for name, misses in NEAR_MISSES.items()
        for what, near_miss in misses.items()
    ],
)
def test_a_near_miss_fails_exactly_the_criteria_it_should(
    name: str, near_miss: NearMiss, seed: int
) -> None:
    variant = variant_of(name, seed)

    failed = failed_criteria(variant, near_miss.make(variant))

    assert failed - SAYING_AGAIN[name] == near_miss.expected(variant) - SAYING_AGAIN[name]


def test_every_scenario_of_the_library_has_near_misses() -> None:
    assert NEAR_MISSES.keys() == shipped_scenarios().keys()


@pytest.mark.parametrize("name", NEAR_MISSES)
def test_a_scenario_has_several_near_misses_each_of_which_fails_something(name: str) -> None:
    assert len(NEAR_MISSES[name]) >= FEWEST
    assert all(near_miss.fails for near_miss in NEAR_MISSES[name].values())


@pytest.mark.parametrize("seed", SEEDS)
def test_the_near_misses_of_the_buyout_start_from_the_right_model(seed: int) -> None:
    variant = variant_of("financial_analyst", seed)

    def reworked(deal: Deal) -> tuple[ProjectionYear, ...]:
        return financial_analyst.rework_plan(deal, lambda _, year: year)

    for model in (
        financial_analyst.Model.right(variant),
        financial_analyst.with_plan(variant, reworked),
    ):
        book, grid, _ = financial_analyst.handed_in(model)
        assert (book, grid) == variant.final_products[:2]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_near_misses_of_the_distribution_plan_start_from_the_right_plan(seed: int) -> None:
    variant = variant_of("optimization_solver", seed)

    made = optimization_solver.handed_in(variant, optimization_solver.right(variant))

    assert made == variant.final_products
