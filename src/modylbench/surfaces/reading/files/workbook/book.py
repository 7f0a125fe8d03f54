"""Which work products does an XLSX file hold?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.surfaces.reading.files.ooxml import Package
from modylbench.surfaces.reading.files.refusal import Unreadable
from modylbench.surfaces.reading.files.tables.grid import Grid
from modylbench.surfaces.reading.files.workbook.cells import CellReader
from modylbench.surfaces.reading.files.workbook.strings import SharedStrings
from modylbench.surfaces.reading.files.workbook.styles import looks
from modylbench.surfaces.reading.files.workbook.worksheet import Worksheet, WorksheetReader
from modylbench.surfaces.reading.files.xml_part import listen

if TYPE_CHECKING:
    from modylbench.surfaces.reading.complaints import Complaints
    from modylbench.surfaces.reading.files.ooxml import Relation

MOST_WORKSHEETS = 100
MOST_CELLS = 250_000
"""Ours: of all worksheets together."""


@dataclass(slots=True)
class Tab:
    """A worksheet that a person can see: what it shows, and the parts that draw on it."""

    name: str
    part: str
    grid: Grid
    folded: Grid
    """The same without its hidden rows and columns: what stands side by side is read so."""

    drawings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Book:
    """A workbook that was read."""

    title: str
    tabs: list[Tab]
    package: Package


def read_book(content: bytes, complaints: Complaints) -> Book:
    """The worksheets of an XLSX file; what a person cannot see is left out with a complaint."""
    package = Package(content)
    main = package.main_part("xl/workbook.xml")
    root, relations = package.tree(main), package.relations(main)
    parts = {relation.kind: relation.target for relation in relations.values()}
    strings = SharedStrings()
    if parts.get("sharedStrings", "") in package:
        listen(package.archive.chunks(parts["sharedStrings"]), strings)
    properties = root.find("workbookPr")
    since_1904 = properties is not None and properties.get("date1904") in {"1", "true"}
    faces = looks(package, parts.get("styles"))
    if "vbaProject" in parts:
        complaints.warning("macros_ignored", "the workbook has macros; they are never run")
    book = Book(package.title(), [], package)
    budget = MOST_CELLS
    sheets = root.find("sheets")
    for element in list(sheets if sheets is not None else ())[:MOST_WORKSHEETS]:
        name = element.get("name", "")[:200]
        relation = relations.get(element.get("id", ""))
        if element.get("state", "visible") != "visible":
            reason = f"the worksheet is {element.get('state')}; not read"
            complaints.warning("hidden_content", reason, name)
            continue
        reader = CellReader(strings.found, faces, complaints, since_1904=since_1904)
        tab = _tab(package, name, relation, reader, complaints)
        if tab is not None:
            budget -= len(tab.grid.entries)
            if budget < 0:
                reason = f"found more than {MOST_CELLS:,} cells; the last worksheets are dropped"
                complaints.error("too_large", reason, name)
                break
            book.tabs.append(tab)
    if sheets is not None and len(sheets) > MOST_WORKSHEETS:
        reason = f"found {len(sheets):,} worksheets, expected at most {MOST_WORKSHEETS}"
        complaints.error("too_large", f"{reason}; the rest is dropped")
    return book


def _tab(
    package: Package,
    name: str,
    relation: Relation | None,
    reader: CellReader,
    complaints: Complaints,
) -> Tab | None:
    if relation is None or relation.is_external or relation.kind not in {"worksheet", "chartsheet"}:
        complaints.error("part_missing", "the worksheet cannot be found in the file", name)
        return None
    listener = WorksheetReader()
    try:
        listen(package.archive.chunks(relation.target), listener)
    except Unreadable as error:
        complaints.error(error.code, error.reason, name)
        if error.code == "unpacks_too_large":
            raise
    found = listener.found
    if found.outside:
        reason = f"{found.outside:,} cells beyond the last row or column; left out"
        complaints.error("cells_outside", reason, name)
    relations = package.relations(relation.target)
    if any(other.kind in {"comments", "threadedComment"} for other in relations.values()):
        complaints.warning("comments_not_read", "the worksheet has comments; not read", name)
    drawings = [relations[key].target for key in found.drawings if key in relations]
    grid = _grid(found, name, reader, complaints)
    columns = (column for run in found.hidden_columns for column in run)
    return Tab(name, relation.target, grid, grid.without(found.hidden_rows, columns), drawings)


def _grid(found: Worksheet, name: str, reader: CellReader, complaints: Complaints) -> Grid:
    """What the worksheet shows."""
    columns = {column for run in found.hidden_columns for column in run}
    entries = {}
    unseen = {"in hidden rows": 0, "in hidden columns": 0, "in a font that nobody sees": 0}
    for place, raw in sorted(found.cells.items()):
        if place[0] in found.hidden_rows:
            unseen["in hidden rows"] += 1
        elif place[1] in columns:
            unseen["in hidden columns"] += 1
        elif reader.look(raw).is_invisible:
            unseen["in a font that nobody sees"] += 1
        else:
            entry = reader.entry(raw, place, name)
            if entry is not None:
                entries[place] = entry
    for where, count in unseen.items():
        if count:
            complaints.warning("hidden_content", f"{count:,} cells {where}; not read", name)
    return Grid(entries, found.spans)
