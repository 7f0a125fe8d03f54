"""The two workbooks: the shipment plan and the what-if analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.optimization_solver.costing import costs, production, throughput
from modylbench.scenarios.library.optimization_solver.network import Network, identifier, total
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.products.scalars import Scalar
    from modylbench.scenarios.oracle import KnownTruth

    Plan = Mapping[str, Any]


IN_PALLETS = "Pallets a quarter."
ColumnHeader = tuple[str, str, str | None]
"""Id, label and unit of a column."""


def shipment_plan(truth: Mapping[str, Any], name: str, reached: frozenset[str]) -> Spreadsheet:
    """The plan of that name as a workbook, with the side sheets that were asked for by then."""
    plan = truth["plans"][name]
    network = Network(**{**truth["network"], "throughput": plan["throughput"]})
    sheets = [
        _cost_summary(network, plan),
        _inbound(network, plan),
        _outbound(network, plan),
        _building_rows(network, plan),
        _lines(network, plan),
        _coverage(network, plan),
    ]
    if plan["minimum"] or plan["anchor"]:
        sheets.append(_side_constraints(network, plan))
    sheets += [make(truth) for milestone, make in SIDE_SHEETS.items() if milestone in reached]
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


def _lane_headers() -> tuple[ColumnHeader, ...]:
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


def _building_rows(network: Network, plan: Plan) -> Sheet:
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
        shipped, needed = total(flows.values()), network.demand_of(market)
        values: dict[str, str | float] = {
            "demand": needed,
            "shipped": shipped,
            "fill": _percent(shipped, needed),
            "source": list_in_words(list(dict.fromkeys(lane.split("|")[0] for lane in flows))),
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
    rows = []
    if plan["minimum"]:
        required = {"required": plan["minimum"], "planned": packed}
        rows.append(row("minimum", f"{packer} minimum volume", required))
    if plan["anchor"]:
        label = f"{plan['anchor']} ship-from locations"
        rows.append(row("single_source", label, {"required": 1, "planned": 1}))
    headers = (("required", "Required", None), ("planned", "Planned", None))
    return sheet("side_constraints", "Side constraints", headers, rows)


def _short_stop(truth: Mapping[str, Any]) -> Sheet:
    rows = (
        row(
            "line",
            f"{truth['plant_south']} paper line with the stop",
            _pallets("stop_capacity", truth),
        ),
        row("paper", "Both paper lines with the stop", _pallets("stop_paper", truth)),
        row("demand", "Paper demand", _pallets("paper_demand", truth)),
        row("room", "Room left on paper", _pallets("stop_room", truth)),
    )
    return sheet("short_stop", "Paper line stop", (("pallets", "Pallets", None),), rows)


def _demand_bridge(truth: Mapping[str, Any]) -> Sheet:
    rows = (
        row(
            identifier(market),
            market,
            {
                "old": truth["market_demand"][market],
                "new": truth["bridge_new"][market],
                "change": truth["bridge_change"][market],
            },
        )
        for market in truth["market_demand"]
    )
    headers = (("old", "Old file", None), ("new", "New file", None), ("change", "Change", None))
    return sheet("demand_bridge", "Demand bridge", headers, rows, IN_PALLETS)


def _confirmed_throughput(truth: Mapping[str, Any]) -> Sheet:
    rows = (
        row("file", "In the file for Q4", _pallets("conflict_file", truth)),
        row("confirmed", "Confirmed for Q1", _pallets("conflict_claim", truth)),
        row("extra", "Extra pallets in Q1", _pallets("confirmed_extra", truth)),
    )
    title = f"Q1 letter from {truth['conflict_dc']}"
    return sheet("confirmed_throughput", title, (("pallets", "Pallets", None),), rows)


def _norvale_case(truth: Mapping[str, Any]) -> Sheet:
    dollars = {"value": "$"}
    rows = (
        row("file_rate", "On file, per pallet", {"value": truth["lane_rate"]}, dollars),
        row("rate", "Norvale, per pallet", {"value": truth["norvale_rate"]}, dollars),
        row("pallets", "Volume in the plan", {"value": truth["lane_pallets"]}),
        row("saving", "Saving for the quarter", {"value": truth["norvale_saving"]}, dollars),
    )
    return sheet("norvale_case", "Norvale side case", (("value", "Value", None),), rows)


def _pallets(name: str, truth: Mapping[str, Any]) -> dict[str, Scalar]:
    return {"pallets": truth[name]}


SIDE_SHEETS = {
    "short_stop": _short_stop,
    "demand_bridge": _demand_bridge,
    "confirmed_throughput": _confirmed_throughput,
    "norvale_case": _norvale_case,
}
"""What some meetings ask for beside the plan, by milestone."""


def _percent(part: float, whole: float) -> float:
    return round(100 * part / whole, 1)


def what_if(truth: KnownTruth, reached: frozenset[str]) -> Spreadsheet:
    """The what-ifs, with the lost building and the shadow prices once they are asked for."""
    sheets = [_scenarios(_as_asked(truth, reached), with_loss="dc_loss" in reached)]
    if "shadow_prices" in reached:
        sheets.append(_shadow_prices(truth))
    return Spreadsheet(id="what_if", title="Q4 what-if analysis", sheets=tuple(sheets))


def _as_asked(truth: KnownTruth, reached: frozenset[str]) -> KnownTruth:
    """The truth with more demand as it was first asked for, until that is corrected."""
    if truth["misspoken"] != "growth" or "growth_corrected" in reached:
        return truth
    name = next(name for name, case in truth["scenario_ids"].items() if case == "demand")
    first = f"Demand +{100 * truth['demand_growth_first']:g}%"

    def with_first_growth(table: Mapping[str, Any], value: object) -> dict[str, Any]:
        return {
            first if old == name else old: value if old == name else kept
            for old, kept in table.items()
        }

    return {
        **truth,
        "scenario_ids": with_first_growth(truth["scenario_ids"], "demand"),
        "what_if_totals": with_first_growth(truth["what_if_totals"], truth["demand_first_total"]),
        "what_if_per_pallet": with_first_growth(
            truth["what_if_per_pallet"], truth["demand_first_per_pallet"]
        ),
        "what_if_open": with_first_growth(truth["what_if_open"], truth["demand_first_open"]),
    }


def _scenarios(truth: KnownTruth, *, with_loss: bool) -> Sheet:
    base, ids = truth["total_cost"], truth["scenario_ids"]
    rows = (
        row(
            ids[name],
            name,
            {
                "total": total,
                "delta": round(total - base, 2),
                "change": round(100 * (total / base - 1), 2),
                "per_pallet": truth["what_if_per_pallet"][name],
                "open": list_in_words(truth["what_if_open"][name]),
            },
        )
        for name, total in truth["what_if_totals"].items()
        if with_loss or ids[name] != "lost"
    )
    headers = (
        ("total", "Total landed cost", "$"),
        ("delta", "Change vs base", "$"),
        ("change", "Change", "%"),
        ("per_pallet", "Cost per pallet", "$"),
        ("open", "Open DCs", None),
    )
    note = "Every scenario is re-optimized, open buildings included."
    return sheet("scenarios", "Scenarios", headers, rows, note)


def _shadow_prices(truth: KnownTruth) -> Sheet:
    network, plan = Network(**truth["network"]), truth["plans"]["final"]
    made = production(network, plan["inbound"])
    used = {**throughput(network, plan["inbound"]), **made}
    prices = {**truth["dc_prices"], **truth["line_prices"]}
    rows = [
        row(
            identifier(name),
            name.replace("|", ", "),
            {"limit": limit, "used": round(used[name]), "price": prices.get(name, "closed")},
        )
        for name, limit in {**network.throughput, **network.line_capacity}.items()
    ]
    packer = truth["packer"]
    packed = total(round(made[line]) for line in made if line.startswith(f"{packer}|"))
    minimum = {"limit": truth["minimum"], "used": packed, "price": truth["minimum_price"]}
    rows.append(row("minimum", f"{packer} minimum volume", minimum))
    headers = (("limit", "Limit", None), ("used", "Used", None), ("price", "Shadow price", "$"))
    note = (
        "Saved by one more pallet of capacity, with the open buildings and sources fixed; "
        "for the minimum, added by one more pallet of it."
    )
    return sheet("shadow_prices", "Shadow prices", headers, rows, note)


def sheet(
    name: str, title: str, headers: Iterable[ColumnHeader], rows: Iterable[Row], note: str = ""
) -> Sheet:
    """A sheet with these columns and rows."""
    columns = tuple(Column(id=column, label=label, unit=unit) for column, label, unit in headers)
    notes = (note,) if note else ()
    return Sheet(id=name, name=title, columns=columns, rows=tuple(rows), notes=notes)


def row(
    name: str, label: str, values: Mapping[str, Scalar], units: Mapping[str, str] | None = None
) -> Row:
    """A row of these values by column; `units` where a cell's is not its column's."""
    units = units or {}
    cells = {column: Cell(value=value, unit=units.get(column)) for column, value in values.items()}
    return Row(id=name, label=label, cells=cells)
