"""Which constraints does a plan break, whoever made it?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from modylbench.scenarios.library.optimization_solver.model.costing import production, throughput
from modylbench.scenarios.library.optimization_solver.model.network import key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.library.optimization_solver.model.network import Network

    Flows = Mapping[str, float]

WHOLE = 1e-6  # pallets: what float noise may add up to


def malformed(inbound: Flows, outbound: Flows, network: Network) -> Iterator[str]:
    """Flows that are negative or not whole, and those of an item that the plant does not make."""
    for lane, pallets in (*inbound.items(), *outbound.items()):
        if pallets < 0 or abs(pallets - round(pallets)) > WHOLE:
            yield f"{shown(lane)}: {pallets:g} pallets"
    for lane in without_rate(inbound, network):
        yield f"{shown(lane)}: the plant does not make it"


def without_rate(inbound: Flows, network: Network) -> list[str]:
    """Lanes in use that are in no freight file."""
    return [lane for lane in inbound if lane not in network.inbound_cents]


def unbalanced(inbound: Flows, outbound: Flows, network: Network) -> Iterator[str]:
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
            yield f"{shown(order)}: {sent:g} of {needed}"


def overfull(inbound: Flows, network: Network) -> Iterator[str]:
    """Lines and buildings that are asked for more than they can do."""
    limits = {**network.line_capacity, **network.throughput}
    used = {**production(network, inbound), **throughput(network, inbound)}
    for name, pallets in used.items():
        if pallets > limits.get(name, 0) + WHOLE:
            yield f"{shown(name)}: {pallets:g} of {limits.get(name, 0)}"


def below_minimum(inbound: Flows, packer: str, minimum: float) -> Iterator[str]:
    """The contract packer, where it makes less than it is owed."""
    made = math.fsum(count for lane, count in inbound.items() if lane.startswith(f"{packer}|"))
    if made < minimum - WHOLE:
        yield f"{packer} makes {made:g}, not {minimum:g}"


def divided(outbound: Flows, market: str) -> Iterator[str]:
    """The market, where it is not served from exactly one building."""
    lanes = [lane.split("|") for lane, pallets in outbound.items() if pallets > WHOLE]
    sources = sorted({lane[0] for lane in lanes if lane[1] == market})
    if len(sources) != 1:
        yield f"{market} is served from {', '.join(sources) or 'nowhere'}"


def shown(name: str) -> str:
    """A name of the tables as people read it."""
    return name.replace("|", " / ")
