"""The files' own figures, which must be right wherever plan and what-ifs show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.library.tied_figures import under_quantity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.optimization_solver.network import Network
    from modylbench.scenarios.library.tied_figures import FiguresByQuantity


def plan_figures(network: Network, minimum: int) -> FiguresByQuantity:
    """Rates, capacities, unit costs and demand as the files have them, with what was corrected."""
    demand = {market: network.demand_of(market) for market in network.markets}
    return {
        **_dollars("inbound_rates", network.inbound_cents),
        **_dollars("outbound_rates", network.outbound_cents),
        **_dollars("unit_costs", network.line_cents),
        **under_quantity("line_capacities", network.line_capacity),
        **under_quantity("dc_capacities", network.throughput),
        **under_quantity("demand_by_market", demand),
        **under_quantity("fill_by_market", dict.fromkeys(network.markets, 1.0)),
        "required_volume": minimum,
        "anchor_sources_required": 1,
        "anchor_sources_planned": 1,
    }


def what_if_figures(network: Network, minimum: int) -> FiguresByQuantity:
    """The limits that shadow prices are of."""
    return {
        **under_quantity("line_limits", network.line_capacity),
        **under_quantity("dc_limits", network.throughput),
        "minimum_limit": minimum,
    }


def _dollars(quantity: str, cents: Mapping[str, int]) -> FiguresByQuantity:
    return {f"{quantity}|{name}": amount / 100 for name, amount in cents.items()}
