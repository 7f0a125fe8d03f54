"""The plans that the meeting goes through, and the numbers that its edge cases turn on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.costing import costs, production, throughput
from modylbench.scenarios.library.optimization_solver.mip import SideConstraints
from modylbench.scenarios.library.optimization_solver.network import identifier, key, of_sku, total
from modylbench.scenarios.library.optimization_solver.plan import (
    FixedNetworkProgramme,
    cheapest_plan,
    fewest_unmet,
    is_infeasible,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network
    from modylbench.scenarios.library.optimization_solver.plan import ShadowPrices, ShipmentPlan


MATERIAL = 500.0  # dollars: a change of plan that costs less is not worth a turn
WORTH_HAVING = 1.0  # dollars a pallet: what the scarcest capacity, and the minimum, must weigh
MISSPOKEN = 0.8  # of the real throughput: what the building did with half its aisles torn out
STALE = 0.9  # of the real throughput: what the file still says
PAPER = "Paper Towels"
WEEKS, WEEKS_RUNNING = 13, 5  # the rebuild leaves the line five weeks of the quarter
NOTICED, CLAIMED = 0.88, 1.08  # the building's notice and its manager's word, of the file's figure
SPOKEN = {"Liquid Detergent": "detergent", PAPER: "paper", "Dishwasher Tabs": "dish tabs"}
RETURNS = 48  # pallets that the refreshed file books as negative demand
SLACK = 0.75  # of what the packer makes anyway: a minimum that costs nothing
OVERSTATED, OVERSTATED_SLACK = 1.12, 1.25  # the misspoken minimum, of the real one or of the volume
UNDERSTATED_GROWTH = 0.03
CLEARLY_COSTLIER = 25_000.0  # dollars: so much more the costliest building costs to lose
WORTH_COVER = 0.004  # of the plan's cost: losing a building for less is no matter for a committee
BINDS, DOES_NOT_BIND = "binds", "slack"


class IllPosedProblem(Exception):
    """A network in which a request changes nothing, cannot be met, or leaves a choice open."""


@dataclass(frozen=True, slots=True)
class SolvedPlan:
    """The cheapest plan for a network and its side constraints."""

    network: Network
    side: SideConstraints
    plan: ShipmentPlan
    total: float

    @property
    def cost_per_pallet(self) -> float:
        """The total over the pallets that it ships."""
        return round(self.total / self.network.total_demand, 2)


@dataclass(frozen=True, slots=True)
class PlanningStory:
    """The plans in the order in which the meeting reaches them, and what drives each."""

    corrected_dc: str
    first_capacity: int
    file_capacity: int
    plans: dict[str, SolvedPlan]
    prices: ShadowPrices

    @property
    def corrected_plan(self) -> SolvedPlan:
        """The plan without side constraints, on the throughput that is right."""
        return self.plans["corrected"]

    @property
    def committed_plan(self) -> SolvedPlan:
        """The plan with the packer's minimum and without the single source."""
        return self.plans["committed"]

    @property
    def final_plan(self) -> SolvedPlan:
        """The plan that is delivered."""
        return self.plans["final"]


def tell_story(
    network: Network, parameters: Mapping[str, float], choices: Mapping[str, str]
) -> PlanningStory:
    """The story of a network. The likeliest reasons to refuse it are looked at first.

    The two rules come in either order, so that there is a plan with each of them alone.
    """
    binds = choices["packer_minimum"] == BINDS
    corrected = solve_plan(network, SideConstraints())
    _require_closed_building(corrected)
    packer = network.plants[-1]
    minimum = (
        _minimum(network, parameters["commitment_share"])
        if binds
        else round_to_fifties(SLACK * packed_pallets(corrected, packer))
    )
    require(minimum > 0, "the packer makes nothing anyway")
    side = SideConstraints(packer, minimum)
    committed = solve_plan(network, side) if binds else replace(corrected, side=side)
    final = solve_plan(network, replace(side, anchor=_most_divided_market(committed)))
    _require_closed_building(final)
    prices = _prices(final, binds=binds)
    without = SideConstraints(anchor=final.side.anchor)
    anchored = solve_plan(network, without) if binds else replace(final, side=without)
    plans = {
        "corrected": corrected,
        "committed": committed,
        "anchored": anchored,
        "final": final,
    }
    dc = _fullest_building(corrected)
    first = round_to_fifties(MISSPOKEN * network.throughput[dc])
    plans |= _misspoken_plans(plans, choices["misspoken"], dc, first)
    _require_changes(plans, binds=binds)
    for name, solved in plans.items():
        fixed = FixedNetworkProgramme(solved.network, solved.side, solved.plan)
        require(name == "final" or fixed.has_one_plan(), "two plans cost the same")
    stale = round_to_fifties(STALE * network.throughput[dc])
    return PlanningStory(dc, first, stale, plans, prices)


