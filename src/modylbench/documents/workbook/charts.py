"""Charts that are drawn on a worksheet, and what they show."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.grid import CellEntry, measure
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.workbook.worksheet import span_of
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.ids import ids_for
from modylbench.products.scalars import LARGEST_NUMBER
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from xml.etree.ElementTree import Element

    from modylbench.documents.grid import Grid
    from modylbench.documents.ooxml import Package
    from modylbench.products.chart import ChartType
    from modylbench.products.findings import Complaints

MOST_CHARTS, MOST_SERIES, MOST_POINTS = 50, 200, 5_000
LONGEST_NAME = 500
NEWER = "chartEx"
"""The relation of Excel's charts since 2016 (waterfall, funnel, treemap ...), another format."""
_TYPES: dict[str, ChartType] = {
    "barChart": "bar", "bar3DChart": "bar", "lineChart": "line", "line3DChart": "line",
    "areaChart": "area", "area3DChart": "area", "scatterChart": "scatter",
    "bubbleChart": "scatter", "pieChart": "pie", "pie3DChart": "pie", "doughnutChart": "pie",
    "radarChart": "other", "stockChart": "other", "surfaceChart": "heatmap",
}  # fmt: skip
MOST_CELLS = 20_000
_REFERENCE = re.compile(
    r"(?:'(?P<quoted>(?:[^']|''){1,100})'|(?P<name>[^'!]{1,100}))!(?P<cells>[^!,]+)"
)


@dataclass(frozen=True, slots=True)
class DrawnChart:
    """A chart and the cells that it draws."""

    chart: Chart
    cells: frozenset[tuple[str, int, int]]


def charts_drawn(
    package: Package, drawings: list[str], grids: Mapping[str, Grid], complaints: Complaints
) -> Iterator[DrawnChart]:
    """The charts on the drawings of one worksheet."""
    for drawing in drawings:
        try:
            root, relations = package.tree(drawing), package.relations(drawing)
        except Unreadable as error:
            complaints.error(error.code, error.reason, drawing)
            continue
        named = list(dict.fromkeys(element.get("id", "") for element in root.iter("chart")))
        if len(named) > MOST_CHARTS:
            reason = f"found {len(named):,} charts, expected at most {MOST_CHARTS}"
            complaints.error("too_large", f"{reason}; the rest is dropped", drawing)
            named = named[:MOST_CHARTS]
        for key in named:
            relation = relations.get(key)
            if relation is None:
                complaints.error("chart_not_read", "a chart that is not in the file", drawing)
                continue
            if relation.kind == NEWER:
                complaints.error(
                    "chart_not_read", _unread_chart_kind(package, relation.target), relation.target
                )
                continue
            try:
                yield _ChartReader(package.tree(relation.target), grids, complaints).chart()
            except Unreadable as error:
                complaints.error(error.code, error.reason, relation.target)


def _unread_chart_kind(package: Package, part: str) -> str:
    """What kind of chart is not read: its series say so."""
    try:
        series = package.tree(part).iter("series")
    except Unreadable as error:
        return f"a chart of a newer kind that cannot be read ({error.reason})"
    kinds = sorted({element.get("layoutId", "")[:20] for element in series} - {""})
    return f"a chart of a kind that is not read: {', '.join(kinds[:5]) or 'unknown'}"


class _ChartReader:
    """Reads one chart."""

    def __init__(self, root: Element, grids: Mapping[str, Grid], complaints: Complaints) -> None:
        self._root = root
        self._grids = grids
        self._complaints = complaints
        self._cells: set[tuple[str, int, int]] = set()

    def chart(self) -> DrawnChart:
        area = self._root.find("chart/plotArea")
        plots = [e for e in (area if area is not None else ()) if e.tag in _TYPES]
        if area is None or not plots:
            raise Unreadable("chart_unknown", "a chart of a kind that cannot be read")
        drawn = [
            (plot, s) for plot in plots for s in plot.findall("ser") if not _is_unseen(plot, s)
        ]
        series = [self._series(plot, element) for plot, element in drawn[:MOST_SERIES]]
        ids = ids_for([(None, series.label) for series in series], "series")
        series = [
            series.model_copy(update={"id": made}) for series, made in zip(series, ids, strict=True)
        ]
        title = self._title_text(self._root.find("chart/title"))
        if not title and len(series) == 1:
            title = series[0].label  # what spreadsheets put in its place
        x, y = _axes(area, plots[0])
        if not any(series.points for series in series):
            reason = "no data behind the chart can be seen"
            self._complaints.error("chart_without_data", reason, title)
        chart = Chart(
            id="chart",
            title=title,
            chart_type=_chart_type(plots, drawn),
            x_axis=Axis(label=self._title_text(x)),
            y_axis=Axis(label=self._title_text(y)),
            series=tuple(series),
        )
        return DrawnChart(chart, frozenset(self._cells))

    def _series(self, plot: Element, element: Element) -> Series:
        names = [entry.text for entry in self._values(element.find("tx")) if entry]
        is_scatter = plot.tag in {"scatterChart", "bubbleChart"}
        across = self._values(element.find("xVal" if is_scatter else "cat"))
        up = self._values(element.find("yVal" if is_scatter else "val"))
        measures = [measure(entry) if entry else (None, None) for entry in up]
        units = {unit for number, unit in measures if number is not None}
        plus, minus = self._bars(element)
        points: list[Point] = []
        for place, (number, _) in enumerate(measures[:MOST_POINTS]):
            if number is None:
                continue
            low, high = _number_at(minus, place), _number_at(plus, place)
            points.append(
                Point(
                    id="point",
                    x=_category(across, place),
                    y=number,
                    low=None if low is None else _valid_number(number - low),
                    high=None if high is None else _valid_number(number + high),
                )
            )
        ids = ids_for([(None, str(point.x)) for point in points], "point")
        return Series(
            id="series",
            label=" ".join(names)[:LONGEST_NAME],
            unit=units.pop() if len(units) == 1 else None,
            points=tuple(
                point.model_copy(update={"id": made})
                for point, made in zip(points, ids, strict=True)
            ),
        )

    def _bars(self, element: Element) -> tuple[list[CellEntry | None], list[CellEntry | None]]:
        """The lengths of the error bars up and down."""
        bars = element.find("errBars")
        if bars is None:
            return [], []
        return self._values(bars.find("plus")), self._values(bars.find("minus"))

    def _values(self, source: Element | None) -> list[CellEntry | None]:
        """What a part of a series refers to: the cells as they are, or what the chart remembers."""
        if source is None:
            return []
        reference = source.find(".//f")
        if reference is not None and reference.text:
            self._cells.update(cells_named(reference.text, self._grids))
            found = entries_named(reference.text, self._grids)
            if any(found):
                return found
        literal = source.find("v")
        if literal is not None:
            return [CellEntry(Cell(value=(literal.text or "")[:LONGEST_NAME]))]
        return _cached_entries(source)

    def _title_text(self, holder: Element | None) -> str:
        """The text of a title: written out, or taken from a cell."""
        title = holder if holder is None or holder.tag == "title" else holder.find("title")
        if title is None:
            return ""
        written = "".join(element.text or "" for element in title.iter("t"))
        if not written:
            written = " ".join(e.text for e in self._values(title.find("tx")) if e)
        return " ".join(written.split())[:LONGEST_NAME]


