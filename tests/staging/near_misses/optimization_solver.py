"""Near misses of the distribution plan, and the checks that see each.

Every near miss is a whole plan with what-ifs, prices and a dashboard, wrong in one way and
otherwise as careful as the right one: what is wrong in the model is optimised with the model.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.staging.near_misses.near_miss import NearMiss, Products

from modylbench.products.pointer import replace_at
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.library.optimization_solver.costing import costs, production, throughput
from modylbench.scenarios.library.optimization_solver.mip import SideConstraints
from modylbench.scenarios.library.optimization_solver.network import (
    Network,
    identifier,
    key,
)
from modylbench.scenarios.library.optimization_solver.oracle import products
from modylbench.scenarios.library.optimization_solver.plan import (
    FixedNetworkProgramme,
    ShadowPrices,
    ShipmentPlan,
    cheapest_plan,
)
from modylbench.scenarios.library.optimization_solver.story import (
    PlanningStory,
    SolvedPlan,
    plan_without,
    solve_plan,
    what_ifs,
)
from modylbench.scenarios.library.text_forms import list_in_words
from modylbench.scenarios.variant import Variant

NO_LANE = 10**7  # cents: costlier than any detour


@dataclass(frozen=True)
class Analysis:
    """What a planner has worked out: the plan ("base") and the what-ifs by id, and the prices."""

    cases: Mapping[str, SolvedPlan]
    prices: ShadowPrices

    @property
    def final(self) -> SolvedPlan:
        return self.cases["base"]


def network_of(variant: Variant) -> Network:
    return Network(**variant.truth["network"])


def side_of(variant: Variant) -> SideConstraints:
    truth = variant.truth
    return SideConstraints(truth["packer"], truth["minimum"], truth["anchor"])


def analyse_network(variant: Variant, network: Network, side: SideConstraints) -> Analysis:
    """The best plan for this network under these constraints, and all that follows from it."""
    final, divided = solve_plan(network, side), solve_plan(network, replace(side, anchor=""))
    prices = FixedNetworkProgramme(network, side, final.plan).prices()
    # The what-ifs start from the last plans of a story; how it got there is no matter.
    anchored = solve_plan(network, SideConstraints(anchor=side.anchor))
    plans = {"committed": divided, "anchored": anchored, "final": final}
    story = PlanningStory("", 0, 0, plans, prices)
    truth = variant.truth
    cases = what_ifs(story, truth, growth_is_misspoken=False)
    return Analysis({**cases, "lost": plan_without(final, truth["lost_dc"])}, prices)


def right(variant: Variant) -> Analysis:
    return analyse_network(variant, network_of(variant), side_of(variant))


def handed_in(variant: Variant, made: Analysis, without: frozenset[str] = frozenset()) -> Products:
    """The three products of an analysis, without what nobody got to."""
    truth = {**variant.truth, **_plan(variant, made), **_cases(variant, made)}
    return products(truth, milestones(variant) - without)


def milestones(variant: Variant) -> frozenset[str]:
    """All that the meeting asks for."""
    return frozenset(name for slot in variant.scenario.human_turns() for name in slot.reaches)


def _plan(variant: Variant, made: Analysis) -> dict[str, Any]:
    """What the planner says of the plan and its prices, as the truth names it.

    The advice is about the capacity that is the scarcest in truth, at the planner's own price:
    which one a wrong model would point at differs from seed to seed.
    """
    final, prices = made.final, {**made.prices.dc, **made.prices.line}
    right_prices = {**variant.truth["dc_prices"], **variant.truth["line_prices"]}
    scarcest = max(right_prices, key=lambda name: (right_prices[name], name))
    closed = [dc for dc in final.network.dcs if dc not in final.plan.open_dcs]
    return {
        "network": final.network.as_json(),
        "plans": {
            "final": {
                "open": final.plan.open_dcs,
                "inbound": final.plan.inbound,
                "outbound": final.plan.outbound,
                "throughput": final.network.throughput,
                "minimum": final.side.minimum,
                "anchor": final.side.anchor,
            }
        },
        "minimum": final.side.minimum,
        "total_cost": final.total,
        "cost_per_pallet": per_pallet(final),
        "open_dcs": list_in_words(final.plan.open_dcs),
        "closed_dcs": list_in_words(closed) if closed else "nothing",
        "dc_prices": made.prices.dc,
        "line_prices": made.prices.line,
        "minimum_price": made.prices.minimum,
        "scarce_price": prices.get(scarcest, 0.0),
    }


def _cases(variant: Variant, made: Analysis) -> dict[str, Any]:
    """What the planner says of the what-ifs, as the truth names it."""
    cases = {name: made.cases[case] for name, case in variant.truth["scenario_ids"].items()}
    worst = max(cases, key=lambda name: (per_pallet(cases[name]), name))
    return {
        "what_if_totals": {name: case.total for name, case in cases.items()},
        "what_if_open": {name: case.plan.open_dcs for name, case in cases.items()},
        "what_if_per_pallet": {name: per_pallet(case) for name, case in cases.items()},
        "lost_cost": round(made.cases["lost"].total - made.final.total, 2),
        "worst_case": worst,
        "worst_case_cost": per_pallet(cases[worst]),
    }


def per_pallet(case: SolvedPlan) -> float:
    return round(case.total / case.network.total_demand, 2)


def with_plan(variant: Variant, final: SolvedPlan) -> Products:
    """Another plan, with its dashboard, beside the right what-ifs."""
    made = right(variant)
    _, book, _ = handed_in(variant, made)
    plan, _, board = handed_in(variant, replace(made, cases={**made.cases, "base": final}))
    return plan, book, board


def misspoken_capacity(variant: Variant) -> Products:
    """The plan as it was before the correction; only the what-ifs were run with the new figure."""
    return with_plan(variant, solve_plan(misspoken_network(variant), side_of(variant)))


def misspoken_network(variant: Variant) -> Network:
    """The network with the throughput that was taken back."""
    truth, network = variant.truth, network_of(variant)
    throughput = {**network.throughput, truth["corrected_dc"]: truth["first_capacity"]}
    return replace(network, throughput=throughput)


def minimum_ignored(variant: Variant) -> Products:
    """The contract's minimum left out of the model."""
    side = SideConstraints(anchor=variant.truth["anchor"])
    return handed_in(variant, analyse_network(variant, network_of(variant), side))