def _misspoken_plans(
    plans: Mapping[str, SolvedPlan], misspoken: str, dc: str, capacity: int
) -> dict[str, SolvedPlan]:
    """The plans on a figure that is taken back afterwards."""
    corrected, final = plans["corrected"], plans["final"]
    network = corrected.network
    if misspoken == "throughput":
        lower = replace(network, throughput={**network.throughput, dc: capacity})
        return {"baseline": solve_plan(lower, SideConstraints())}
    if misspoken == "minimum":
        side = replace(final.side, minimum=_misspoken_minimum(plans))
        return {
            "committed_first": solve_plan(network, replace(side, anchor="")),
            "final_first": solve_plan(network, side),
        }
    return {}


def _misspoken_minimum(plans: Mapping[str, SolvedPlan]) -> int:
    final = plans["final"]
    made, owed = packed_pallets(final, final.side.packer), final.side.minimum
    said = OVERSTATED * owed if made == owed else OVERSTATED_SLACK * made
    return round_to_fifties(said)


def _require_changes(plans: Mapping[str, SolvedPlan], *, binds: bool) -> None:
    """Refuse a story in which a request hardly changes the cost."""
    steps = [("corrected", "anchored"), ("committed", "final")]
    if binds:
        steps += [("corrected", "committed"), ("anchored", "final")]
    steps += [("corrected", "baseline"), ("committed", "committed_first"), ("final", "final_first")]
    for cheaper, dearer in steps:
        if dearer in plans:
            rise = plans[dearer].total - plans[cheaper].total
            require(rise >= MATERIAL, "a request hardly changes the cost")


def packed_pallets(solved: SolvedPlan, packer: str) -> int:
    """Pallets that the packer makes in a plan."""
    flows = solved.plan.inbound.items()
    return total(pallets for lane, pallets in flows if lane.startswith(f"{packer}|"))


def home(solved: SolvedPlan) -> str:
    """The building that serves the market with one source."""
    anchor = solved.side.anchor
    return next(lane for lane in solved.plan.outbound if lane.split("|")[1] == anchor).split("|")[0]


def what_ifs(
    story: PlanningStory, shares: Mapping[str, float], *, growth_is_misspoken: bool
) -> dict[str, SolvedPlan]:
    """The best plan in every what-if but the lost building, by its id.

    `shares` are by how much things change.
    """
    network, side = story.final_plan.network, story.final_plan.side
    outage = 1 - shares["outage_share"]
    dearer = 1 + shares["freight_rise"]
    lines = {
        line: _round_down(pallets * outage) if line.startswith(f"{network.plants[0]}|") else pallets
        for line, pallets in network.line_capacity.items()
    }
    inbound, outbound = (
        _scale(table, dearer) for table in (network.inbound_cents, network.outbound_cents)
    )

    def with_growth(share: float) -> SolvedPlan:
        return solve_plan(replace(network, demand=_scale(network.demand, 1 + share)), side)

    misspoken = (
        {"demand_first": with_growth(shares["demand_growth_first"])} if growth_is_misspoken else {}
    )
    return {
        **misspoken,
        "base": story.final_plan,
        "demand": with_growth(shares["demand_growth"]),
        "plant": solve_plan(replace(network, line_capacity=lines), side),
        "freight": solve_plan(
            replace(network, inbound_cents=inbound, outbound_cents=outbound), side
        ),
        "minimum": story.plans["anchored"],
        "single": story.committed_plan,  # the problem before the single source was asked for
    }