def _cached_entries(source: Element) -> list[CellEntry | None]:
    """The values that a chart keeps of the cells it was drawn from."""
    is_number = source.find(".//numCache") is not None or source.find(".//numLit") is not None
    result: list[CellEntry | None] = []
    for point in list(source.iter("pt"))[:MOST_POINTS]:
        index = point.get("idx", "")
        value = point.find("v")
        text = (value.text or "")[:LONGEST_NAME] if value is not None else ""
        if index.isdecimal() and len(index) < 5:
            result += [None] * (int(index) - len(result))
        result.append(CellEntry(Cell(value=_number(text) if is_number else text)) if text else None)
    return result


def _number(text: str) -> float | str:
    try:
        number = float(text)
    except ValueError:
        return text
    return number if abs(number) <= LARGEST_NUMBER else text


def _number_at(entries: list[CellEntry | None], place: int) -> float | None:
    entry = entries[place] if place < len(entries) else None
    return measure(entry)[0] if entry else None


def _valid_number(number: float) -> float | None:
    return float(f"{number:.12g}") if abs(number) <= LARGEST_NUMBER else None


def _category(entries: list[CellEntry | None], place: int) -> str | float:
    entry = entries[place] if place < len(entries) else None
    if entry is None:
        return place + 1
    value = entry.cell.value
    if entry.is_number and entry.cell.text is None and isinstance(value, int | float):
        return value
    return entry.text[:LONGEST_NAME]


def _is_unseen(plot: Element, series: Element) -> bool:
    """True for bars without a fill, on which those of a waterfall stand."""
    stacked = plot.find("grouping")
    is_stacked = stacked is not None and stacked.get("val") in {"stacked", "percentStacked"}
    return is_stacked and series.find("spPr/noFill") is not None


def _chart_type(plots: list[Element], drawn: list[tuple[Element, Element]]) -> ChartType:
    kind = _TYPES[plots[0].tag]
    direction = plots[0].find("barDir")
    is_sideways = kind == "scatter" or (direction is not None and direction.get("val") == "bar")
    if is_sideways and drawn and all(_has_intervals(series) for _, series in drawn):
        return "forest"
    if kind == "bar" and len(drawn) < sum(len(plot.findall("ser")) for plot in plots):
        return "waterfall"
    return kind


def _has_intervals(series: Element) -> bool:
    kind = series.find("errBars/errValType")
    return kind is not None and kind.get("val") == "cust"


def _axes(area: Element, plot: Element) -> tuple[Element | None, Element | None]:
    """The axis of the categories and that of the values, as the plot names them."""
    axes = {_axis_id(axis): axis for axis in area if axis.tag in {"catAx", "dateAx", "valAx"}}
    own = [axes[key] for key in (e.get("val", "") for e in plot.findall("axId")) if key in axes]
    categories = [axis for axis in own if axis.tag != "valAx"]
    values = [axis for axis in own if axis.tag == "valAx"]
    ordered = [*categories, *values]
    return ordered[0] if ordered else None, ordered[1] if len(ordered) > 1 else None


def _axis_id(axis: Element) -> str:
    found = axis.find("axId")
    return found.get("val", "") if found is not None else ""


def cells_named(reference: str, grids: Mapping[str, Grid]) -> list[tuple[str, int, int]]:
    """Worksheet, row and column of every cell named; none where the reference leads nowhere."""
    match = _REFERENCE.fullmatch(reference.strip().strip("()"))
    if match is None:
        return []
    name = match["quoted"].replace("''", "'") if match["quoted"] else match["name"]
    span = span_of(match["cells"].replace("$", ""))
    if span is None or name not in grids:
        return []
    size = (span.bottom - span.top + 1) * (span.right - span.left + 1)
    if size > MOST_CELLS:
        return []
    return [
        (name, row, column)
        for row in range(span.top, span.bottom + 1)
        for column in range(span.left, span.right + 1)
    ]


def entries_named(reference: str, grids: Mapping[str, Grid]) -> list[CellEntry | None]:
    """What the cells named show."""
    return [
        grids[name].entries.get((row, column))
        for name, row, column in cells_named(reference, grids)
    ]
