"""Figures of what only some meetings ask for: a lane, a chargeback, and what look-alikes want."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.network import SKUS, key, of_sku
from modylbench.scenarios.library.optimization_solver.story import (
    PAPER,
    SPOKEN,
    WEEKS,
    require,
    solve_plan,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network
    from modylbench.scenarios.library.optimization_solver.story import PlanningStory

STOP_WEEKS = 2  # of the quarter: a stop that paper can take
UP, DOWN = 0.09, 0.06  # of an order: what the confirmed refresh changes
NORVALE = 0.91  # of the rate on file
WORTH_TELLING = 1.0  # dollars for the quarter
DEARER, CHEAPER = 2.2, 0.45  # chargebacks, of what the single source costs


def figures(story: PlanningStory, edge_cases: Mapping[str, Any], chargeback: str) -> dict[str, Any]:
    """Every figure of a request beside the plan."""
    network = story.final_plan.network
    return {
        **_walked_lane(story),
        **_chargeback(story, chargeback),
        **_short_stop(network),
        **_confirmed_demand(network, edge_cases),
        "confirmed_extra": edge_cases["conflict_claim"] - edge_cases["conflict_file"],
        **_norvale(story, edge_cases),
    }


def _walked_lane(story: PlanningStory) -> dict[str, Any]:
    """The busiest lane to a market in the plan without side constraints."""
    flows = story.corrected_plan.plan.outbound
    lane = max(flows, key=lambda name: (flows[name], name))
    dc, market, sku = lane.split("|")
    cents = story.corrected_plan.network.outbound_cents[lane]
    return {
        "walk_dc": dc,
        "walk_market": market,
        "walk_item": SPOKEN[sku],
        "walk_pallets": flows[lane],
        "walk_rate": cents / 100,
        "walk_cost": flows[lane] * cents / 100,
    }


def _chargeback(story: PlanningStory, which: str) -> dict[str, Any]:
    """What the retailer would charge for the quarter, against what the single source costs."""
    plans = story.plans
    rises = (
        plans["anchored"].total - plans["corrected"].total,
        plans["final"].total - plans["committed"].total,
    )
    amount = DEARER * max(rises) if which != "cheaper" else CHEAPER * min(rises)
    chargeback = 100 * round(amount / 100)
    require(chargeback > 0, "the single source costs next to nothing")
    return {"chargeback_cost": chargeback}


def _short_stop(network: Network) -> dict[str, Any]:
    """The southern paper line down for so short that paper still covers demand."""
    line = key(network.plants[1], PAPER)
    full, needed = network.line_capacity[line], of_sku(network.demand, PAPER)
    left = 10 * int(full * (WEEKS - STOP_WEEKS) / WEEKS / 10)
    paper = of_sku(network.line_capacity, PAPER) - full + left
    require(paper > needed, "paper cannot take a stop")
    return {
        "stop_capacity": left,
        "stop_paper": paper,
        "stop_room": paper - needed,
        "stop_figures": {"stop_line": left, "stop_demand": needed},
    }


def _confirmed_demand(network: Network, edge_cases: Mapping[str, Any]) -> dict[str, Any]:
    """A refresh in which one market goes up and another down, of one item each."""
    up_market, down_market = edge_cases["twice_market"], edge_cases["returns_market"]
    up, down = network.skus[0], network.skus[-1]
    more = round(UP * network.demand[key(up_market, up)])
    less = round(DOWN * network.demand[key(down_market, down)])
    require(min(more, less) > 0, "the refresh changes nothing")
    changes = {key(up_market, up): more, key(down_market, down): -less}
    by_market = dict.fromkeys(network.markets, 0) | {up_market: more, down_market: -less}
    return {
        "bridge_changes": changes,
        "bridge_change": by_market,
        "bridge_new": {
            market: network.demand_of(market) + by_market[market] for market in network.markets
        },
        "bridge_old_figures": {
            f"bridge_old|{market}": network.demand_of(market) for market in network.markets
        },
        "bridge_up": more,
        "bridge_down": less,
        "bridge_up_item": SPOKEN[up],
        "bridge_down_item": SPOKEN[down],
        "bridge_total": network.total_demand + more - less,
    }


def _norvale(story: PlanningStory, edge_cases: Mapping[str, Any]) -> dict[str, Any]:
    """A carrier's truckload rate on the busiest lane, a pallet and for the plan's volume.

    With it the plan may shift more to the lane: the saving of the best plan then is told too.
    """
    final, network = story.final_plan, story.final_plan.network
    lane = key(*(edge_cases[f"lane_{part}"] for part in ("plant", "dc", "sku")))
    per_truck = next(sku.per_truck for sku in SKUS if sku.name == edge_cases["lane_sku"])
    cents = round(NORVALE * network.inbound_cents[lane])
    pallets = final.plan.inbound[lane]
    saved = pallets * (network.inbound_cents[lane] - cents) / 100
    cheaper = replace(network, inbound_cents={**network.inbound_cents, lane: cents})
    best = final.total - solve_plan(cheaper, final.side).total
    return {
        "norvale_truck": cents * per_truck / 100,
        "norvale_per_truck": per_truck,
        "norvale_rate": cents / 100,
        "lane_pallets": pallets,
        "norvale_saving": saved,
        **_norvale_resolved(saved, best),
        "norvale_figures": {
            "norvale_file_rate": network.inbound_cents[lane] / 100,
            "norvale_pallets": pallets,
        },
    }


def _norvale_resolved(saved: float, best: float) -> dict[str, str]:
    """What re-optimizing on the carrier's rate makes of the saving, as it is said."""
    if best - saved < WORTH_TELLING:
        return {
            "norvale_resolved": "the same",
            "norvale_resolved_spoken": "Re-solved at that rate, nothing moves, so today it's also "
            "all you'd get",
        }
    return {
        "norvale_resolved": f"${best:,.0f}",
        "norvale_resolved_spoken": "Re-solved at that rate, more goes through there and the saving "
        f"comes to ${best:,.0f}",
    }
