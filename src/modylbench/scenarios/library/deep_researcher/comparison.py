"""The companies compared: the competitor table and the readiness timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.deep_researcher.companies import (
    ASSESSED,
    BY_ID,
    BY_NAME,
    CELL_DENSITY,
    COST,
    INDUSTRIAL,
    PERFORMANCE,
    TARGET,
    Metric,
)
from modylbench.scenarios.library.deep_researcher.sources import levels
from modylbench.scenarios.library.text_forms import list_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.library.deep_researcher.research_state import ResearchState
    from modylbench.scenarios.library.deep_researcher.sources import FigureKey, FigureStanding


UNDISCLOSED = "n/d"
MISPRINTS = {
    "units_swapped": "prints its units per kilogram and per litre the wrong way round; the figure "
    "per kilogram is read accordingly, to be checked with the company",
}
"""What a note says of a figure that is not read as it is printed."""
NOTE = "Newest statement of each publisher; n/d: not disclosed in any source"
DISPUTE_COLUMNS = (
    Column(id="lower", label="Lower figure"),
    Column(id="lower_source", label="Says so (lower)"),
    Column(id="higher", label="Higher figure"),
    Column(id="higher_source", label="Says so (higher)"),
)


HISTORY_COLUMNS = (
    Column(id="withdrawn", label="Old figure (Wh/kg)"),
    Column(id="withdrawn_source", label="First published in"),
    Column(id="stands", label="Figure that replaced it (Wh/kg)"),
    Column(id="stands_source", label="Replaced in"),
)
HEADLINE_COLUMNS = (
    Column(id="headline", label="Cell-level headline (Wh/kg)"),
    Column(id="release", label="Release"),
)
ROADMAP = Column(id="roadmap", label="TRL 9 target (year)")


def competitor_table(state: ResearchState) -> Spreadsheet:
    """The workbook: a row a company, and a sheet of what is disputed."""
    metrics = (*PERFORMANCE, *(INDUSTRIAL if state.has("industrial_table") else ()))
    sheets = [_field(state, metrics)]
    for milestone, sheet in (
        ("conflicts", _disputes_sheet),
        ("restatement_history", _history_sheet),
        ("headline_sheet", _headline_sheet),
    ):
        if state.has(milestone):
            sheets.append(sheet(state))
    return Spreadsheet(
        id="competitor_table", title="Solid-state competitor table", sheets=tuple(sheets)
    )


def _field(state: ResearchState, metrics: tuple[Metric, ...]) -> Sheet:
    columns = [Column(id=metric.id, label=metric.label) for metric in metrics]
    if state.has("roadmap_column"):
        columns.append(ROADMAP)
    columns.append(Column(id="sources", label="Sources"))
    rows = [
        Row(id=BY_NAME[company].id, label=company, cells=_cells(state, company, metrics))
        for company in state.companies
    ]
    return Sheet(
        id="competitors",
        name="Competitors",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(_notes(state, metrics)),
    )


def _notes(state: ResearchState, metrics: tuple[Metric, ...]) -> Iterator[str]:
    yield NOTE
    if COST in metrics:
        yield _cost_note(state)
    for defect, source in state.misprints.items():
        if defect in MISPRINTS:
            yield f"{source} {MISPRINTS[defect]}"


def _cost_note(state: ResearchState) -> str:
    """Which edition of the analysts each company's cost is of: they are not of one year."""
    editions: dict[str, list[str]] = {}
    for company in state.companies:
        cited = state.standing[company, COST.id].held[0].source
        editions.setdefault(cited.date[:4], []).append(BY_NAME[company].short)
    told = [
        f"{year} edition for {'all' if len(editions) == 1 else list_in_words(names)}"
        for year, names in sorted(editions.items(), reverse=True)
    ]
    return f"Cell cost, the newest edition that covers the company: {'; '.join(told)}"