def plan_without(solved: SolvedPlan, dc: str) -> SolvedPlan:
    """The best plan without a building; nobody pays its fixed cost, since nothing passes it."""
    closed = {**solved.network.throughput, dc: 0}
    return solve_plan(replace(solved.network, throughput=closed), solved.side)


def require_changed_costs(cases: Mapping[str, SolvedPlan], *, binds: bool) -> None:
    """Refuse what-ifs of which one leaves the plan's cost as it is, unless nothing binds there."""
    base = cases["base"].total
    unmoved = {"base"} if binds else {"base", "minimum"}
    for name, case in cases.items():
        moved = abs(case.total - base) >= MATERIAL
        require(moved or name in unmoved, "a what-if hardly changes the cost")


def solve_plan(network: Network, side: SideConstraints) -> SolvedPlan:
    """The cheapest plan, which there must be."""
    plan = cheapest_plan(network, side)
    if plan is None:
        message = "no plan of whole pallets"
        raise IllPosedProblem(message)
    return SolvedPlan(network, side, plan, costs(network, plan.inbound, plan.outbound).total)


def require(holds: bool, otherwise: str) -> None:
    """Refuse the network unless this holds."""
    if not holds:
        raise IllPosedProblem(otherwise)


def round_to_fifties(pallets: float) -> int:
    """Pallets in the round figures that people say."""
    return 50 * round(pallets / 50)


def _require_closed_building(solved: SolvedPlan) -> None:
    some = len(solved.plan.open_dcs) < len(solved.network.dcs)
    require(some, "every building is open, so that nothing is decided")


def _minimum(network: Network, share: float) -> int:
    packer = network.plants[-1]
    lines = network.line_capacity.items()
    return round_to_fifties(
        share * total(pallets for line, pallets in lines if line.startswith(f"{packer}|"))
    )


def _fullest_building(solved: SolvedPlan) -> str:
    used, limits = throughput(solved.network, solved.plan.inbound), solved.network.throughput
    return max(solved.plan.open_dcs, key=lambda dc: (used[dc] / limits[dc], dc))


def _most_divided_market(solved: SolvedPlan) -> str:
    """The market that gets most pallets from elsewhere than its main building."""
    elsewhere: dict[str, int] = {}
    for market in solved.network.markets:
        sources = sorted(
            total(solved.plan.outbound.get(key(dc, market, sku), 0) for sku in solved.network.skus)
            for dc in solved.network.dcs
        )
        elsewhere[market] = total(sources[:-1])
    most = max(elsewhere, key=lambda market: (elsewhere[market], market))
    require(elsewhere[most] > 0, "every market has one source already")
    return most


def _prices(final: SolvedPlan, *, binds: bool) -> ShadowPrices:
    fixed = FixedNetworkProgramme(final.network, final.side, final.plan)
    require(fixed.has_one_plan(), "two plans cost the same")
    require(fixed.has_one_price(), "a capacity has several prices")
    prices = fixed.prices()
    every = {**prices.dc, **prices.line}
    scarcest = max(every, key=lambda name: every[name])
    require(every[scarcest] >= WORTH_HAVING, "no capacity binds")
    at_packer = scarcest.startswith(f"{final.side.packer}|")
    require(not at_packer, "the packer is both to do more and to be paid less")
    is_so = prices.minimum >= WORTH_HAVING if binds else prices.minimum == 0
    require(is_so, "the minimum binds where it should not, or does not where it should")
    return prices


def _scale(numbers: Mapping[str, int], factor: float) -> dict[str, int]:
    return {name: _round_down(number * factor + 0.5) for name, number in numbers.items()}


