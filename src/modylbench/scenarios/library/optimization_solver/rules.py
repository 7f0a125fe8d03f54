"""What an expert checks in a plan and its reports, whoever made them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from modylbench.scenarios.library.optimization_solver.costing import (
    costs,
    logistics_by_dc,
    production,
    throughput,
)
from modylbench.scenarios.library.optimization_solver.network import SKUS, Network, key
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.finding.find import FoundNumber, FoundTable
    from modylbench.products.quantities.closeness import Measure
    from modylbench.scenarios.oracle import KnownTruth, Readings

    Flows = Mapping[str, float]

GAP = 1e-4  # of the minimum: the optimality gap at which solvers stop by default
ROUNDING = 1.0  # dollars: what the rounding of single figures may add up to
PRICE = 0.02  # dollars a pallet
SHARE = 0.005  # of capacity: the coarsest utilization that still says something
NO_RATE = ["the plan uses a lane that has no rate"]
WHOLE = 1e-6  # pallets: what float noise may add up to


def flow_balances(readings: Readings, truth: KnownTruth) -> list[str]:
    """What enters a building leaves it."""
    return list(
        unbalanced_flows(_inbound_pallets(readings), _outbound_pallets(readings), _network(truth))
    )


def demand_is_met(readings: Readings, truth: KnownTruth) -> list[str]:
    """Every market gets what it ordered."""
    return list(unmet(_outbound_pallets(readings), _network(truth)))


def capacities_hold(readings: Readings, truth: KnownTruth) -> list[str]:
    """Lines and buildings are within their capacity."""
    return list(exceeded_capacities(_inbound_pallets(readings), _network(truth)))


def minimum_is_kept(readings: Readings, truth: KnownTruth) -> list[str]:
    """The contract packer gets its volume."""
    flows = _table(readings, "packer_flows")
    return list(below_minimum(flows, truth["packer"], truth["minimum"]))


def anchor_has_one_source(readings: Readings, truth: KnownTruth) -> list[str]:
    """The anchor market gets all it ordered from one building."""
    anchor, outbound = truth["anchor"], _outbound_pallets(readings)
    flows = {lane: count for lane, count in outbound.items() if lane.split("|")[1] == anchor}
    needed, sent = truth["market_demand"][anchor], math.fsum(flows.values())
    missed = [f"{anchor} gets {sent:g}, not {needed}"] if abs(sent - needed) > WHOLE else []
    return [*split_supply(flows, anchor), *missed]


def plan_is_feasible(readings: Readings, truth: KnownTruth) -> list[str]:
    """Every constraint at once: any plan that keeps them all will do."""
    inbound, outbound, network = (
        _inbound_pallets(readings),
        _outbound_pallets(readings),
        _network(truth),
    )
    return [
        *malformed_flows(inbound, outbound, network),
        *unbalanced_flows(inbound, outbound, network),
        *unmet(outbound, network),
        *exceeded_capacities(inbound, network),
        *below_minimum(inbound, truth["packer"], truth["minimum"]),
        *split_supply(outbound, truth["anchor"]),
    ]


def plan_is_optimal(readings: Readings, truth: KnownTruth) -> list[str]:
    """The plan's flows cost the minimum; at less than that they cannot be feasible."""
    cost = _cost(readings, truth)
    if cost is None:
        return NO_RATE
    gap = cost / truth["total_cost"] - 1
    far = f"the plan costs ${cost:,.0f}, {100 * gap:+.3f} % from the minimum"
    return [far] if abs(gap) > GAP else []


def stated_total_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """The stated total is the cost of the plan's own flows.

    Nobody says how a truckload's rate is to be rounded where it is turned into one a pallet.
    """
    cost = _cost(readings, truth)
    if cost is None:
        return NO_RATE
    stated = _number(readings, "total_cost")
    wrong = _difference(stated, cost, "the flows cost")
    by_truck = cost + _beyond_cents(_inbound_pallets(readings), truth)
    return wrong if _difference(stated, by_truck, "the flows cost") else []


def fixed_cost_counts_open_buildings(readings: Readings, truth: KnownTruth) -> list[str]:
    """The fixed cost is that of the buildings through which something passes."""
    fixed, used = _network(truth).fixed_cents, _table(readings, "dc_throughput")
    right = math.fsum(fixed.get(dc, 0) for dc, pallets in used.items() if pallets > 0) / 100
    return _difference(_number(readings, "fixed_cost"), right, "the open buildings cost")


