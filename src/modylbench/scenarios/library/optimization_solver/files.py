"""The files that are handed over, in the layout of the seed and with its defects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.optimization_solver.network import SKUS, Network, key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Line = dict[str, object]

CODES = {sku.name: sku.code for sku in SKUS}
PLAIN, RENAMED, REORDERED = "plain", "renamed", "reordered"
OTHER_NAMES = {
    "plant": "Site",
    "sku": "Item No",
    "item": "Description",
    "capacity_pallets_per_quarter": "Qtr Capacity (plt)",
    "variable_cost_per_pallet": "Var Cost ($/plt)",
    "dc": "Building",
    "plannable_throughput_pallets_per_quarter": "Plannable Thru (plt/qtr)",
    "fixed_cost_per_quarter": "Fixed ($/qtr)",
    "handling_per_pallet": "Handling ($/plt)",
    "market": "Ship-To",
    "q4_pallets": "Q4 Orders (plt)",
    "leg": "Leg",
    "origin": "From",
    "destination": "To",
    "rate": "Rate ($)",
    "basis": "Basis",
}
"""What the same columns are called in an extract of another system."""
PER_TRUCK = f"per truckload ({' / '.join(f'{sku.per_truck} {sku.code}' for sku in SKUS)})"
OLD_RATED = "2023 rating"


@dataclass(frozen=True, slots=True)
class Extract:
    """A table as it comes out of a system: columns in order, and lines by column."""

    columns: tuple[str, ...]
    lines: tuple[Line, ...]

    def with_lines(self, *more: Line) -> Extract:
        """The same with lines at the end."""
        return replace(self, lines=(*self.lines, *more))

    def laid_out(self, layout: str) -> str:
        """The table as CSV: as it is, with other names, or in another order."""
        columns, lines = self.columns, list(self.lines)
        if layout == REORDERED:
            columns = (columns[0], *reversed(columns[1:]))
            lines.sort(key=lambda line: str(line[columns[-1]]))  # stable
        names = [OTHER_NAMES.get(name, name) if layout == RENAMED else name for name in columns]
        rows = ([str(line[name]) for name in columns] for line in lines)
        return "\n".join(",".join(row) for row in (names, *rows)) + "\n"


def attachments(truth: Mapping[str, Any]) -> dict[str, str]:
    """The files that are handed over, by name."""
    network, layout = Network(**truth["network"]), truth["layout"]
    demand = _demand(network, network.demand)
    extracts = {
        "plants.csv": _plants(network, truth),
        "dcs.csv": _dcs(network, truth),
        "demand.csv": _demand_with_defects(demand, truth),
        "freight.csv": _freight(network, truth),
        "demand_refresh.csv": _refreshed_demand(demand, truth),
        "demand_confirmed.csv": _demand(network, _confirmed_demand(network, truth)),
    }
    return {
        **{name: extract.laid_out(layout) for name, extract in extracts.items()},
        "dock_notice.txt": _notice(truth),
        "throughput_letter.txt": _letter(truth),
        "norvale_rates.csv": _norvale(truth),
    }


def _money(cents: int) -> str:
    return f"{cents / 100:.2f}"


def _plants(network: Network, truth: Mapping[str, Any]) -> Extract:
    lines = []
    for plant, sku in network.lines:
        line: Line = {
            "plant": plant,
            "sku": CODES[sku],
            "item": sku,
            "capacity_pallets_per_quarter": network.line_capacity[key(plant, sku)],
            "variable_cost_per_pallet": _money(network.line_cents[key(plant, sku)]),
        }
        lines.append(line)
        if "superseded_line" in truth["defects"] and key(plant, sku) == truth["old_line"]:
            old: Line = {
                "item": f"{sku} ({OLD_RATED})",
                "capacity_pallets_per_quarter": truth["old_capacity"],
            }
            lines.append(line | old)
    return Extract(tuple(lines[0]), tuple(lines))


def _dcs(network: Network, truth: Mapping[str, Any]) -> Extract:
    throughput = {**network.throughput, truth["corrected_dc"]: truth["file_capacity"]}
    fixed = {dc: _money(cents) for dc, cents in network.fixed_cents.items()}
    if "fixed_in_thousands" in truth["defects"]:
        dc = truth["thousands_dc"]
        fixed[dc] = f"{network.fixed_cents[dc] / 100_000:.2f}"
    lines: list[Line] = [
        {
            "dc": dc,
            "plannable_throughput_pallets_per_quarter": throughput[dc],
            "fixed_cost_per_quarter": fixed[dc],
            "handling_per_pallet": _money(network.handling_cents[dc]),
        }
        for dc in network.dcs
    ]
    return Extract(tuple(lines[0]), tuple(lines))


def _demand(network: Network, demand: Mapping[str, int]) -> Extract:
    lines = [
        _order(market, CODES[sku], sku, demand[key(market, sku)])
        for market in network.markets
        for sku in network.skus
    ]
    return Extract(tuple(lines[0]), tuple(lines))


def _order(market: str, code: str, item: str, pallets: int) -> Line:
    return {"market": market, "sku": code, "item": item, "q4_pallets": pallets}


def _demand_with_defects(clean: Extract, truth: Mapping[str, Any]) -> Extract:
    lines: list[Line] = []
    for line in clean.lines:
        lines.append(line)
        is_repeated = (line["market"], line["item"]) == (
            truth["repeated_market"],
            truth["repeated_item"],
        )
        if is_repeated and "repeated_order" in truth["defects"]:
            lines.append(line)
    if "subtotal_in_demand" in truth["defects"]:
        market = truth["subtotal_market"]
        last = max(place for place, line in enumerate(lines) if line["market"] == market)
        lines.insert(last + 1, _order(market, "ALL", "Subtotal", truth["subtotal_pallets"]))
    return replace(clean, lines=tuple(lines))


def _refreshed_demand(clean: Extract, truth: Mapping[str, Any]) -> Extract:
    paper = "Paper Towels"
    again = (line for line in clean.lines if line["market"] == truth["twice_market"])
    returned = _order(truth["returns_market"], CODES[paper], paper, -truth["returns_pallets"])
    return clean.with_lines(*again, returned)


def _confirmed_demand(network: Network, truth: Mapping[str, Any]) -> dict[str, int]:
    changes = truth["bridge_changes"]
    return {order: count + changes.get(order, 0) for order, count in network.demand.items()}


def _freight(network: Network, truth: Mapping[str, Any]) -> Extract:
    """Rates with what they are per; a plant that does not make an item has no rate for it."""
    is_wide = truth["freight_layout"] == "wide"
    lines: list[Line] = []
    for leg, origins, destinations, rates in (
        ("inbound", network.plants, network.dcs, network.inbound_cents),
        ("outbound", network.dcs, network.markets, network.outbound_cents),
    ):
        for origin, destination in _pairs(origins, destinations):
            per_truck = "rates_per_truck" in truth["defects"] and truth["truck_lane"] == key(
                origin, destination
            )
            lane: Line = {
                "leg": leg,
                "origin": origin,
                "destination": destination,
                "basis": PER_TRUCK if per_truck else "per pallet",
            }
            shown: Line = {}
            for sku in SKUS:
                cents = rates.get(key(origin, destination, sku.name))
                shown[sku.code] = (
                    "" if cents is None else _money(truth["truck_cents"] if per_truck else cents)
                )
            lines += [lane | shown] if is_wide else _long(lane, shown)
    return Extract(tuple(lines[0]), tuple(lines))


def _pairs(origins: Iterable[str], destinations: Iterable[str]) -> list[tuple[str, str]]:
    ends = list(destinations)
    return [(origin, destination) for origin in origins for destination in ends]


def _long(lane: Line, rates: Line) -> list[Line]:
    return [{**lane, "sku": code, "rate": rate} for code, rate in rates.items() if rate]


def _norvale(truth: Mapping[str, Any]) -> str:
    """A carrier's own quote: per truckload, with what fits on one; nobody has signed it."""
    lane = f"{truth['lane_plant']} - {truth['lane_dc']}"
    code = CODES[truth["lane_sku"]]
    return (
        "Norvale Freight - dedicated lane quote NF-2207 (not binding until signed)\n"
        "lane,commodity,pallets_per_truck,all_in_rate_per_truck,quoted_for,signed\n"
        f"{lane},{code},{truth['norvale_per_truck']},{truth['norvale_truck']:.2f},Oct-Dec,no\n"
    )


def _notice(truth: Mapping[str, Any]) -> str:
    return (
        f"NOTICE TO CUSTOMERS - {truth['conflict_dc'].upper()} FACILITY\n\n"
        "Re: dock leveler replacement, doors 1-14\n\n"
        "From October 1 through December 31 usable throughput at this facility will be limited to "
        f"{truth['conflict_notice']:,} pallets for the quarter. "
        "Appointments beyond that level will not be confirmed.\n\n"
        "Facility Operations\n"
    )


def _letter(truth: Mapping[str, Any]) -> str:
    return (
        f"{truth['conflict_dc'].upper()} FACILITY - CONFIRMATION OF THROUGHPUT\n\n"
        f"For the fourth quarter the facility remains at {truth['conflict_file']:,} pallets, as in "
        "your file. From January 1, with the second shift, we confirm "
        f"{truth['conflict_claim']:,} pallets a quarter. Appointments will be confirmed up to "
        "these levels. This letter is our only statement on throughput; no notice is open.\n\n"
        "Signed: General Manager, Facility Operations\n"
    )
