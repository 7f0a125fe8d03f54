"""What does a correct what-if workbook look like?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Spreadsheet
from modylbench.scenarios.library.optimization_solver.deliverables.sheets import row, sheet
from modylbench.scenarios.library.optimization_solver.model.costing import production, throughput
from modylbench.scenarios.library.optimization_solver.model.network import (
    Network,
    identifier,
    total,
)
from modylbench.scenarios.library.optimization_solver.truth import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.spreadsheet import Sheet

    Truth = Mapping[str, Any]


def what_if(truth: Truth, reached: frozenset[str]) -> Spreadsheet:
    """The what-ifs, with the lost building and the shadow prices once they are asked for."""
    sheets = [_scenarios(truth, with_loss="dc_loss" in reached)]
    if "shadow_prices" in reached:
        sheets.append(_shadow_prices(truth))
    return Spreadsheet(id="what_if", title="Q4 what-if analysis", sheets=tuple(sheets))


def _scenarios(truth: Truth, *, with_loss: bool) -> Sheet:
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
                "open": listed(truth["what_if_open"][name]),
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


def _shadow_prices(truth: Truth) -> Sheet:
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