def throughput_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """The throughput of every building is what the flows bring in."""
    stated = _table(readings, "dc_throughput")
    return [
        f"{dc}: {stated.get(dc, 0):g}, the flows bring {pallets:g}"
        for dc, pallets in throughput(_network(truth), _inbound_pallets(readings)).items()
        if abs(stated.get(dc, 0.0) - pallets) > WHOLE
    ]


def utilization_follows(readings: Readings, truth: KnownTruth) -> list[str]:
    """Utilization is throughput over the quarter's capacity."""
    used, capacity = _table(readings, "dc_throughput"), truth["network"]["throughput"]
    right = {dc: used.get(dc, 0.0) / capacity[dc] for dc in capacity}
    return [
        f"{dc}: {measure.number:.1%}, not {right[dc]:.1%}"
        for dc, measure in _measures(readings, "dc_utilization").items()
        if abs(measure.number - right[dc]) > 1e-6 + min(measure.half_step, SHARE)
    ]


def deltas_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """The change of every scenario is its total less that of the base."""
    totals, deltas = _measures(readings, "what_if_total"), _measures(readings, "what_if_delta")
    base = totals.get(next(iter(truth["what_if_totals"])))
    if base is None or not deltas.keys() <= totals.keys():
        return [Absence("a change is shown without the totals that it is between")]
    wrong = []
    for name, delta in deltas.items():
        total = totals[name]
        slack = ROUNDING + math.fsum(measure.half_step for measure in (delta, total, base))
        if abs(total.number - base.number - delta.number) > slack:
            wrong.append(f"{name}: {delta.number:,.0f}, not {total.number - base.number:,.0f}")
    return wrong


def shadow_prices_hold(readings: Readings, truth: KnownTruth) -> list[str]:
    """Prices are right, and nothing that the plan leaves unused has one.

    Either sign will do: solvers show the dual of a capacity as a negative cost.
    """
    network, inbound = _network(truth), _inbound_pallets(readings)
    limits = {**network.throughput, **network.line_capacity}
    used = {**throughput(network, inbound), **production(network, inbound)}
    stated = {**_table(readings, "dc_prices"), **_table(readings, "line_prices")}
    wrong = list(exceeded_capacities(inbound, network))
    for name, right in {**truth["dc_prices"], **truth["line_prices"]}.items():
        price, spare = abs(stated.get(name, 0.0)), limits[name] - used[name]
        if abs(price - right) > PRICE + GAP * right:
            wrong.append(f"{flow_name(name)}: ${price:,.2f}, not ${right:,.2f}")
        elif price > PRICE and spare > WHOLE:
            wrong.append(f"{flow_name(name)}: ${price:,.2f} with {spare:g} pallets to spare")
    return wrong


def lane_costs_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """The dollars of every lane are its pallets at the file's rate."""
    network = _network(truth)
    legs = (
        ("inbound_costs", _inbound_pallets(readings), network.inbound_cents),
        ("outbound_costs", _outbound_pallets(readings), network.outbound_cents),
    )
    return [
        f"{flow_name(lane)}: {problem}"
        for name, flows, cents in legs
        for lane, stated in _measures(readings, name).items()
        for problem in _difference(
            stated, flows.get(lane, 0.0) * cents.get(lane, 0) / 100, "its pallets cost", share=1e-3
        )
    ]


def production_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """What every line makes is what the flows take from it."""
    return _unlike(_table(readings, "line_output"), _production(readings, truth), "the flows take")


def line_costs_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """The dollars of every line are its pallets at its unit cost."""
    made, cents = _production(readings, truth), _network(truth).line_cents
    return [
        f"{flow_name(line)}: {problem}"
        for line, stated in _measures(readings, "line_costs").items()
        for problem in _difference(
            stated, made.get(line, 0.0) * cents.get(line, 0) / 100, "its pallets cost", share=1e-3
        )
    ]


def fixed_costs_are_the_files(readings: Readings, truth: KnownTruth) -> list[str]:
    """The fixed cost shown for a building is the file's where it is open, and 0 where not."""
    network, used = _network(truth), _table(readings, "dc_throughput")
    return [
        f"{dc}: {problem}"
        for dc, stated in _measures(readings, "dc_fixed_costs").items()
        for problem in _difference(
            stated,
            network.fixed_cents[dc] / 100 if used.get(dc, 0.0) > 0 else 0.0,
            "its fixed cost is",
        )
    ]


