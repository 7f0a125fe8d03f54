"""Where the defects of the files are: what a seed repeats, subtotals or shows in another unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.network import SKUS, key
from modylbench.scenarios.library.optimization_solver.story import PAPER, home, require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network
    from modylbench.scenarios.library.optimization_solver.story import PlanningStory

OLD_RATING = 1.15  # of what the line can do now


def defect_places(story: PlanningStory, spoken_of: tuple[str, str]) -> dict[str, Any]:
    """The places, such that using one of them silently changes the plan or its cost.

    `spoken_of` is the lane whose rate on file the meeting may quote a pallet.
    """
    network, plan = story.final_plan.network, story.final_plan.plan
    by_size = sorted(network.markets, key=lambda market: (-network.demand_of(market), market))
    prices = story.prices.line
    old_line = max(prices, key=lambda line: (prices[line], line))
    thousands = home(story.final_plan)
    return {
        "subtotal_market": by_size[2],
        "subtotal_pallets": network.demand_of(by_size[2]),
        "repeated_market": by_size[3],
        "repeated_item": PAPER,
        "repeated_pallets": network.demand[key(by_size[3], PAPER)],
        "line_is_scarce": "yes" if prices[old_line] > 0 else "no",
        "old_line": old_line,
        "old_plant": old_line.split("|")[0],
        "old_item": old_line.split("|")[1],
        "old_capacity": 10 * round(OLD_RATING * network.line_capacity[old_line] / 10),
        "right_capacity": network.line_capacity[old_line],
        **_truckload(network, plan.inbound, spoken_of),
        "thousands_dc": thousands,
        "thousands_shown": f"{network.fixed_cents[thousands] / 100_000:.2f}",
        "thousands_cost": network.fixed_cents[thousands] / 100,
    }


def _truckload(
    network: Network, flows: Mapping[str, int], spoken_of: tuple[str, str]
) -> dict[str, Any]:
    """The busiest lane from a plant but that one, and what a truck on it costs with any item."""
    lanes = [lane for lane in flows if tuple(lane.split("|")[:2]) != spoken_of]
    require(bool(lanes), "one lane carries everything")
    plant, dc, _ = max(lanes, key=lambda lane: (flows[lane], lane)).split("|")
    rates = [
        (network.inbound_cents[key(plant, dc, sku.name)], sku.per_truck)
        for sku in SKUS
        if key(plant, dc, sku.name) in network.inbound_cents
    ]
    # What rounds to the rate of every item: the middle of what all of them leave open.
    low = max((cents - 0.5) * pallets for cents, pallets in rates)
    high = min((cents + 0.5) * pallets for cents, pallets in rates)
    truck = round((low + high) / 2)
    fits = all(round(truck / pallets) == cents for cents, pallets in rates)
    require(fits, "no truckload in whole cents makes the rates of the lane")
    return {
        "truck_lane": key(plant, dc),
        "truck_plant": plant,
        "truck_dc": dc,
        "truck_cents": truck,
    }
