"""The files of analyses: a CSV for every table, a plot each, and a page in words."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from modylbench.foundation.atomic_file import make_folder, write_file
from modylbench.foundation.errors import one_line
from modylbench.foundation.extras import EXTRAS, is_installed
from modylbench.publishing.report.markdown import plain_text, table_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from modylbench.publishing.analysis.section import (
        AnalysisSection,
        AnalysisTable,
        CellValue,
        Plot,
        PlotSeries,
    )


INDEX = "index.md"
MOST_TEXT = 4000
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""Those that spreadsheets begin a formula with, the wide forms of East Asian keyboards too."""
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


def write_files(
    sections: Sequence[AnalysisSection], notes: Sequence[str], folder: Path, *, pictures: bool
) -> list[str]:
    """Write all of it; the names of the files. Pictures only where they can be drawn."""
    make_folder(folder)
    found: dict[str, bytes] = {}
    draws = pictures and can_draw()
    for section in sections:
        for table in section.tables:
            found[f"{table.name}.csv"] = csv_text(table).encode("utf-8", "replace")
        if draws and section.chart is not None and not section.chart.is_empty:
            found[f"{section.name}.svg"] = svg(section.chart)
    page = "\n".join(_page(sections, notes, drawn={*found})) + "\n"
    found[INDEX] = page.encode("utf-8", "replace")
    for name, content in found.items():
        write_file(content, folder / name)
    return sorted(found)


def why_no_plots(*, pictures: bool) -> str:
    """What to tell whoever wants pictures and gets none; empty where nothing is missing."""
    return HOW_TO_GET if pictures and not can_draw() else ""


def csv_text(table: AnalysisTable) -> str:
    """A head and a row each, numbers in full precision; what was not measured is empty."""
    found = io.StringIO()
    writer = csv.writer(found, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows([[_csv_cell(cell) for cell in row] for row in table.rows])
    return found.getvalue()


def _page(
    sections: Sequence[AnalysisSection], notes: Sequence[str], *, drawn: set[str]
) -> Iterator[str]:
    yield "# Analysis"
    yield ""
    for note in notes:
        yield f"- {plain_text(note)}"
    for section in sections:
        yield ""
        yield f"## {section.title}"
        yield ""
        for sentence in section.says:
            yield f"- {plain_text(sentence, MOST_TEXT)}"
        chart = section.chart
        if chart is not None and not chart.is_empty:
            picture = f"{section.name}.svg"
            if picture in drawn:
                yield ""
                yield f"![{plain_text(chart.title)}]({picture})"
            yield ""
            yield f"In words: {plain_text(chart.alternative, MOST_TEXT)}"
        for table in section.tables:
            yield ""
            yield f"[{table.name}.csv]({table.name}.csv)"
            printed = table.printed_rows()
            if printed:
                yield ""
                yield from table_text(printed[0], [[*map(plain_text, row)] for row in printed[1:]])


def _csv_cell(cell: CellValue) -> str:
    """Numbers as they are, negative ones too; only text can be a formula."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        return repr(cell)
    text = one_line(cell)
    return f"'{text}" if text.startswith(FORMULA_SIGNS) else text


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
        (_draw_dots if chart.kind == "dots" else _draw_lines)(axes, chart)
        axes.set_title(_label(chart.title))
        axes.grid(visible=True, color="#d9d9d9", linewidth=0.6)
        axes.set_axisbelow(True)
        if len(chart.series) > 1:
            figure.legend(loc="outside lower center", ncols=2, frameon=False)
        found = io.BytesIO()
        told = {"Title": _label(chart.title), "Date": None, "Creator": None}
        canvas.print_figure(found, format="svg", metadata=told)
    return found.getvalue()


def _draw_dots(axes: Any, chart: Plot) -> None:
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
            label=_legend_name(series),
        )
    axes.set_yticks(range(len(chart.labels)), [_label(label) for label in chart.labels])
    axes.set_ylim(len(chart.labels) - 0.5, -0.5)
    axes.set_xlabel(chart.value_label)
    axes.set_ylabel(chart.label_label)
    if chart.bounds is None:
        axes.axvline(0.0, color="#5a5a5a", linewidth=0.8)
    else:
        axes.set_xlim(*_widen(chart.bounds))


def _draw_lines(axes: Any, chart: Plot) -> None:
    for number, series in enumerate(chart.series):
        values = [float("nan") if value is None else value for value in series.values]
        axes.plot(
            range(len(values)),
            values,
            linestyle=LINES[number % len(LINES)],
            marker=MARKERS[number % len(MARKERS)],
            color=_colour(number),
            markersize=4,
            label=_legend_name(series),
        )
    axes.set_xticks(range(len(chart.labels)), [_label(label) for label in chart.labels])
    axes.set_xlabel(chart.label_label)
    axes.set_ylabel(chart.value_label)
    if chart.bounds is not None:
        axes.set_ylim(*_widen(chart.bounds))


def _widen(bounds: tuple[float, float]) -> tuple[float, float]:
    """So that marks at the very bounds are whole."""
    edge = (bounds[1] - bounds[0]) * 0.03
    return bounds[0] - edge, bounds[1] + edge


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _legend_name(series: PlotSeries) -> str:
    """A leading _ would keep it out of the legend."""
    return f" {_label(series.name)}"


def _label(text: str) -> str:
    """What every font has; whole names stand in the tables."""
    shown = text.encode("ascii", "replace").decode()
    shown = "".join(sign if sign.isprintable() else " " for sign in shown)
    return shown if len(shown) <= MOST_LABEL + 20 else shown[:MOST_LABEL] + "..."
