"""Work products that the components of our catalog show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.documents.markdown import MOST_COLUMNS, blocks, cut
from modylbench.documents.prose.citations import citations
from modylbench.products.chart import Chart, Point, Series
from modylbench.products.code import Code, CodeFile
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Citation, Document, Section
from modylbench.products.findings import quote_value
from modylbench.products.ids import LONGEST, id_from, is_id
from modylbench.products.pointer import join
from modylbench.products.spreadsheet import Column, Row, Sheet, Spreadsheet
from modylbench.products.terminal import Terminal, TerminalEntry
from modylbench.surfaces.reading.lenient_fields import (
    Columns,
    complain_of_id,
    fields,
    list_items,
    list_parts,
    list_texts,
    read_all,
    read_cells,
    read_part,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.products.findings import Complaints
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.reading.lenient_fields import Fields

ONLY_SHEET = "sheet"
"""The id of the sheet of a single grid, which has none of its own."""

LONGEST_MARKDOWN = 400_000  # ours: about 60,000 words
_OF_A_GRID = frozenset({"sheets", "columns", "rows", "notes"})
MOST_NUMBERS = 5
PREFIX = "file_"
"""A CodeFile's component id is its file's id, with or without this before it."""

OF_EVERY_COMPONENT = frozenset({"id", "component", "product", "accessibility", "weight"})


def product_id(raw: dict[str, Any], items: Sequence[int], complaints: Complaints) -> str:
    """The id of the product that a component shows; the items of a template are counted."""
    named = raw.get("product")
    given = named if isinstance(named, str) and named else str(raw.get("id", ""))
    made = given if is_id(given) else id_from(given, "product")
    if made != given:
        complain_of_id(given, made, "/product", complaints)
    numbers = "".join(f"_{item + 1}" for item in items[-MOST_NUMBERS:])
    return made[: LONGEST - len(numbers)] + numbers


def product(
    component: str, identity: str, raws: Sequence[dict[str, Any]], complaints: Complaints
) -> WorkProduct | None:
    """The product that one component shows, or several CodeFiles together."""
    own = [
        {name: value for name, value in fields(raw).items() if name not in OF_EVERY_COMPONENT}
        for raw in raws
    ]
    if component == "CodeFile":
        files = [
            file
            | ({"id": str(raw.get("id", "")).removeprefix(PREFIX)} if raw.get("product") else {})
            for file, raw in zip(own, raws, strict=True)
        ]
        return code(identity, files, complaints)
    return SHAPES[component](own[0] | {"id": identity}, complaints)


def spreadsheet(raw: Fields, complaints: Complaints) -> Spreadsheet | None:
    """A DataGrid: a single grid, or its sheets."""
    sheets = list_items(raw.get("sheets"), "/sheets", complaints)
    if "columns" in raw or "rows" in raw:
        only = {"id": ONLY_SHEET, "name": raw.get("title", "")}
        sheets = [only | {name: raw[name] for name in ("columns", "rows") if name in raw}, *sheets]
    below = list_texts(raw.get("notes"), "/notes", complaints)
    shaped = []
    for item in list_parts(sheets, "/sheets", "name", complaints):
        where = "/sheets" + join(item["id"])
        own = list_texts(item.get("notes"), where + "/notes", complaints)
        item["notes"] = (*own, *below)  # "US$ in millions" below them holds for all sheets
        shaped.append(sheet(item, where, complaints))
    result = {name: value for name, value in raw.items() if name not in _OF_A_GRID}
    result["sheets"] = tuple(item for item in shaped if item is not None)
    return read_part(Spreadsheet, result, complaints)


def sheet(raw: Fields, where: str, complaints: Complaints) -> Sheet | None:
    """One sheet."""
    given = raw.get("columns")
    if isinstance(given, list | tuple) and len(given) > MOST_COLUMNS:
        reason = f"found {len(given):,} columns, expected at most {MOST_COLUMNS}"
        complaints.error("too_many", f"{reason}; the others are dropped", where + "/columns")
        given = given[:MOST_COLUMNS]
    columns = list_parts(given, where + "/columns", "label", complaints, plain=True)
    known = Columns.of(given, columns)
    rows = list_parts(raw.get("rows"), where + "/rows", "label", complaints)
    for row in rows:
        place = where + join("rows", row["id"], "cells")
        row["cells"] = read_cells(row.get("cells"), known, place, complaints)
    result = raw | {
        "columns": read_all(Column, columns, complaints, where + "/columns"),
        "rows": read_all(Row, rows, complaints, where + "/rows"),
        "notes": list_texts(raw.get("notes"), where + "/notes", complaints),
    }
    return read_part(Sheet, result, complaints, where)


def chart(raw: Fields, complaints: Complaints, where: str = "") -> Chart | None:
    """A Chart, or the chart of a widget."""
    result = dict(raw)
    for axis in ("x_axis", "y_axis"):
        if isinstance(raw.get(axis), dict):
            result[axis] = fields(raw[axis])
    series = list_parts(raw.get("series"), where + "/series", "label", complaints)
    for item in series:
        place = where + join("series", item["id"], "points")
        points = list_parts(item.get("points"), place, "x", complaints)
        item["points"] = read_all(Point, points, complaints, place)
    result["series"] = read_all(Series, series, complaints, where + "/series")
    result["notes"] = list_texts(raw.get("notes"), where + "/notes", complaints)
    return read_part(Chart, result, complaints, where)


def document(raw: Fields, complaints: Complaints) -> Document | None:
    """A Document: its sections, then those of its Markdown, which may list its sources too."""
    given = list_items(raw.get("sections"), "/sections", complaints)
    text = raw.get("markdown")
    if isinstance(text, str):
        text = cut(text, LONGEST_MARKDOWN, complaints, "/markdown")
        given += [
            {"heading": block.heading, "level": max(block.level, 1), "body": block.body}
            for block in blocks(text)
        ]
    elif text is not None:
        complaints.error("wrong_type", f"found {quote_value(text)}, expected a text", "/markdown")
    named = list_parts(given, "/sections", "heading", complaints)
    sections = read_all(Section, named, complaints, "/sections")
    result = {name: value for name, value in raw.items() if name != "markdown"}
    result["sections"] = sections
    result["citations"] = _read_citations(raw, complaints)
    if isinstance(text, str) and "citations" not in raw:
        result["citations"] = citations(sections, complaints)
    return read_part(Document, result, complaints)


def _read_citations(raw: Fields, complaints: Complaints) -> tuple[Citation, ...]:
    items = list_parts(raw.get("citations"), "/citations", "title", complaints)
    for item in items:
        cites = item.get("section")
        if isinstance(cites, str) and cites and not is_id(cites):
            item["section"] = id_from(cites)  # as the section's own id was made valid
    return read_all(Citation, items, complaints, "/citations")


def dashboard(raw: Fields, complaints: Complaints) -> Dashboard | None:
    """A Dashboard."""
    widgets = list_parts(raw.get("widgets"), "/widgets", "title", complaints)
    for widget in widgets:
        where = "/widgets" + join(widget["id"])
        if isinstance(widget.get("table"), dict):
            [inner] = list_parts([widget["table"]], where + "/table", "name", complaints)
            widget["table"] = sheet(inner, where + "/table", complaints)
        if isinstance(widget.get("chart"), dict):
            [inner] = list_parts([widget["chart"]], where + "/chart", "title", complaints)
            widget["chart"] = chart(inner, complaints, where + "/chart")
    result = raw | {
        "widgets": read_all(Widget, widgets, complaints, "/widgets"),
        "notes": list_texts(raw.get("notes"), "/notes", complaints),
    }
    return read_part(Dashboard, result, complaints)


def code(product_id: str, files: Sequence[Fields], complaints: Complaints) -> Code | None:
    """The files of one product; each keeps the id of its component, and the first title holds."""
    titles = [title for file in files if (title := file.get("title")) is not None]
    for other in titles[1:]:
        if other != titles[0]:
            reason = (
                f"found the title {quote_value(other)} beside {quote_value(titles[0])}, which holds"
            )
            complaints.warning("titles_differ", reason, "/title")
    named = [{name: value for name, value in file.items() if name != "title"} for file in files]
    read = read_all(CodeFile, list_parts(named, "/files", "path", complaints), complaints, "/files")
    title = titles[0] if titles else read[0].path if read else ""
    return read_part(Code, {"id": product_id, "title": title, "files": read}, complaints)


def terminal(raw: Fields, complaints: Complaints) -> Terminal | None:
    """A Terminal: its commands in their order, each with what it printed."""
    entries = list_parts(raw.get("entries"), "/entries", "command", complaints)
    result = raw | {"entries": read_all(TerminalEntry, entries, complaints, "/entries")}
    return read_part(Terminal, result, complaints)


SHAPES: dict[str, Callable[[dict[str, Any], Complaints], WorkProduct | None]] = {
    "DataGrid": spreadsheet,
    "Chart": chart,
    "Document": document,
    "Dashboard": dashboard,
    "Terminal": terminal,
}