def shares_follow(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The share of every cost item is its amount over the total."""
    whole = _number(readings, "total_cost").number
    amounts = _table(readings, "cost_items")
    return [
        f"{item}: {stated.number:.1%}, not {amounts[item] / whole:.1%}"
        for item, stated in _measures(readings, "cost_shares").items()
        if item in amounts
        and whole
        and abs(stated.number - amounts[item] / whole) > 1e-6 + min(stated.half_step, SHARE)
    ]


def changes_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """The change of every scenario in per cent is its total over that of the base, less one."""
    totals = _table(readings, "what_if_total")
    base = totals.get(next(iter(truth["what_if_totals"])))
    if not base:
        return [Absence("the total of the base is not shown")]
    return [
        f"{name}: {stated.number:.2%}, not {totals[name] / base - 1:.2%}"
        for name, stated in _measures(readings, "what_if_change").items()
        if name in totals
        and abs(stated.number - totals[name] / base + 1) > 1e-5 + min(stated.half_step, SHARE)
    ]


def used_capacity_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """What is used of every building and line beside its price is what the plan uses."""
    made = _production(readings, truth)
    passed = throughput(_network(truth), _inbound_pallets(readings))
    return [
        *_unlike(_table(readings, "dc_used"), passed, "the plan uses"),
        *_unlike(_table(readings, "line_used"), made, "the plan uses"),
    ]


def packer_volume_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """What is shown as planned at the contract packer is what its lanes carry."""
    stated = _number(readings, "packer_volume").number
    carried = math.fsum(_table(readings, "packer_flows").values())
    far = f"{truth['packer']}: {stated:g}, the flows carry {carried:g}"
    return [far] if abs(stated - carried) > WHOLE else []


def cost_by_dc_is_the_plans(readings: Readings, truth: KnownTruth) -> list[str]:
    """The logistics cost of every building is that of the plan's flows."""
    if _cost(readings, truth) is None:
        return NO_RATE
    stated = _measures(readings, "cost_by_dc")
    right = logistics_by_dc(
        _network(truth), _inbound_pallets(readings), _outbound_pallets(readings)
    )
    missing = [Absence(f"{dc}: not shown") for dc in right if dc not in stated]
    return [
        *missing,
        *(
            f"{dc}: {problem}"
            for dc, measure in stated.items()
            for problem in _difference(measure, right.get(dc, 0.0), "the flows cost", share=1e-3)
        ),
    ]


def worst_case_is_the_largest(readings: Readings, truth: KnownTruth) -> list[str]:  # noqa: ARG001
    """The worst case on the dashboard is the what-if that costs most a pallet."""
    stated, dearest = (
        _number(readings, "dash_worst_case"),
        max(_table(readings, "what_if_per_pallet").values()),
    )
    far = f"${stated.number:,.2f}, the dearest what-if is ${dearest:,.2f} a pallet"
    return [far] if abs(stated.number - dearest) > PRICE + stated.half_step else []


def _unlike(stated: Mapping[str, float], right: Mapping[str, float], what: str) -> list[str]:
    return [
        f"{flow_name(name)}: {pallets:g}, {what} {right.get(name, 0.0):g}"
        for name, pallets in stated.items()
        if abs(pallets - right.get(name, 0.0)) > WHOLE
    ]


def _production(readings: Readings, truth: KnownTruth) -> dict[str, float]:
    return production(_network(truth), _inbound_pallets(readings))


def _network(truth: KnownTruth) -> Network:
    return Network(**truth["network"])


def _measures(readings: Readings, name: str) -> dict[str, Measure]:
    table = cast("FoundTable", readings[name])
    return {key(*names): number.measure for names, number in table.numbers.items()}


def _table(readings: Readings, name: str) -> dict[str, float]:
    return {names: measure.number for names, measure in _measures(readings, name).items()}


def _inbound_pallets(readings: Readings) -> dict[str, float]:
    return _without_zeros(_table(readings, "inbound_flows"))


def _outbound_pallets(readings: Readings) -> dict[str, float]:
    return _without_zeros(_table(readings, "outbound_flows"))


def _without_zeros(flows: dict[str, float]) -> dict[str, float]:
    """The flows without the zeros that a wide table is full of."""
    return {lane: pallets for lane, pallets in flows.items() if pallets}


def _number(readings: Readings, name: str) -> Measure:
    return cast("FoundNumber", readings[name]).measure


def _cost(readings: Readings, truth: KnownTruth) -> float | None:
    inbound, network = _inbound_pallets(readings), _network(truth)
    if without_rate(inbound, network):
        return None
    return costs(network, inbound, _outbound_pallets(readings)).total


def _beyond_cents(inbound: Flows, truth: KnownTruth) -> float:
    """Dollars that rounding to the cent takes off the lane whose rates are per truckload."""
    if "rates_per_truck" not in truth["defects"]:
        return 0.0
    rounded, truck = _network(truth).inbound_cents, truth["truck_cents"]
    lanes = {
        key(truth["truck_lane"], sku.name): truck / sku.per_truck
        for sku in SKUS
        if key(truth["truck_lane"], sku.name) in rounded
    }
    return (
        math.fsum(
            pallets * (lanes[lane] - rounded[lane])
            for lane, pallets in inbound.items()
            if lane in lanes
        )
        / 100
    )


def _difference(stated: Measure, right: float, what: str, share: float = 0.0) -> list[str]:
    """What is wrong with a stated figure in dollars, as finely as it is shown."""
    slack = ROUNDING + max(stated.half_step, share * right)
    far = f"${stated.number:,.2f}, {what} ${right:,.2f}"
    return [far] if abs(stated.number - right) > slack else []


def malformed_flows(inbound: Flows, outbound: Flows, network: Network) -> Iterator[str]:
    """Flows that are negative or not whole, and those of an item that the plant does not make."""
    for lane, pallets in (*inbound.items(), *outbound.items()):
        if pallets < 0 or abs(pallets - round(pallets)) > WHOLE:
            yield f"{flow_name(lane)}: {pallets:g} pallets"
    for lane in without_rate(inbound, network):
        yield f"{flow_name(lane)}: the plant does not make it"


def without_rate(inbound: Flows, network: Network) -> list[str]:
    """Lanes in use that are in no freight file."""
    return [lane for lane in inbound if lane not in network.inbound_cents]


def unbalanced_flows(inbound: Flows, outbound: Flows, network: Network) -> Iterator[str]:
    """Buildings and products of which more enters than leaves, or less."""
    for dc in network.dcs:
        for sku in network.skus:
            enters = math.fsum(inbound.get(key(plant, dc, sku), 0.0) for plant in network.plants)
            leaves = math.fsum(outbound.get(key(dc, to, sku), 0.0) for to in network.markets)
            if abs(enters - leaves) > WHOLE:
                yield f"{dc} / {sku}: {enters:g} in, {leaves:g} out"


def unmet(outbound: Flows, network: Network) -> Iterator[str]:
    """Markets that get more or less of a product than they ordered."""
    for order, needed in network.demand.items():
        market, sku = order.split("|")
        sent = math.fsum(outbound.get(key(dc, market, sku), 0.0) for dc in network.dcs)
        if abs(sent - needed) > WHOLE:
            yield f"{flow_name(order)}: {sent:g} of {needed}"


def exceeded_capacities(inbound: Flows, network: Network) -> Iterator[str]:
    """Lines and buildings that are asked for more than they can do."""
    limits = {**network.line_capacity, **network.throughput}
    used = {**production(network, inbound), **throughput(network, inbound)}
    for name, pallets in used.items():
        if pallets > limits.get(name, 0) + WHOLE:
            yield f"{flow_name(name)}: {pallets:g} of {limits.get(name, 0)}"


def below_minimum(inbound: Flows, packer: str, minimum: float) -> Iterator[str]:
    """The contract packer, where it makes less than it is owed."""
    made = math.fsum(count for lane, count in inbound.items() if lane.startswith(f"{packer}|"))
    if made < minimum - WHOLE:
        yield f"{packer} makes {made:g}, not {minimum:g}"


def split_supply(outbound: Flows, market: str) -> Iterator[str]:
    """The market, where it is not served from exactly one building."""
    lanes = [lane.split("|") for lane, pallets in outbound.items() if pallets > WHOLE]
    sources = sorted({lane[0] for lane in lanes if lane[1] == market})
    if len(sources) != 1:
        yield f"{market} is served from {', '.join(sources) or 'nowhere'}"


def flow_name(name: str) -> str:
    """A name of the tables as people read it."""
    return name.replace("|", " / ")


RULES = {
    rule.__name__: rule
    for rule in (
        flow_balances,
        demand_is_met,
        capacities_hold,
        minimum_is_kept,
        anchor_has_one_source,
        plan_is_feasible,
        plan_is_optimal,
        stated_total_is_the_plans,
        fixed_cost_counts_open_buildings,
        throughput_is_the_plans,
        utilization_follows,
        deltas_follow,
        shadow_prices_hold,
        lane_costs_follow,
        production_is_the_plans,
        line_costs_follow,
        fixed_costs_are_the_files,
        shares_follow,
        changes_follow,
        used_capacity_is_the_plans,
        packer_volume_is_the_plans,
        cost_by_dc_is_the_plans,
        worst_case_is_the_largest,
    )
}
