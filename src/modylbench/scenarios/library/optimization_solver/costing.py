"""What a plan costs, item by item and building by building."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.library.optimization_solver.network import key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network


@dataclass(frozen=True, slots=True)
class Costs:
    """Landed cost in dollars, by item."""

    production: float
    inbound_freight: float
    handling: float
    fixed: float
    outbound_freight: float

    @property
    def total(self) -> float:
        """All items."""
        return round(math.fsum(astuple(self)), 2)


def costs(network: Network, inbound: Mapping[str, float], outbound: Mapping[str, float]) -> Costs:
    """What the flows cost; a building that passes anything is open, and costs its fixed cost."""
    made, freight, handled = [], [], []
    for name, pallets in inbound.items():
        plant, dc, sku = name.split("|")
        made.append(pallets * network.line_cents[key(plant, sku)])
        freight.append(pallets * network.inbound_cents[name])
        handled.append(pallets * network.handling_cents[dc])
    passed = throughput(network, inbound)
    return Costs(
        production=_dollars(made),
        inbound_freight=_dollars(freight),
        handling=_dollars(handled),
        fixed=_dollars([network.fixed_cents[dc] for dc in network.dcs if passed[dc] > 0]),
        outbound_freight=_dollars(
            [pallets * network.outbound_cents[name] for name, pallets in outbound.items()]
        ),
    )


def logistics_by_dc(
    network: Network, inbound: Mapping[str, float], outbound: Mapping[str, float]
) -> dict[str, float]:
    """Freight in, handling, fixed cost and freight out of every open building, in dollars."""
    passed = throughput(network, inbound)
    cents: dict[str, list[float]] = {
        dc: [network.fixed_cents[dc]] for dc in network.dcs if passed[dc] > 0
    }
    for name, pallets in inbound.items():
        dc = name.split("|")[1]
        cents.setdefault(dc, []).append(
            pallets * (network.inbound_cents[name] + network.handling_cents[dc])
        )
    for name, pallets in outbound.items():
        cents.setdefault(name.split("|")[0], []).append(pallets * network.outbound_cents[name])
    return {dc: _dollars(parts) for dc, parts in cents.items()}


def throughput(network: Network, inbound: Mapping[str, float]) -> dict[str, float]:
    """Pallets that enter every building."""
    passed: dict[str, list[float]] = {dc: [] for dc in network.dcs}
    for name, pallets in inbound.items():
        passed[name.split("|")[1]].append(pallets)
    return {dc: math.fsum(parts) for dc, parts in passed.items()}


def production(network: Network, inbound: Mapping[str, float]) -> dict[str, float]:
    """Pallets that every line makes, one that there is not included."""
    made: dict[str, list[float]] = {name: [] for name in network.line_capacity}
    for name, pallets in inbound.items():
        plant, _, sku = name.split("|")
        made.setdefault(key(plant, sku), []).append(pallets)
    return {name: math.fsum(parts) for name, parts in made.items()}


def _dollars(cents: list[float]) -> float:
    return round(math.fsum(cents) / 100, 2)