def _cells(state: ResearchState, company: str, metrics: tuple[Metric, ...]) -> dict[str, Cell]:
    standing = {metric.id: state.standing.get((company, metric.id)) for metric in metrics}
    cells = {metric.id: _cell(standing[metric.id], metric) for metric in metrics}
    if state.has("roadmap_column"):
        cells[ROADMAP.id] = _roadmap_cell(state, company)
    used = sorted(
        {held.source.id for figure in standing.values() if figure for held in figure.held}
    )
    cells["sources"] = Cell(value=", ".join(used))
    return cells


def _roadmap_cell(state: ResearchState, company: str) -> Cell:
    target = state.standing.get((company, f"{TARGET}9"))
    return Cell(value=UNDISCLOSED if target is None else target.value)


def _cell(standing: FigureStanding | None, metric: Metric) -> Cell:
    if standing is None:
        return Cell(value=UNDISCLOSED)
    if standing.is_disputed:
        figures = " vs ".join(f"{held.claim.value:,g}" for held in standing.sides)
        return Cell(value=f"{figures} (disputed)")
    return Cell(value=standing.value, unit=metric.unit)


def _disputes_sheet(state: ResearchState) -> Sheet:
    rows = []
    for company, metric, standing in state.disputes():
        low, high = standing.sides
        rows.append(
            Row(
                id=f"{BY_NAME[company].id}_{metric}",
                label=f"{company}: {BY_ID[metric].label[0].lower()}{BY_ID[metric].label[1:]}",
                cells={
                    "lower": Cell(value=low.claim.value, unit=BY_ID[metric].unit),
                    "lower_source": Cell(value=f"{low.source.publisher} ({low.source.id})"),
                    "higher": Cell(value=high.claim.value, unit=BY_ID[metric].unit),
                    "higher_source": Cell(value=f"{high.source.publisher} ({high.source.id})"),
                },
            )
        )
    return Sheet(id="disputes", name="Disputed figures", columns=DISPUTE_COLUMNS, rows=tuple(rows))


def _history_sheet(state: ResearchState) -> Sheet:
    """What the restated company has said of its energy density, the older figure marked so."""
    company = state.parts["restated"]
    old, new = (standing[company, CELL_DENSITY.id].held[0] for standing in state.before_and_after)
    cells = {}
    for name, held in (("withdrawn", old), ("stands", new)):
        cells[name] = Cell(value=held.claim.value, unit=CELL_DENSITY.unit)
        cells[f"{name}_source"] = Cell(value=f"{held.source.id}, {held.source.date}")
    row = Row(id=BY_NAME[company].id, label=company, cells=cells)
    return Sheet(id="history", name="Restatements", columns=HISTORY_COLUMNS, rows=(row,))


def _headline_sheet(state: ResearchState) -> Sheet:
    """What a press release says in large letters, and the level that its footnote gives it."""
    company = state.parts["funded"]
    release = state.standing[company, CELL_DENSITY.id].held[0]
    row = Row(
        id=BY_NAME[company].id,
        label=company,
        cells={
            "headline": Cell(value=release.claim.value, unit=CELL_DENSITY.unit),
            "release": Cell(value=f"{release.source.id}, {release.source.date}"),
        },
    )
    return Sheet(id="headlines", name="Headlines", columns=HEADLINE_COLUMNS, rows=(row,))


def readiness_timeline(state: ResearchState) -> Chart:
    """The chart: for each company one series of levels assessed and one of levels planned."""
    series = [series for company in state.companies for series in _series(company, state.readiness)]
    return Chart(
        id="readiness_timeline",
        title="Technology readiness by company and year",
        chart_type="scatter",
        x_axis=Axis(label="Year"),
        y_axis=Axis(label="Technology readiness level (TRL)"),
        series=tuple(series),
        notes=("A dot only where a source states a level for a year.",),
    )


def _series(company: str, standing: Mapping[FigureKey, FigureStanding]) -> Iterator[Series]:
    for prefix, basis in ((ASSESSED, "assessed"), (TARGET, "target")):
        points = tuple(
            Point(id=f"y{year}" if prefix == ASSESSED else f"level_{level}", x=year, y=level)
            for year, level in levels(company, standing, prefix)
        )
        if points:
            name = f"{BY_NAME[company].id}_{basis}"
            yield Series(id=name, label=f"{company} ({basis})", points=points)
