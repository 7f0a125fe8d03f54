"""The files' own figures, which must be right wherever plan and what-ifs show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network

Figures = dict[str, float]
"""Figures by quantity and members, as products.yaml names them: "dc_capacities|Reno"."""


def plan_figures(network: Network, minimum: int) -> Figures:
    """Rates, capacities, unit costs and demand as the files have them, with what was corrected."""
    demand = {market: network.demand_of(market) for market in network.markets}
    return {
        **_dollars("inbound_rates", network.inbound_cents),
        **_dollars("outbound_rates", network.outbound_cents),
        **_dollars("unit_costs", network.line_cents),
        **_named("line_capacities", network.line_capacity),
        **_named("dc_capacities", network.throughput),
        **_named("demand_by_market", demand),
        **_named("fill_by_market", dict.fromkeys(network.markets, 1.0)),
        "required_volume": minimum,
        "anchor_sources_required": 1,
        "anchor_sources_planned": 1,
    }


def what_if_figures(network: Network, minimum: int) -> Figures:
    """The limits that shadow prices are of."""
    return {
        **_named("line_limits", network.line_capacity),
        **_named("dc_limits", network.throughput),
        "minimum_limit": minimum,
    }


def _named(quantity: str, figures: Mapping[str, float]) -> Figures:
    return {f"{quantity}|{name}": figure for name, figure in figures.items()}


def _dollars(quantity: str, cents: Mapping[str, int]) -> Figures:
    return {f"{quantity}|{name}": amount / 100 for name, amount in cents.items()}
