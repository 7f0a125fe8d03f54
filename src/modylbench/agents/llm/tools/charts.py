"""Tools that make and change charts and dashboards."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from modylbench.agents.llm.tools.spreadsheets import SheetInput
from modylbench.agents.llm.tools.tool import Tool, put_into, show_as
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.chart import Axis, Chart, ChartType
from modylbench.products.dashboard import Dashboard
from modylbench.products.scalars import IdentifiedPart, Label, Number, Prose, Scalar

LONGEST_ID = 60


class PointInput(Spec):
    """A point: a category or a number on x, a number on y, and bounds where it has them."""

    x: Label | Number
    y: Number | None = None
    low: Number | None = None
    high: Number | None = None


class SeriesInput(IdentifiedPart):
    """One series of points."""

    label: Label
    unit: Label | None = None
    points: tuple[PointInput, ...] = ()


class ChartInput(IdentifiedPart):
    """A chart inside a dashboard."""

    title: Label
    chart_type: ChartType
    x_axis: Axis = Axis()
    y_axis: Axis = Axis()
    series: tuple[SeriesInput, ...] = ()
    notes: tuple[Prose, ...] = ()


class DrawChart(ChartInput):
    """Show a chart. With the id of one that is there, it is changed to this."""


class SetSeries(Spec):
    """Replace the series of a chart that has this id, or add it."""

    product: Identifier
    series: SeriesInput


class WidgetInput(IdentifiedPart):
    """A figure with its unit, a text, a table or a chart, under a title."""

    title: Label
    value: Scalar = None
    unit: Label | None = None
    text: Prose = ""
    table: SheetInput | None = None
    chart: ChartInput | None = None


class ShowDashboard(IdentifiedPart):
    """Show a dashboard of widgets. With the id of one that is there, it is replaced."""

    title: Label
    widgets: tuple[WidgetInput, ...]
    notes: tuple[Prose, ...] = ()


class SetWidgets(Spec):
    """Replace the widgets of a dashboard that have these ids, or add them."""

    product: Identifier
    widgets: Annotated[tuple[WidgetInput, ...], Field(min_length=1)]


def _dashboard(page: dict[str, Any]) -> dict[str, Any]:
    return {**page, "widgets": [_widget(widget) for widget in page["widgets"]]}


def _widget(widget: dict[str, Any]) -> dict[str, Any]:
    chart = widget.get("chart")
    return {**widget, "chart": _chart(chart)} if chart else widget


def _chart(chart: dict[str, Any]) -> dict[str, Any]:
    return {**chart, "series": [_series(series) for series in chart.get("series", ())]}


def _series(series: dict[str, Any]) -> dict[str, Any]:
    """The series with ids for its points: from what stands on x, so that they stay."""
    taken: set[str] = set()
    points = []
    for number, point in enumerate(series.get("points", ()), start=1):
        name = re.sub(r"[^A-Za-z0-9]+", "_", str(point["x"]))[:LONGEST_ID].strip("_")
        name = f"p{number}" if not name or name in taken else name
        while name in taken:
            name += "_"
        taken.add(name)
        points.append({"id": name, **point})
    return {**series, "points": points}


TOOLS = (
    Tool("draw_chart", DrawChart, show_as(Chart, _chart)),
    Tool("set_series", SetSeries, put_into(Chart, "series", "series", _series)),
    Tool("show_dashboard", ShowDashboard, show_as(Dashboard, _dashboard)),
    Tool("set_widgets", SetWidgets, put_into(Dashboard, "widgets", "widgets", _widget)),
)
