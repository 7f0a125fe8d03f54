"""The truth of the Q4 distribution plan: what every seed should arrive at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.dashboard import executive_dashboard
from modylbench.scenarios.library.optimization_solver.network import SKUS, Network, key
from modylbench.scenarios.library.optimization_solver.rules import RULES
from modylbench.scenarios.library.optimization_solver.truth import solve
from modylbench.scenarios.library.optimization_solver.workbooks import shipment_plan, what_if

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]

PLAN_OF = {
    "baseline": "baseline",
    "capacity": "corrected",
    "minimum": "committed",
    "single_source": "final",
}
"""The plan that each milestone of the shipment plan leaves."""

MILESTONES = (
    *PLAN_OF,
    "what_ifs",
    "dc_loss",
    "shadow_prices",
    "dashboard",
    "cost_chart",
    "worst_case",
    "recommendations",
)
CODES = {sku.name: sku.code for sku in SKUS}


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made by then."""
    made: list[WorkProduct] = []
    plans = [plan for milestone, plan in PLAN_OF.items() if milestone in reached]
    if plans:
        made.append(shipment_plan(truth, plans[-1]))
    if "what_ifs" in reached:
        made.append(what_if(truth, reached))
    if "dashboard" in reached:
        made.append(executive_dashboard(truth, reached))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> dict[str, str]:
    """The files that are handed over, by name."""
    network = Network(**truth["network"])
    return {
        "plants.csv": _plants(network),
        "dcs.csv": _dcs(network, truth),
        "demand.csv": _demand(_demand_rows(network)),
        "freight.csv": _freight(network),
        "demand_refresh.csv": _refreshed_demand(network, truth),
        "dock_notice.txt": _notice(truth),
    }


def _csv(header: str, rows: Iterable[tuple[object, ...]]) -> str:
    return "\n".join([header, *(",".join(str(value) for value in row) for row in rows)]) + "\n"


def _money(cents: int) -> str:
    return f"{cents / 100:.2f}"


def _plants(network: Network) -> str:
    rows = (
        (
            plant,
            CODES[sku],
            sku,
            network.line_capacity[key(plant, sku)],
            _money(network.line_cents[key(plant, sku)]),
        )
        for plant, sku in network.lines
    )
    return _csv("plant,sku,item,capacity_pallets_per_quarter,variable_cost_per_pallet", rows)


def _dcs(network: Network, truth: Mapping[str, Any]) -> str:
    throughput = {**network.throughput, truth["corrected_dc"]: truth["file_capacity"]}
    rows = (
        (dc, throughput[dc], _money(network.fixed_cents[dc]), _money(network.handling_cents[dc]))
        for dc in network.dcs
    )
    return _csv(
        "dc,throughput_pallets_per_quarter,fixed_cost_per_quarter,handling_per_pallet", rows
    )


def _demand_rows(network: Network) -> list[tuple[object, ...]]:
    return [
        (market, CODES[sku], sku, network.demand[key(market, sku)])
        for market in network.markets
        for sku in network.skus
    ]


def _demand(rows: Iterable[tuple[object, ...]]) -> str:
    return _csv("market,sku,item,q4_pallets", rows)


def _refreshed_demand(network: Network, truth: Mapping[str, Any]) -> str:
    rows = _demand_rows(network)
    again = [row for row in rows if row[0] == truth["twice_market"]]
    returned = (
        truth["returns_market"],
        CODES["Paper Towels"],
        "Paper Towels",
        -truth["returns_pallets"],
    )
    return _demand([*rows, *again, returned])


def _freight(network: Network) -> str:
    """Rates per pallet, a column a product; a plant that does not make it has no rate."""
    rows: list[tuple[object, ...]] = []
    for leg, origins, destinations, rates in (
        ("inbound", network.plants, network.dcs, network.inbound_cents),
        ("outbound", network.dcs, network.markets, network.outbound_cents),
    ):
        for origin in origins:
            for destination in destinations:
                cents = (rates.get(key(origin, destination, sku)) for sku in network.skus)
                rows.append(
                    (
                        leg,
                        origin,
                        destination,
                        *("" if rate is None else _money(rate) for rate in cents),
                    )
                )
    return _csv("leg,origin,destination," + ",".join(CODES[sku] for sku in network.skus), rows)


def _notice(truth: Mapping[str, Any]) -> str:
    return (
        f"NOTICE TO CUSTOMERS - {truth['conflict_dc'].upper()} FACILITY\n\n"
        "Re: dock leveler replacement, doors 1-14\n\n"
        "From October 1 through December 31 usable throughput at this facility will be limited to "
        f"{truth['conflict_notice']:,} pallets for the quarter. "
        "Appointments beyond that level will not be confirmed.\n\n"
        "Facility Operations\n"
    )
