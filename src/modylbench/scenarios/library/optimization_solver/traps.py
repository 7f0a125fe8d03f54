"""Which numbers do the edge cases turn on?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.model.costing import (
    production,
    throughput,
)
from modylbench.scenarios.library.optimization_solver.model.network import (
    identifier,
    key,
    of_sku,
    total,
)
from modylbench.scenarios.library.optimization_solver.model.plan import (
    fewest_unmet,
    is_infeasible,
)
from modylbench.scenarios.library.optimization_solver.story import chapter, fifties, require

if TYPE_CHECKING:
    from modylbench.scenarios.library.optimization_solver.model.network import Network
    from modylbench.scenarios.library.optimization_solver.story import Story

PAPER = "Paper Towels"
WEEKS, WEEKS_RUNNING = 13, 5  # the rebuild leaves the line five weeks of the quarter
NOTICED, CLAIMED = 0.88, 1.08  # the building's notice and its manager's word, of the file's figure
SPOKEN = {"Liquid Detergent": "detergent", PAPER: "paper", "Dishwasher Tabs": "dish tabs"}
RETURNS = 48  # pallets that the refreshed file books as negative demand


def rebuild(story: Story) -> dict[str, Any]:
    """The southern paper line down for most of the quarter, which must be infeasible.

    HiGHS proves that no plan is left, finds the fewest pallets that go undelivered, and finds a
    plan again once the line runs that many more: the smallest relaxation.
    """
    network, side = story.final.network, story.final.side
    line = key(network.plants[1], PAPER)
    left = 10 * int(network.line_capacity[line] * WEEKS_RUNNING / WEEKS / 10)
    rebuilt = _with_line(network, line, left)
    everything = total(rebuilt.line_capacity.values())
    require(everything >= network.total_demand, "the total already shows that capacity is short")
    require(is_infeasible(rebuilt, side), "the rebuild can be planned around")
    short_by = round(fewest_unmet(rebuilt, side))
    relaxed = chapter(_with_line(network, line, left + short_by), side)
    return {
        "rebuild_line_id": identifier(line),
        "rebuild_full": network.line_capacity[line],
        "rebuild_capacity": left,
        "rebuild_total": everything,
        "rebuild_paper": of_sku(rebuilt.line_capacity, PAPER),
        "rebuild_shortfall": short_by,
        "rebuild_needed": left + short_by,
        "rebuild_planned": round(production(network, story.final.plan.inbound)[line]),
        "rebuild_cost": relaxed.total,
    }


def three_capacities(story: Story) -> dict[str, Any]:
    """A building with three throughputs: the file's, its notice's, its manager's."""
    network = story.final.network
    used = throughput(network, story.final.plan.inbound)
    others = [dc for dc in story.final.plan.open_dcs if dc != story.corrected_dc]
    dc = max(others, key=lambda name: (used[name], name))
    return {
        "conflict_dc": dc,
        "conflict_dc_id": identifier(dc),
        "conflict_file": network.throughput[dc],
        "conflict_notice": fifties(NOTICED * network.throughput[dc]),
        "conflict_claim": fifties(CLAIMED * network.throughput[dc]),
    }


def refreshed_demand(network: Network) -> dict[str, Any]:
    """A demand file with one market twice, and returns booked as negative demand."""
    by_size = sorted(network.markets, key=lambda market: (-network.ordered(market), market))
    twice, returned = by_size[1], by_size[-1]
    return {
        "twice_market": twice,
        "twice_pallets": network.ordered(twice),
        "returns_market": returned,
        "returns_pallets": RETURNS,
        "refresh_total": network.total_demand + network.ordered(twice) - RETURNS,
    }


def unknown_rate(story: Story) -> dict[str, Any]:
    """The busiest lane of any item, for which a rate is spoken of that nobody has."""
    inbound = story.final.plan.inbound
    lane = max(inbound, key=lambda name: (inbound[name], name))
    plant, dc, sku = lane.split("|")
    return {
        "lane_plant": plant,
        "lane_dc": dc,
        "lane_sku": sku,
        "lane_item": SPOKEN[sku],
        "lane_id": identifier(lane),
        "lane_rate": story.final.network.inbound_cents[lane] / 100,
    }


def _with_line(network: Network, line: str, capacity: int) -> Network:
    return replace(network, line_capacity={**network.line_capacity, line: capacity})
