"""The conversion analysis workbook, as far as the meeting has got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.business_analyst.extras import reconciliation
from modylbench.scenarios.library.business_analyst.funnel import CELLS, EFFECTS, ROWS, STEPS
from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, SOURCES, STAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from modylbench.scenarios.library.business_analyst.funnel import Figures

PERCENT, POINTS, MILLIONS = "%", "percentage points", "$M"
CRM_ITEMS = ("in report", "archived", "won", "win rate")
Headers = tuple[tuple[str, str | None], ...]
"""Label and unit of every column."""


def identifier(label: str) -> str:
    """The id of a row or column of that label.

    >>> identifier("Mid-Market|Q2")
    'mid_market_q2'
    """
    return label.lower().replace("-", "_").replace("|", "_").replace(" ", "_")


def percent(fraction: float) -> float:
    """A rate as it stands in a cell."""
    return round(100 * fraction, 2) + 0.0


def points(fraction: float) -> float:
    """A difference of rates as it stands in a cell."""
    return round(100 * fraction, 3) + 0.0


def conversion_analysis(
    figures: Figures, reached: frozenset[str], truth: Mapping[str, Any]
) -> Spreadsheet:
    """The workbook: a sheet for every part of the analysis reached."""
    sheets = [_segment_mix(figures)]
    if "crm_funnel" in reached:
        sheets.append(_crm_funnel(figures))
    if "cohort" in reached:
        sheets.append(_cohort_funnel(figures))
    if "stage_conversion" in reached:
        sheets.append(_stage_conversion(figures))
    if "decomposition" in reached:
        sheets.append(decomposition(figures))
    sheets += [make(figures, truth) for name, make in EXTRA_SHEETS.items() if name in reached]
    return Spreadsheet(
        id="conversion_analysis", title="Q3 conversion analysis", sheets=tuple(sheets)
    )


def table(
    name: str, title: str, headers: Headers, rows: Mapping[str, Iterable[float | Cell]]
) -> Sheet:
    """A sheet with a row for every label; a cell of its own has another unit than its column."""
    columns = tuple(Column(id=identifier(label), label=label, unit=unit) for label, unit in headers)
    return Sheet(
        id=name,
        name=title,
        columns=columns,
        rows=tuple(
            Row(
                id=identifier(label),
                label=label.replace("|", " "),
                cells={
                    column.id: value if isinstance(value, Cell) else Cell(value=value)
                    for column, value in zip(columns, values, strict=True)
                },
            )
            for label, values in rows.items()
        ),
    )


def _segment_mix(figures: Figures) -> Sheet:
    headers: Headers = tuple(
        header
        for quarter in QUARTERS
        for header in ((f"{quarter} created", None), (f"{quarter} share", PERCENT))
    )
    mix = figures.mix
    rows = {
        segment: [
            value
            for cell in (f"{segment}|{quarter}" for quarter in QUARTERS)
            for value in (figures.created[cell], percent(mix[cell]))
        ]
        for segment in ROWS
    }
    return table("segment_mix", "Segment mix", headers, rows)


def _crm_funnel(figures: Figures) -> Sheet:
    headers: Headers = tuple(
        (f"{quarter} {item}", PERCENT if item == "win rate" else None)
        for quarter in QUARTERS
        for item in CRM_ITEMS
    )
    rows = {
        segment: [
            value
            for cell in (f"{segment}|{quarter}" for quarter in QUARTERS)
            for value in (*figures.crm[cell], percent(figures.crm_rates[cell]))
        ]
        for segment in ROWS
    }
    return table("crm_funnel", "CRM funnel", headers, rows)


def _cohort_funnel(figures: Figures) -> Sheet:
    headers: Headers = (*((stage.capitalize(), None) for stage in STAGES), ("Win rate", PERCENT))
    rows = {cell: [*figures.cohort[cell], percent(figures.win_rates[cell])] for cell in CELLS}
    return table("cohort_funnel", f"Cohort funnel ({figures.window_days} days)", headers, rows)


def _stage_conversion(figures: Figures) -> Sheet:
    headers: Headers = tuple((step.capitalize(), PERCENT) for step in STEPS)
    rows = {
        cell: [percent(rate) for rate in step_rates]
        for cell, step_rates in figures.step_rates().items()
    }
    return table("stage_conversion", "Stage conversion", headers, rows)


def decomposition(figures: Figures) -> Sheet:
    """The change in the overall win rate, by segment and effect."""
    names = [name for name in EFFECTS if figures.has_interaction or name != "interaction"]
    headers: Headers = tuple((name.capitalize(), POINTS) for name in names)
    rows = {segment: [points(figures.effects[segment][name]) for name in names] for segment in ROWS}
    return table("decomposition", "Decomposition", headers, rows)


def _archived_left_out(figures: Figures, truth: Mapping[str, Any]) -> Sheet:  # noqa: ARG001
    headers: Headers = (("Base", None), ("Won in window", None), ("Rate", PERCENT))
    rows = {
        quarter: [truth[f"left_{item}_{quarter.lower()}"] for item in ("base", "won")]
        + [truth[f"left_rate_{quarter.lower()}_cell"]]
        for quarter in QUARTERS
    }
    return table("archived_left_out", "Archived left out", headers, rows)


def _enterprise_by_source(figures: Figures, truth: Mapping[str, Any]) -> Sheet:  # noqa: ARG001
    items = ("created", "won")
    headers: Headers = tuple((f"{quarter} {item}", None) for quarter in QUARTERS for item in items)
    rows = {
        source: [
            truth["source_table"][f"{source}|{quarter}|{item}"]
            for quarter in QUARTERS
            for item in items
        ]
        for source in SOURCES
    }
    return table("enterprise_by_source", "Enterprise by source", headers, rows)


def _bi_reconciliation(figures: Figures, truth: Mapping[str, Any]) -> Sheet:
    headers: Headers = (("BI wins", None), ("Our wins", None), ("Difference", None))
    rows = reconciliation(figures, truth["bi_extra"])
    return table("bi_reconciliation", "BI reconciliation", headers, rows)


def _q1_pipeline(figures: Figures, truth: Mapping[str, Any]) -> Sheet:  # noqa: ARG001
    rows = {
        "Planned wins": [truth["quota_wins"]],
        "Rate assumed": [Cell(value=percent(truth["pipeline_rate"]), unit=PERCENT)],
        "Opportunities needed": [truth["pipeline_needed"]],
    }
    return table("q1_pipeline", "Q1 pipeline", (("Value", None),), rows)


def _benchmark(figures: Figures, truth: Mapping[str, Any]) -> Sheet:  # noqa: ARG001
    rows = {
        "Northgate Enterprise rate": [Cell(value=truth["benchmark_rate_cell"], unit=PERCENT)],
        "Page": [truth["benchmark_page"]],
    }
    return table("benchmark", "Benchmark", (("Value", None),), rows)


EXTRA_SHEETS = {
    "archived_left_out": _archived_left_out,
    "enterprise_by_source": _enterprise_by_source,
    "bi_reconciliation": _bi_reconciliation,
    "q1_pipeline": _q1_pipeline,
    "benchmark": _benchmark,
}
"""The tabs that only some meetings ask for, by the milestone with which they come."""
