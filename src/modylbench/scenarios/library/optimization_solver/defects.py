"""Where the defects of the files are: what a seed repeats, subtotals or shows in another unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.network import key
from modylbench.scenarios.library.optimization_solver.story import PAPER, home

if TYPE_CHECKING:
    from modylbench.scenarios.library.optimization_solver.story import PlanningStory

OLD_RATING = 1.15  # of what the line can do now


def defect_places(story: PlanningStory) -> dict[str, Any]:
    """The places, such that using one of them silently changes the plan or its cost."""
    network, plan = story.final_plan.network, story.final_plan.plan
    by_size = sorted(network.markets, key=lambda market: (-network.demand_of(market), market))
    prices = story.prices.line
    old_line = max(prices, key=lambda line: (prices[line], line))
    busiest = max(plan.outbound, key=lambda lane: (plan.outbound[lane], lane))
    dc, market, _ = busiest.split("|")
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
        "truck_lane": key(dc, market),
        "truck_dc": dc,
        "truck_market": market,
        "thousands_dc": thousands,
        "thousands_shown": f"{network.fixed_cents[thousands] / 100_000:.2f}",
        "thousands_cost": network.fixed_cents[thousands] / 100,
    }