def side_constraints_ignored(variant: Variant) -> Products:
    """Neither the contract nor the routing guide in the model: the anchor has two sources."""
    return handed_in(variant, analyse_network(variant, network_of(variant), SideConstraints()))


def handling_twice(variant: Variant) -> Products:
    """Handling charged on the way in and on the way out."""
    network = network_of(variant)
    twice = {dc: 2 * cents for dc, cents in network.handling_cents.items()}
    network = replace(network, handling_cents=twice)
    return handed_in(variant, analyse_network(variant, network, side_of(variant)))


def dark_buildings_paid(variant: Variant) -> Products:
    """The whole column of fixed costs added up, closed buildings included."""
    made, everything = right(variant), sum(network_of(variant).fixed_cents.values()) / 100

    def paid(case: SolvedPlan) -> SolvedPlan:
        fixed = costs(case.network, case.plan.inbound, case.plan.outbound).fixed
        return replace(case, total=round(case.total - fixed + everything, 2))

    cases = {name: paid(case) for name, case in made.cases.items()}
    plan, book, board = handed_in(variant, replace(made, cases=cases))
    return with_fixed_cost(plan, cases["base"], everything), book, board


def with_fixed_cost(book: WorkProduct, case: SolvedPlan, dollars: float) -> WorkProduct:
    """The shipment plan with another fixed cost, and so another total, in its cost summary."""
    cost = costs(case.network, case.plan.inbound, case.plan.outbound)
    amounts = {
        "production": cost.production,
        "inbound_freight": cost.inbound_freight,
        "handling": cost.handling,
        "fixed": dollars,
        "outbound_freight": cost.outbound_freight,
        "total": case.total,
    }
    for row, amount in amounts.items():
        cells = f"/sheets/cost_summary/rows/{row}/cells"
        book = replace_at(book, f"{cells}/amount/value", amount)
        book = replace_at(book, f"{cells}/share/value", round(100 * amount / case.total, 1))
    for dc, cents in case.network.fixed_cents.items():
        place = f"/sheets/dcs/rows/{identifier(dc)}/cells/fixed/value"
        book = replace_at(book, place, cents / 100)
    changed: WorkProduct = replace_at(
        book, "/sheets/cost_summary/rows/per_pallet/cells/amount/value", per_pallet(case)
    )
    return changed


def nearest_building(variant: Variant) -> Products:
    """Every market from the building with the cheapest freight that has room; no solver, no duals.

    What each building then needs is sourced at least cost, the contract included.
    """
    made, truth = right(variant), variant.truth
    by_hand = {name: planned_by_hand(case.network, case.side) for name, case in made.cases.items()}
    made = replace(made, cases=by_hand)
    plan, book, board = handed_in(variant, made, frozenset({"shadow_prices"}))
    minimum = {
        "binds": f"Reopen the {truth['packer']} minimum at renewal.",
        "slack": f"Leave the {truth['packer']} minimum as it is.",
    }
    advice = (
        f"- Run {list_in_words(made.final.plan.open_dcs)}: every market has a building nearby.\n"
        f"- Look for overtime at {truth['plant_north']}, where lines run full.\n"
        f"- {minimum[truth['packer_minimum']]}\n"
        f"- Line up overflow space for {truth['lost_dc']}."
    )
    return plan, book, replace_at(board, "/widgets/recommendations/text", advice)


