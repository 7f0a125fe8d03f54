"""What does a correct shipment plan look like?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.library.optimization_solver.deliverables.sheets import (
    Header,
    row,
    sheet,
)
from modylbench.scenarios.library.optimization_solver.model.costing import (
    costs,
    production,
    throughput,
)
from modylbench.scenarios.library.optimization_solver.model.network import (
    Network,
    identifier,
    total,
)
from modylbench.scenarios.library.optimization_solver.truth import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.spreadsheet import Row, Sheet

    Plan = Mapping[str, Any]

IN_PALLETS = "Pallets a quarter."


def shipment_plan(truth: Mapping[str, Any], name: str) -> Spreadsheet:
    """The plan of that name as a workbook."""
    plan = truth["plans"][name]
    network = Network(**{**truth["network"], "throughput": plan["throughput"]})
    sheets = [
        _cost_summary(network, plan),
        _inbound(network, plan),
        _outbound(network, plan),
        _buildings(network, plan),
        _lines(network, plan),
        _coverage(network, plan),
    ]
    if plan["minimum"]:
        sheets.append(_side_constraints(network, plan))
    return Spreadsheet(id="shipment_plan", title="Q4 shipment plan", sheets=tuple(sheets))


def _cost_summary(network: Network, plan: Plan) -> Sheet:
    cost = costs(network, plan["inbound"], plan["outbound"])
    items = (
        ("production", "Production", cost.production),
        ("inbound_freight", "Inbound freight", cost.inbound_freight),
        ("handling", "DC handling", cost.handling),
        ("fixed", "DC fixed cost", cost.fixed),
        ("outbound_freight", "Outbound freight", cost.outbound_freight),
        ("total", "Total landed cost", cost.total),
    )
    pallets = total(plan["outbound"].values())
    per_pallet = round(cost.total / pallets, 2)
    rows = [
        *(
            row(
                name,
                label,
                {"amount": dollars, "share": _percent(dollars, cost.total)},
                {"amount": "$"},
            )
            for name, label, dollars in items
        ),
        row("pallets", "Pallets shipped", {"amount": pallets}),
        row("per_pallet", "Landed cost per pallet", {"amount": per_pallet}, {"amount": "$"}),
    ]
    headers = (("amount", "Amount", None), ("share", "Share of total", "%"))
    return sheet("cost_summary", "Cost summary", headers, rows)


def _inbound(network: Network, plan: Plan) -> Sheet:
    rows = _lanes(("plant", "dc"), plan["inbound"], network.inbound_cents)
    headers = (("plant", "Plant", None), ("dc", "DC", None), *_lane_headers())
    return sheet("inbound", "Plant to DC flows", headers, rows)


def _outbound(network: Network, plan: Plan) -> Sheet:
    rows = _lanes(("dc", "market"), plan["outbound"], network.outbound_cents)
    headers = (("dc", "DC", None), ("market", "Market", None), *_lane_headers())
    return sheet("outbound", "DC to market flows", headers, rows)


def _lane_headers() -> tuple[Header, ...]:
    return (
        ("sku", "SKU", None),
        ("pallets", "Pallets", None),
        ("rate", "Freight rate", "$"),
        ("cost", "Freight cost", "$"),
    )


def _lanes(
    ends: tuple[str, str], flows: Mapping[str, int], cents: Mapping[str, int]
) -> Iterator[Row]:
    for lane, pallets in flows.items():
        origin, destination, sku = lane.split("|")
        values: dict[str, str | float] = {
            ends[0]: origin,
            ends[1]: destination,
            "sku": sku,
            "pallets": pallets,
            "rate": cents[lane] / 100,
            "cost": pallets * cents[lane] / 100,
        }
        yield row(identifier(lane), f"{origin} to {destination}, {sku}", values)


def _buildings(network: Network, plan: Plan) -> Sheet:
    used = throughput(network, plan["inbound"])
    rows = (
        row(
            identifier(dc),
            dc,
            {
                "status": "Open" if dc in plan["open"] else "Closed",
                "capacity": capacity,
                "used": round(used[dc]),
                "utilization": _percent(used[dc], capacity),
                "fixed": network.fixed_cents[dc] / 100 if dc in plan["open"] else 0,
            },
        )
        for dc, capacity in network.throughput.items()
    )
    headers = (
        ("status", "Status", None),
        ("capacity", "Capacity", None),
        ("used", "Throughput", None),
        ("utilization", "Utilization", "%"),
        ("fixed", "Fixed cost", "$"),
    )
    return sheet("dcs", "Distribution centers", headers, rows, IN_PALLETS)


def _lines(network: Network, plan: Plan) -> Sheet:
    made = production(network, plan["inbound"])
    rows = (
        row(
            identifier(line),
            line.replace("|", ", "),
            {
                "capacity": capacity,
                "produced": round(made[line]),
                "rate": network.line_cents[line] / 100,
                "cost": round(made[line]) * network.line_cents[line] / 100,
            },
        )
        for line, capacity in network.line_capacity.items()
    )
    headers = (
        ("capacity", "Line capacity", None),
        ("produced", "Produced", None),
        ("rate", "Unit cost", "$"),
        ("cost", "Production cost", "$"),
    )
    return sheet("lines", "Production by line", headers, rows, IN_PALLETS)


def _coverage(network: Network, plan: Plan) -> Sheet:
    rows = []
    for market in network.markets:
        flows = {
            lane: count for lane, count in plan["outbound"].items() if lane.split("|")[1] == market
        }
        shipped, needed = total(flows.values()), network.ordered(market)
        values: dict[str, str | float] = {
            "demand": needed,
            "shipped": shipped,
            "fill": _percent(shipped, needed),
            "source": listed(list(dict.fromkeys(lane.split("|")[0] for lane in flows))),
        }
        rows.append(row(identifier(market), market, values))
    headers = (
        ("demand", "Demand", None),
        ("shipped", "Shipped", None),
        ("fill", "Fill rate", "%"),
        ("source", "Shipped from", None),
    )
    return sheet("coverage", "Demand coverage", headers, rows, IN_PALLETS)


def _side_constraints(network: Network, plan: Plan) -> Sheet:
    packer = network.plants[-1]
    packed = total(
        count for lane, count in plan["inbound"].items() if lane.startswith(f"{packer}|")
    )
    required = {"required": plan["minimum"], "planned": packed}
    rows = [row("minimum", f"{packer} minimum volume", required)]
    if plan["anchor"]:
        label = f"{plan['anchor']} ship-from locations"
        rows.append(row("single_source", label, {"required": 1, "planned": 1}))
    headers = (("required", "Required", None), ("planned", "Planned", None))
    return sheet("side_constraints", "Side constraints", headers, rows)


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1)
