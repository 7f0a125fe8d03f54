"""The executive dashboard of a correct plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet
from modylbench.scenarios.library.optimization_solver.costing import logistics_by_dc, throughput
from modylbench.scenarios.library.optimization_solver.network import Network, identifier
from modylbench.scenarios.library.optimization_solver.story import BINDS, DOES_NOT_BIND

NONE_CLOSED = "nothing"

if TYPE_CHECKING:
    from collections.abc import Mapping


def executive_dashboard(truth: Mapping[str, Any], reached: frozenset[str]) -> Dashboard:
    """The dashboard, as far as its widgets have been asked for."""
    widgets = [
        Widget(
            id="total_cost", title="Total landed cost", value=round(truth["total_cost"]), unit="$"
        ),
        Widget(
            id="cost_per_pallet",
            title="Landed cost per pallet",
            value=truth["cost_per_pallet"],
            unit="$",
        ),
        Widget(id="fill_rate", title="Demand fill rate", value=100, unit="%"),
        Widget(id="open_dcs", title="Open DCs", value=len(truth["plans"]["final"]["open"])),
        Widget(id="utilization", title="DC utilization", table=_utilization(truth)),
    ]
    if "cost_chart" in reached:
        widgets.append(
            Widget(id="cost_by_dc", title="Logistics cost by DC", chart=_cost_by_dc(truth))
        )
    if "worst_case" in reached:
        widgets.append(
            Widget(
                id="worst_case",
                title="Worst case cost per pallet",
                value=truth["worst_case_cost"],
                unit="$",
                text=truth["worst_case"],
            )
        )
    if "recommendations" in reached:
        widgets.append(
            Widget(id="recommendations", title="Recommendations", text=_recommendations(truth))
        )
    return Dashboard(
        id="executive_dashboard", title="Q4 distribution dashboard", widgets=tuple(widgets)
    )


def _utilization(truth: Mapping[str, Any]) -> Sheet:
    network, plan = Network(**truth["network"]), truth["plans"]["final"]
    used = throughput(network, plan["inbound"])
    rows = tuple(
        Row(
            id=identifier(dc),
            label=dc,
            cells={
                "status": Cell(value="Open" if dc in plan["open"] else "Closed"),
                "utilization": Cell(value=round(100 * used[dc] / network.throughput[dc], 1)),
            },
        )
        for dc in network.dcs
    )
    columns = (
        Column(id="status", label="Status"),
        Column(id="utilization", label="Utilization", unit="%"),
    )
    return Sheet(id="utilization_table", name="DC utilization", columns=columns, rows=rows)


def _cost_by_dc(truth: Mapping[str, Any]) -> Chart:
    network, plan = Network(**truth["network"]), truth["plans"]["final"]
    cost = logistics_by_dc(network, plan["inbound"], plan["outbound"])
    points = tuple(
        Point(id=identifier(dc), x=dc, y=round(cost[dc])) for dc in network.dcs if dc in cost
    )
    return Chart(
        id="cost_by_dc_chart",
        title="Logistics cost by DC",
        chart_type="bar",
        x_axis=Axis(label="Distribution center"),
        y_axis=Axis(label="Logistics cost", unit="$"),
        series=(Series(id="logistics_cost", label="Logistics cost", unit="$", points=points),),
    )


def _recommendations(truth: Mapping[str, Any]) -> str:
    packer = truth["packer"]
    minimum = {
        BINDS: f"Reopen the {packer} minimum at renewal: its last pallets cost more than "
        "they are worth.",
        DOES_NOT_BIND: f"The {packer} minimum costs nothing and can stay as it is.",
    }
    closed, lost = truth["closed_dcs"], truth["lost_dc"]
    # Two of the recommendations depend on each other: waiving the minimum changes the prices.
    rules = ", under the rules as they are," if truth["scarce_note"] else ""
    cover = (
        f"Keep {closed} ready to open" if closed != NONE_CLOSED else "Line up overflow space"
    ) + f" in case we lose {lost}: every order still ships then, at a higher cost."
    return "\n".join(
        (
            f"- Run the quarter from {truth['open_dcs']}; keep {closed} closed.",
            f"- Relieve {truth['scarce_capacity']}: at the margin{rules} one more pallet saves the "
            "most there.",
            f"- {minimum[truth['packer_minimum']]}",
            f"- {cover}",
        )
    )