def overfull_building(variant: Variant) -> Products:
    """The solver's plan overruled: every market from its nearest building, room or not."""
    network, side = network_of(variant), side_of(variant)
    endless = replace(network, throughput=dict.fromkeys(network.dcs, network.total_demand))
    by_hand = planned_by_hand(endless, side)
    return with_plan(variant, replace(by_hand, network=network))


def planned_by_hand(network: Network, side: SideConstraints) -> SolvedPlan:
    outbound = served_from_nearest(network)
    inbound = source_flows(network, side, outbound)
    shipping = {lane.split("|")[0] for lane in outbound}
    is_open = [dc for dc in network.dcs if dc in shipping]
    total = costs(network, inbound, outbound).total
    return SolvedPlan(network, side, ShipmentPlan(is_open, inbound, outbound), total)


def served_from_nearest(network: Network) -> dict[str, int]:
    """Markets in the order of their size, each whole from the nearest building that has room.

    Where none has room for all of it, it is divided, the nearest first.
    """
    room, outbound = dict(network.throughput), dict[str, int]()
    for market in sorted(network.markets, key=network.demand_of, reverse=True):
        near = by_freight(network, market)
        whole = [dc for dc in near if room[dc] >= network.demand_of(market)]
        for sku in network.skus:
            left = network.demand[key(market, sku)]
            for dc in whole[:1] or near:
                sent = min(left, room[dc])
                if sent:
                    outbound[key(dc, market, sku)] = sent
                left, room[dc] = left - sent, room[dc] - sent
    return outbound


def by_freight(network: Network, market: str) -> list[str]:
    """The buildings by what it would cost to send the market all its pallets."""

    def freight(dc: str) -> int:
        return sum(
            network.demand[key(market, sku)] * network.outbound_cents[key(dc, market, sku)]
            for sku in network.skus
        )

    return sorted(network.dcs, key=freight)


def source_flows(
    network: Network, side: SideConstraints, outbound: Mapping[str, int]
) -> dict[str, int]:
    """The cheapest flows into the buildings for what they ship: each is its own only market."""
    needed = {key(dc, sku): 0 for dc in network.dcs for sku in network.skus}
    for lane, pallets in outbound.items():
        dc, _, sku = lane.split("|")
        needed[key(dc, sku)] += pallets
    lanes = {
        key(dc, to, sku): 0 if dc == to else NO_LANE
        for dc in network.dcs
        for to in network.dcs
        for sku in network.skus
    }
    inner = replace(
        network,
        markets=network.dcs,
        demand=needed,
        outbound_cents=lanes,
        fixed_cents=dict.fromkeys(network.dcs, 0),
    )
    plan = cheapest_plan(inner, replace(side, anchor=""))
    assert plan is not None
    return plan.inbound


def repriced_plan(variant: Variant) -> Products:
    """More demand and dearer freight put on the plan as it is, where one can do so."""
    made = right(variant)
    plan, pallets = made.final.plan, made.final.network.total_demand

    def on_the_plan(case: SolvedPlan) -> SolvedPlan:
        cost = costs(case.network, plan.inbound, plan.outbound)
        growth = case.network.total_demand / pallets
        total = cost.fixed + growth * (cost.total - cost.fixed)
        return replace(case, plan=plan, total=round(total, 2))

    again = {name: on_the_plan(made.cases[name]) for name in ("demand", "freight")}
    return handed_in(variant, replace(made, cases={**made.cases, **again}))


def space_at_its_rent(variant: Variant) -> Products:
    """A pallet of space priced at the building's fixed cost over its capacity, full or not."""
    made, network = right(variant), network_of(variant)
    rents = {
        dc: round(network.fixed_cents[dc] / 100 / network.throughput[dc], 2)
        for dc in made.final.plan.open_dcs
    }
    return handed_in(variant, replace(made, prices=replace(made.prices, dc=rents)))


def cost_on_the_base_volume(variant: Variant) -> Products:
    """Every what-if's cost per pallet over the pallets of the plan."""
    truth = variant.truth
    pallets = truth["total_demand"]
    shown = {name: round(total / pallets, 2) for name, total in truth["what_if_totals"].items()}
    worst = max(shown, key=lambda name: (shown[name], name))
    seen = {"what_if_per_pallet": shown, "worst_case": worst, "worst_case_cost": shown[worst]}
    return products({**truth, **seen}, milestones(variant))


def worst_by_total(variant: Variant) -> Products:
    """The largest total among the what-ifs as the worst case, whatever its volume."""
    plan, book, board = variant.final_products
    totals = variant.truth["what_if_totals"]
    worst = max(totals, key=lambda name: (totals[name], name))
    for place, shown in {
        "title": "Worst case cost",
        "value": round(totals[worst]),
        "text": worst,
    }.items():
        board = replace_at(board, f"/widgets/worst_case/{place}", shown)
    return plan, book, board


