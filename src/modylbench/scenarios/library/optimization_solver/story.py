"""Which plans does the meeting go through, from the first draft to the what-ifs?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.scenarios.library.optimization_solver.model.costing import costs, throughput
from modylbench.scenarios.library.optimization_solver.model.network import key, total
from modylbench.scenarios.library.optimization_solver.model.plan import cheapest
from modylbench.scenarios.library.optimization_solver.model.pricing import FixedBuildings
from modylbench.scenarios.library.optimization_solver.model.programme import Side

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.model.network import Network
    from modylbench.scenarios.library.optimization_solver.model.plan import Plan
    from modylbench.scenarios.library.optimization_solver.model.pricing import Prices

MATERIAL = 500.0  # dollars: a change of plan that costs less is not worth a turn
WORTH_HAVING = 1.0  # dollars a pallet: what the scarcest capacity, and the minimum, must weigh
MISSPOKEN = 0.8  # of the real throughput: what the building did with half its aisles torn out
STALE = 0.9  # of the real throughput: what the file still says


class IllPosed(Exception):
    """A network in which a request changes nothing, cannot be met, or leaves a choice open."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """The cheapest plan for a network and its side constraints."""

    network: Network
    side: Side
    plan: Plan
    total: float


@dataclass(frozen=True, slots=True)
class Story:
    """The plans in the order in which the meeting reaches them, and what drives each."""

    corrected_dc: str
    first_capacity: int
    file_capacity: int
    baseline: Chapter
    corrected: Chapter
    committed: Chapter
    final: Chapter
    prices: Prices


def told(network: Network, parameters: Mapping[str, float]) -> Story:
    """The story of a network. The likeliest reasons to refuse it are looked at first."""
    corrected = chapter(network, Side())
    _keeps_a_building_closed(corrected)
    side = Side(network.plants[-1], _minimum(network, parameters["commitment_share"]))
    committed = chapter(network, side)
    final = chapter(network, replace(side, anchor=_most_divided(committed)))
    _keeps_a_building_closed(final)
    prices = _prices(final)
    dc = _fullest(corrected)
    first = fifties(MISSPOKEN * network.throughput[dc])
    baseline = chapter(replace(network, throughput={**network.throughput, dc: first}), Side())
    for cheaper, dearer in ((corrected, baseline), (corrected, committed), (committed, final)):
        require(dearer.total - cheaper.total >= MATERIAL, "a request hardly changes the cost")
    for told_of in (baseline, corrected, committed):
        fixed = FixedBuildings(told_of.network, told_of.side, told_of.plan)
        require(fixed.has_one_plan(), "two plans cost the same")
    stale = fifties(STALE * network.throughput[dc])
    return Story(dc, first, stale, baseline, corrected, committed, final, prices)


def what_ifs(story: Story, parameters: Mapping[str, float], lost_dc: str) -> dict[str, Chapter]:
    """The best plan in every what-if, by its id."""
    network, side = story.final.network, story.final.side
    outage = 1 - parameters["outage_share"]
    dearer = 1 + parameters["freight_increase"]
    lines = {
        line: _down(pallets * outage) if line.startswith(f"{network.plants[0]}|") else pallets
        for line, pallets in network.line_capacity.items()
    }
    more = _scaled(network.demand, 1 + parameters["demand_growth"])
    rates = (_scaled(table, dearer) for table in (network.inbound_cents, network.outbound_cents))
    inbound, outbound = rates
    return {
        "base": story.final,
        "demand": chapter(replace(network, demand=more), side),
        "plant": chapter(replace(network, line_capacity=lines), side),
        "freight": chapter(replace(network, inbound_cents=inbound, outbound_cents=outbound), side),
        "minimum": chapter(network, Side(anchor=side.anchor)),
        "single": story.committed,  # the problem before the single source was asked for
        "lost": chapter(replace(network, throughput={**network.throughput, lost_dc: 0}), side),
    }


def matter(cases: Mapping[str, Chapter]) -> None:
    """Refuse what-ifs of which one leaves the plan's cost as it is."""
    base = cases["base"].total
    for name, case in cases.items():
        moved = abs(case.total - base) >= MATERIAL
        require(moved or name == "base", "a what-if hardly changes the cost")


def chapter(network: Network, side: Side) -> Chapter:
    """The cheapest plan, which there must be."""
    plan = cheapest(network, side)
    if plan is None:
        message = "no plan of whole pallets"
        raise IllPosed(message)
    return Chapter(network, side, plan, costs(network, plan.inbound, plan.outbound).total)


def require(holds: bool, otherwise: str) -> None:
    """Refuse the network unless this holds."""
    if not holds:
        raise IllPosed(otherwise)


def fifties(pallets: float) -> int:
    """Pallets in the round figures that people say."""
    return 50 * round(pallets / 50)


def _keeps_a_building_closed(told_of: Chapter) -> None:
    some = len(told_of.plan.open_dcs) < len(told_of.network.dcs)
    require(some, "every building is open, so that nothing is decided")


def _minimum(network: Network, share: float) -> int:
    packer = network.plants[-1]
    lines = network.line_capacity.items()
    return fifties(
        share * total(pallets for line, pallets in lines if line.startswith(f"{packer}|"))
    )


def _fullest(told_of: Chapter) -> str:
    used, limits = throughput(told_of.network, told_of.plan.inbound), told_of.network.throughput
    return max(told_of.plan.open_dcs, key=lambda dc: (used[dc] / limits[dc], dc))


def _most_divided(told_of: Chapter) -> str:
    """The market that gets most pallets from elsewhere than its main building."""
    elsewhere: dict[str, int] = {}
    for market in told_of.network.markets:
        sources = sorted(
            total(
                told_of.plan.outbound.get(key(dc, market, sku), 0) for sku in told_of.network.skus
            )
            for dc in told_of.network.dcs
        )
        elsewhere[market] = total(sources[:-1])
    most = max(elsewhere, key=lambda market: (elsewhere[market], market))
    require(elsewhere[most] > 0, "every market has one source already")
    return most


def _prices(final: Chapter) -> Prices:
    fixed = FixedBuildings(final.network, final.side, final.plan)
    require(fixed.has_one_plan(), "two plans cost the same")
    require(fixed.has_one_price(), "a capacity has several prices")
    prices = fixed.prices()
    scarcest = max(*prices.dc.values(), *prices.line.values())
    require(min(scarcest, prices.minimum) >= WORTH_HAVING, "no capacity, or minimum, binds")
    return prices


def _scaled(numbers: Mapping[str, int], factor: float) -> dict[str, int]:
    return {name: _down(number * factor + 0.5) for name, number in numbers.items()}


def _down(number: float) -> int:
    # The small addition keeps what is whole on paper from falling below by float noise.
    return int(number + 1e-9)
