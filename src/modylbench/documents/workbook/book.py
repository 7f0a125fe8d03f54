"""Which work products does an XLSX file hold?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.ooxml import Package
from modylbench.documents.tables.grid import Grid
from modylbench.documents.workbook.cells import CellReader
from modylbench.documents.workbook.formulas.results import (
    are_all_zero,
    fill_in,
    has_open_formulas,
    reopen,
)
from modylbench.documents.workbook.pages import Pages, defined_names
from modylbench.documents.workbook.sight import Sight
from modylbench.documents.workbook.strings import SharedStrings
from modylbench.documents.workbook.styles import styles_of
from modylbench.documents.xml_part import listen

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from modylbench.documents.workbook.pages import Page
    from modylbench.products.findings import Complaints


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
    styles = styles_of(package, parts.get("styles"), parts.get("theme"))
    if "vbaProject" in parts:
        complaints.warning("macros_ignored", "the workbook has macros; they are never run")
    pages = Pages(package, relations, complaints)
    listed = root.find("sheets")
    shown, hidden = pages.listed(listed if listed is not None else ())
    calculation = root.find("calcPr")
    is_unsettled = calculation is not None and calculation.get("fullCalcOnLoad") in {"1", "true"}
    if is_unsettled or are_all_zero(page.found for page in shown):
        is_unsettled = True  # some writers leave every result at 0
        _reopen(shown)
    if has_open_formulas(page.found for page in shown):
        unseen = pages.unseen(hidden)
        if is_unsettled:
            _reopen(unseen)
        _compute(root, shown, [*shown, *unseen], strings.found, complaints)
    book = Book(package.title(), [], package)
    for page in shown:
        reader = CellReader(strings.found, styles, complaints, since_1904=since_1904)
        grid = _grid(page, reader, Sight(page.found, styles, complaints, page.name), complaints)
        folded = grid.without(*page.found.folded_away())
        book.tabs.append(Tab(page.name, page.part, grid, folded, page.drawings))
    return book


def _reopen(pages: list[Page]) -> None:
    for page in pages:
        reopen(page.found)


def _compute(
    root: Element, shown: list[Page], pages: list[Page], strings: list[str], complaints: Complaints
) -> None:
    """Fill in the results of formulas that Excel computes on opening."""
    properties = root.find("workbookPr")
    computed = fill_in(
        [page.name for page in shown],
        {page.name: page.found for page in pages},
        strings,
        defined_names(root),
        since_1904=properties is not None and properties.get("date1904") in {"1", "true"},
    )
    if computed:
        reason = f"{computed:,} cells hold formulas without settled results; computed here"
        complaints.warning("formula_computed", reason)


def _grid(page: Page, reader: CellReader, sight: Sight, complaints: Complaints) -> Grid:
    """What the worksheet shows."""
    entries = {}
    unseen: Counter[str] = Counter()
    for place, raw in sorted(page.found.cells.items()):
        if (why := sight.hides(place, raw)) is not None:
            unseen[why] += 1
        elif (entry := reader.entry(raw, place, page.name)) is not None:
            entries[place] = entry
    for why, count in sorted(unseen.items()):
        complaints.warning("hidden_content", f"{count:,} cells {why}; not read", page.name)
    return Grid(entries, page.found.spans)