def early_dashboard(variant: Variant) -> Products:
    """The dashboard's figures from the first draft of the plan."""
    made, draft = right(variant), solve_plan(misspoken_network(variant), SideConstraints())
    plan, book, _ = handed_in(variant, made)
    *_, board = handed_in(variant, replace(made, cases={**made.cases, "base": draft}))
    return plan, book, board


NOT_THE_BEST = {"plan_is_optimal", "total_is_the_minimum"}
WRONG_CASES = {"what_if_totals_right", "what_if_per_pallet_right"}
WRONG_PRICES = {"shadow_prices_hold", "minimum_price_right"}
UNTIED = {"total_is_the_minimum", "total_is_the_plans"}


def where_slack(slack: set[str], binding: set[str]) -> Callable[[Variant], frozenset[str]]:
    """What fails where the contract's minimum costs nothing, and where it binds."""

    def fails(variant: Variant) -> frozenset[str]:
        return frozenset(slack if variant.truth["packer_minimum"] == "slack" else binding)

    return fails


SMALLER_BUILDING = {*NOT_THE_BEST, "utilization_follows", "what_if_base_is_the_plan"}


def where_scarce_capacity_is_left(variant: Variant) -> frozenset[str]:
    """What fails with too small a building: prices too, where its plan leaves something scarce."""
    truth, network = variant.truth, network_of(variant)
    plan = solve_plan(misspoken_network(variant), side_of(variant)).plan
    limits = {**network.throughput, **network.line_capacity}
    used = {**throughput(network, plan.inbound), **production(network, plan.inbound)}
    prices = {**truth["dc_prices"], **truth["line_prices"]}
    is_left = any(prices[name] > 0 and used[name] < limits[name] for name in prices)
    return frozenset(SMALLER_BUILDING | ({"shadow_prices_hold"} if is_left else set()))


MINIMUM_IGNORED = {
    "minimum_is_kept", "plan_is_feasible", *NOT_THE_BEST, *WRONG_CASES, *WRONG_PRICES,
}  # fmt: skip
TWO_SOURCES = {
    "anchor_has_one_source", "plan_is_feasible", *NOT_THE_BEST, *WRONG_CASES, "shadow_prices_hold",
}  # fmt: skip
BY_HAND = {*NOT_THE_BEST, *WRONG_CASES, "shadow_prices_hold", "scarcest_named"}

NEAR_MISSES: dict[str, NearMiss] = {
    "misspoken_capacity": NearMiss(
        misspoken_capacity,
        frozenset({*SMALLER_BUILDING, "shadow_prices_hold"}),
        where_scarce_capacity_is_left,
    ),
    "minimum_ignored": NearMiss(
        minimum_ignored, frozenset(MINIMUM_IGNORED), where_slack(set(), MINIMUM_IGNORED)
    ),
    "side_constraints_ignored": NearMiss(
        side_constraints_ignored,
        frozenset({*TWO_SOURCES, *MINIMUM_IGNORED}),
        where_slack(TWO_SOURCES, TWO_SOURCES | MINIMUM_IGNORED),
    ),
    "handling_twice": NearMiss(
        handling_twice,
        frozenset({"cost_by_dc_is_the_plans", "shadow_prices_hold", *UNTIED, *WRONG_CASES}),
    ),
    "dark_buildings_paid": NearMiss(
        dark_buildings_paid, frozenset({"fixed_cost_of_open_dcs", *UNTIED, *WRONG_CASES})
    ),
    "nearest_building": NearMiss(
        nearest_building,
        frozenset({*BY_HAND, "minimum_price_right"}),
        where_slack({*BY_HAND, "minimum_is_free"}, {*BY_HAND, "minimum_price_right"}),
    ),
    "overfull_building": NearMiss(
        overfull_building,
        frozenset({
            "capacities_hold", "plan_is_feasible", *NOT_THE_BEST, "shadow_prices_hold",
            "what_if_base_is_the_plan",
        }),
    ),
    "repriced": NearMiss(repriced_plan, frozenset(WRONG_CASES)),
    "space_at_its_rent": NearMiss(space_at_its_rent, frozenset({"shadow_prices_hold"})),
    "cost_on_the_base_volume": NearMiss(
        cost_on_the_base_volume, frozenset({"what_if_per_pallet_right"})
    ),
    "worst_by_total": NearMiss(worst_by_total, frozenset({"worst_case_is_the_largest"})),
    "early_dashboard": NearMiss(
        early_dashboard,
        frozenset({
            "cost_by_dc_is_the_plans", "dashboard_total_agrees", "dashboard_per_pallet_agrees",
            "dashboard_utilization_agrees",
        }),
    ),
}  # fmt: skip