def _round_down(number: float) -> int:
    # The small addition keeps what is whole on paper from falling below by float noise.
    return int(number + 1e-9)


def rebuild(story: PlanningStory) -> dict[str, Any]:
    """The southern paper line down for most of the quarter, which must be infeasible.

    HiGHS proves that no plan is left and finds the fewest pallets that go undelivered: what paper
    lacks, so that it is the same whichever rules stand when somebody asks.
    """
    network, side = story.final_plan.network, story.final_plan.side
    line = key(network.plants[1], PAPER)
    left = 10 * int(network.line_capacity[line] * WEEKS_RUNNING / WEEKS / 10)
    rebuilt = _with_line(network, line, left)
    everything = total(rebuilt.line_capacity.values())
    require(everything >= network.total_demand, "the total already shows that capacity is short")
    require(is_infeasible(rebuilt, side), "the rebuild can be planned around")
    short_by = round(fewest_unmet(rebuilt, side))
    lacking = of_sku(network.demand, PAPER) - of_sku(rebuilt.line_capacity, PAPER)
    require(short_by == lacking, "more than paper is short")
    return {
        "rebuild_line_id": identifier(line),
        "rebuild_full": network.line_capacity[line],
        "rebuild_capacity": left,
        "rebuild_total": everything,
        "rebuild_paper": of_sku(rebuilt.line_capacity, PAPER),
        "rebuild_shortfall": short_by,
        "rebuild_needed": left + short_by,
        "rebuild_planned": round(production(network, story.final_plan.plan.inbound)[line]),
    }


def three_capacities(story: PlanningStory) -> dict[str, Any]:
    """A building with three throughputs: the file's, its notice's, its manager's."""
    network = story.final_plan.network
    used = throughput(network, story.final_plan.plan.inbound)
    others = [
        dc
        for dc in story.final_plan.plan.open_dcs
        if dc != story.corrected_dc
        and all(dc in solved.plan.open_dcs for solved in story.plans.values())
    ]
    require(bool(others), "no building is open in every plan")
    dc = max(others, key=lambda name: (used[name], name))
    return {
        "conflict_dc": dc,
        "conflict_dc_id": identifier(dc),
        "conflict_file": network.throughput[dc],
        "conflict_notice": round_to_fifties(NOTICED * network.throughput[dc]),
        "conflict_claim": round_to_fifties(CLAIMED * network.throughput[dc]),
    }


def refreshed_demand(network: Network) -> dict[str, Any]:
    """A demand file with one market twice, and returns booked as negative demand."""
    by_size = sorted(network.markets, key=lambda market: (-network.demand_of(market), market))
    twice, returned = by_size[1], by_size[-1]
    return {
        "twice_market": twice,
        "twice_pallets": network.demand_of(twice),
        "returns_market": returned,
        "returns_pallets": RETURNS,
        "refresh_total": network.total_demand + network.demand_of(twice) - RETURNS,
    }


def unknown_rate(story: PlanningStory) -> dict[str, Any]:
    """The busiest lane of any item, for which a rate is spoken of that nobody has."""
    inbound = story.final_plan.plan.inbound
    lane = max(inbound, key=lambda name: (inbound[name], name))
    plant, dc, sku = lane.split("|")
    rate = story.final_plan.network.inbound_cents[lane] / 100
    carried = {solved.plan.inbound.get(lane, 0) for solved in story.plans.values()}
    spend = f", so ${inbound[lane] * rate:,.0f} on {inbound[lane]:,} pallets"
    return {
        # Which plan stands when somebody asks depends on the seed.
        "lane_spend": spend if len(carried) == 1 else "",
        "lane_plant": plant,
        "lane_dc": dc,
        "lane_sku": sku,
        "lane_item": SPOKEN[sku],
        "lane_id": identifier(lane),
        "lane_rate": rate,
    }


def _with_line(network: Network, line: str, capacity: int) -> Network:
    return replace(network, line_capacity={**network.line_capacity, line: capacity})
