"""What do work products of every kind look like whose every text is a payload?"""

from typing import Any

from tests.e2e.report_payloads import marked

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.surfaces.showing import messages_for
from modylbench.surfaces.state.surfaces import Surfaces

COLUMNS = 8


def hostile_surfaces(at: int) -> list[dict[str, Any]]:
    """The surfaces that show them, as they stand in a recording; others at each turn."""
    surfaces = Surfaces()
    for product in (
        _sheets(at),
        _document(at),
        _chart(at, "hostile_chart"),
        _dashboard(at),
        _code(at),
    ):
        for message in messages_for(product, product.id):
            surfaces.take(message)
    return [one.model_dump(mode="json") for one in surfaces.snapshot()]


def _texts(field: str, at: int) -> list[str]:
    """All payloads, beginning with another at each turn, so that everything changes."""
    texts = marked(field)
    return texts[at:] + texts[:at]


def _sheets(at: int) -> Spreadsheet:
    return Spreadsheet(id="lbo_model", title=_texts("title", at)[0], sheets=(_sheet(at),))


def _sheet(at: int) -> Sheet:
    cells, formulas = _texts("cell", at), _texts("formula", at)
    columns = tuple(
        Column(id=f"c{number}", label=text)
        for number, text in enumerate(_texts("column label", COLUMNS * at)[:COLUMNS])
    )
    rows = tuple(
        Row(
            id=f"r{number}",
            label=text,
            cells={
                "c0": Cell(text=cells[number], formula=formulas[number][:1_000]),
                "c1": Cell(value=cells[number - 1], unit=cells[number - 2]),
            },
        )
        for number, text in enumerate(_texts("row label", at))
    )
    notes = tuple(_texts("sheet note", 20 * at)[:20])
    return Sheet(
        id="sheet", name=_texts("sheet name", at)[0], columns=columns, rows=rows, notes=notes
    )


def _document(at: int) -> Document:
    bodies = _texts("section", at)
    sections = tuple(
        Section(id=f"s{number}", heading=text, body=bodies[number])
        for number, text in enumerate(_texts("heading", at))
    )
    cited = tuple(
        Citation(id=f"c{number}", url=text, title=text, publisher=text, claim=text)
        for number, text in enumerate(_texts("citation", at))
    )
    return Document(
        id="hostile_document", title=_texts("title", at)[1], sections=sections, citations=cited
    )


def _chart(at: int, name: str) -> Chart:
    points = tuple(
        Point(id=f"p{number}", x=text, y=number) for number, text in enumerate(_texts("x", at))
    )
    series = tuple(
        Series(id=f"s{number}", label=text, points=points if not number else points[:1])
        for number, text in enumerate(_texts("series", 5 * at)[:5])
    )
    label = _texts("axis", at)[0]
    return Chart(
        id=name, title=_texts("title", at)[2], chart_type="bar", series=series,
        x_axis=Axis(label=label), y_axis=Axis(label=label, unit=label),
        notes=tuple(_texts("chart note", 20 * at)[:20]),
    )  # fmt: skip


def _dashboard(at: int) -> Dashboard:
    values, texts = _texts("widget value", at), _texts("widget text", at)
    widgets = tuple(
        Widget(id=f"w{number}", title=text, value=values[number], text=texts[number])
        for number, text in enumerate(_texts("widget", at))
    )
    more = (
        Widget(id="table", title="table", table=_sheet(at)),
        Widget(id="chart", title="chart", chart=_chart(at, "inside")),
    )
    return Dashboard(
        id="hostile_dashboard", title=_texts("title", at)[3], widgets=(*widgets, *more)
    )


def _code(at: int) -> Code:
    files = tuple(
        CodeFile(
            id=f"f{number}", path=text, language=text, content="\n".join(_texts("code", at)[:3])
        )
        for number, text in enumerate(_texts("file path", 8 * at)[:8])
    )
    return Code(id="hostile_code", title=_texts("title", at)[4], files=files)
