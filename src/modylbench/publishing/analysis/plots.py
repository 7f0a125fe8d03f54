"""Plots of analyses; the same figures give the same bytes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from modylbench.foundation.extras import EXTRAS, is_installed

if TYPE_CHECKING:
    from modylbench.publishing.analysis.section import Plot, PlotSeries

HOW_TO_GET = f"no pictures: they need matplotlib, {EXTRAS['plots'].how_to_get}"
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "modylbench",
    "svg.fonttype": "none",
    "text.parse_math": False,  # an agent may call itself $\\frac$
    "font.size": 9,
}
# Light and dark alternate, and every series has a mark and a line of its own: readable in grey.
COLOURS = ("#1b2a49", "#c8791e", "#3f7fa6", "#8a2f2f", "#6a9f58", "#7d5ba6", "#b5a642", "#5a5a5a")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
LINES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)), (0, (3, 1, 1, 1)), (0, (8, 3)))
ROW_HEIGHT, WIDTH, MARGIN = 0.34, 8.0, 1.5  # inches
MOST_LABEL = 40


def can_draw() -> bool:
    """Whether matplotlib is there."""
    return is_installed("matplotlib")


def svg(chart: Plot) -> bytes:
    """The chart as SVG, without a date and with ids that depend on nothing but the chart."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # a person's own settings would give other bytes
        matplotlib.rcParams.update(SETTINGS)
        height = max(3.2, MARGIN + ROW_HEIGHT * len(chart.labels) + 0.2 * len(chart.series))
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        canvas = FigureCanvasSVG(figure)
        axes = figure.add_subplot()
        (_dots if chart.kind == "dots" else _lines)(axes, chart)
        axes.set_title(_label(chart.title))
        axes.grid(visible=True, color="#d9d9d9", linewidth=0.6)
        axes.set_axisbelow(True)
        if len(chart.series) > 1:
            figure.legend(loc="outside lower center", ncols=2, frameon=False)
        found = io.BytesIO()
        told = {"Title": _label(chart.title), "Date": None, "Creator": None}
        canvas.print_figure(found, format="svg", metadata=told)
    return found.getvalue()


def _dots(axes: Any, chart: Plot) -> None:
    """A row for every label, the first on top; series stand a little apart."""
    count = len(chart.series)
    for number, series in enumerate(chart.series):
        shift = (number - (count - 1) / 2) * 0.7 / max(count, 2)
        known = [
            (row + shift, value) for row, value in enumerate(series.values) if value is not None
        ]
        for row, interval in enumerate(series.intervals):
            if interval is not None:
                axes.plot(interval, (row + shift,) * 2, color=_colour(number), linewidth=1.2)
        axes.plot(
            [value for _, value in known],
            [row for row, _ in known],
            linestyle="none",
            marker=MARKERS[number % len(MARKERS)],
            color=_colour(number),
            markersize=5,
            label=_name(series),
        )
    axes.set_yticks(range(len(chart.labels)), [_label(label) for label in chart.labels])
    axes.set_ylim(len(chart.labels) - 0.5, -0.5)
    axes.set_xlabel(chart.value_label)
    axes.set_ylabel(chart.label_label)
    if chart.bounds is None:
        axes.axvline(0.0, color="#5a5a5a", linewidth=0.8)
    else:
        axes.set_xlim(*_wider(chart.bounds))


def _lines(axes: Any, chart: Plot) -> None:
    for number, series in enumerate(chart.series):
        values = [float("nan") if value is None else value for value in series.values]
        axes.plot(
            range(len(values)),
            values,
            linestyle=LINES[number % len(LINES)],
            marker=MARKERS[number % len(MARKERS)],
            color=_colour(number),
            markersize=4,
            label=_name(series),
        )
    axes.set_xticks(range(len(chart.labels)), [_label(label) for label in chart.labels])
    axes.set_xlabel(chart.label_label)
    axes.set_ylabel(chart.value_label)
    if chart.bounds is not None:
        axes.set_ylim(*_wider(chart.bounds))


def _wider(bounds: tuple[float, float]) -> tuple[float, float]:
    """So that marks at the very bounds are whole."""
    edge = (bounds[1] - bounds[0]) * 0.03
    return bounds[0] - edge, bounds[1] + edge


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _name(series: PlotSeries) -> str:
    """A leading _ would keep it out of the legend."""
    return f" {_label(series.name)}"


def _label(text: str) -> str:
    """What every font has; whole names stand in the tables."""
    shown = text.encode("ascii", "replace").decode()
    shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    return shown if len(shown) <= MOST_LABEL + 20 else shown[:MOST_LABEL] + "..."
