"""Which work products does an XLSX file hold?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.surfaces.reading.files.ooxml import Package
from modylbench.surfaces.reading.files.tables.grid import Grid
from modylbench.surfaces.reading.files.workbook.cells import CellReader
from modylbench.surfaces.reading.files.workbook.formulas.results import (
    are_all_zero,
    fill_in,
    has_open_formulas,
)
from modylbench.surfaces.reading.files.workbook.pages import Pages, defined_names
from modylbench.surfaces.reading.files.workbook.strings import SharedStrings
from modylbench.surfaces.reading.files.workbook.styles import looks
from modylbench.surfaces.reading.files.xml_part import listen

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.surfaces.reading.complaints import Complaints
    from modylbench.surfaces.reading.files.workbook.pages import Page
    from modylbench.surfaces.reading.files.workbook.worksheet import Worksheet


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
    pages = Pages(package, relations, complaints)
    listed = root.find("sheets")
    shown, hidden = pages.listed(listed if listed is not None else ())
    calculation = root.find("calcPr")
    is_unsettled = calculation is not None and calculation.get("fullCalcOnLoad") in {"1", "true"}
    if is_unsettled and are_all_zero(page.found for page in shown):
        reason = "every formula has the stored result 0, which a spreadsheet replaces on opening"
        complaints.error("formula_results_zero", f"{reason}: open and save the file in one")
    if has_open_formulas(page.found for page in shown):
        _compute(root, shown, [*shown, *pages.unseen(hidden)], strings.found, complaints)
    book = Book(package.title(), [], package)
    for page in shown:
        reader = CellReader(strings.found, faces, complaints, since_1904=since_1904)
        grid = _grid(page.found, page.name, reader, complaints)
        columns = (column for run in page.found.hidden_columns for column in run)
        folded = grid.without(page.found.hidden_rows, columns)
        book.tabs.append(Tab(page.name, page.part, grid, folded, page.drawings))
    return book


def _compute(
    root: Element, shown: list[Page], pages: list[Page], strings: list[str], complaints: Complaints
) -> None:
    """Fill in the results of formulas that were stored without: Excel computes them on opening."""
    properties = root.find("workbookPr")
    computed = fill_in(
        [page.name for page in shown],
        {page.name: page.found for page in pages},
        strings,
        defined_names(root),
        since_1904=properties is not None and properties.get("date1904") in {"1", "true"},
    )
    if computed:
        reason = f"{computed:,} cells hold formulas without results; they were computed here"
        complaints.warning("formula_computed", reason)


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
