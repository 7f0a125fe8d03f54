"""The worksheets of an XLSX file, as a person sees them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.grid import Grid
from modylbench.documents.ooxml import Package, listen
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.workbook.cells import CellReader, CellVisibility
from modylbench.documents.workbook.formulas.results import (
    are_all_zero,
    fill_in,
    forget_results,
    has_open_formulas,
    spell_out,
)
from modylbench.documents.workbook.styles import styles_of
from modylbench.documents.workbook.worksheet import Worksheet, WorksheetReader
from modylbench.products.findings import Complaints

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Relation

MOST_WORKSHEETS = 100
MOST_CELLS = 250_000
"""Ours: of all worksheets together."""
MOST_NAMES, LONGEST_NAME = 5_000, 2_000


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
class Workbook:
    """A workbook that was read."""

    title: str
    tabs: list[Tab]
    package: Package


def read_workbook(content: bytes, complaints: Complaints) -> Workbook:
    """The worksheets of an XLSX file; what a person cannot see is left out with a complaint."""
    package = Package(content)
    main = package.main_part("xl/workbook.xml")
    root, relations = package.tree(main), package.relations(main)
    parts = {relation.kind: relation.target for relation in relations.values()}
    strings = SharedTextReader()
    if parts.get("sharedStrings", "") in package:
        listen(package.archive.chunks(parts["sharedStrings"]), strings)
    since_1904 = _is_set(root.find("workbookPr"), "date1904")
    styles = styles_of(package, parts.get("styles"), parts.get("theme"))
    if "vbaProject" in parts:
        complaints.warning("macros_ignored", "the workbook has macros; they are never run")
    sheets = SheetList(package, relations, complaints)
    shown, hidden = sheets.visible_sheets(root.findall("sheets/*"))
    is_unsettled = _is_set(root.find("calcPr"), "fullCalcOnLoad")
    # Some writers leave every result at 0.
    is_unsettled = is_unsettled or are_all_zero(sheet.found for sheet in shown)
    for sheet in shown if is_unsettled else ():
        forget_results(sheet.found)
    if has_open_formulas(sheet.found for sheet in shown):
        unseen = sheets.hidden_sheets(hidden)
        for sheet in unseen if is_unsettled else ():
            forget_results(sheet.found)
        computed = fill_in(
            [sheet.name for sheet in shown],
            {sheet.name: sheet.found for sheet in (*shown, *unseen)},
            strings.found,
            defined_names(root),
            since_1904=since_1904,
        )
        if computed:
            reason = f"{computed:,} cells hold formulas without settled results; computed here"
            complaints.warning("formula_computed", reason)
    book = Workbook(package.title(), [], package)
    for sheet in shown:
        reader = CellReader(strings.found, styles, complaints, since_1904=since_1904)
        visibility = CellVisibility(sheet.found, styles, complaints, sheet.name)
        grid = _grid(sheet, reader, visibility, complaints)
        folded = grid.without(*sheet.found.folded_away())
        book.tabs.append(Tab(sheet.name, sheet.part, grid, folded, sheet.drawings))
    return book


def _is_set(element: Element | None, name: str) -> bool:
    return element is not None and element.get(name) in {"1", "true"}


def _grid(
    sheet: ListedSheet, reader: CellReader, visibility: CellVisibility, complaints: Complaints
) -> Grid:
    """What the worksheet shows."""
    entries = {}
    unseen: Counter[str] = Counter()
    for place, raw in sorted(sheet.found.cells.items()):
        if (why := visibility.hides(place, raw)) is not None:
            unseen[why] += 1
        elif (entry := reader.entry(raw, place, sheet.name)) is not None:
            entries[place] = entry
    for why, count in sorted(unseen.items()):
        complaints.warning("hidden_content", f"{count:,} cells {why}; not read", sheet.name)
    return Grid(entries, sheet.found.spans)


@dataclass(slots=True)
class ListedSheet:
    """A worksheet before it is understood."""

    name: str
    part: str
    found: Worksheet
    drawings: list[str] = field(default_factory=list)


class SheetList:
    """Reads the worksheets of one workbook, all within one bound."""

    def __init__(
        self, package: Package, relations: Mapping[str, Relation], complaints: Complaints
    ) -> None:
        self._package = package
        self._relations = relations
        self._complaints = complaints
        self._budget = MOST_CELLS

    def visible_sheets(self, listed: Iterable[Element]) -> tuple[list[ListedSheet], list[Element]]:
        """The worksheets that a person can see, and the entries of the others."""
        elements = list(listed)
        shown, hidden = [], []
        for element in elements[:MOST_WORKSHEETS]:
            name = element.get("name", "")[:200]
            if element.get("state", "visible") != "visible":
                reason = f"the worksheet is {element.get('state')}; not read"
                self._complaints.warning("hidden_content", reason, name)
                hidden.append(element)
                continue
            sheet = self._read(element, self._complaints)
            if sheet is not None and not self._has_room(sheet):
                reason = f"found more than {MOST_CELLS:,} cells; the last worksheets are dropped"
                self._complaints.error("too_large", reason, name)
                break
            shown += [sheet] if sheet is not None else []
        if len(elements) > MOST_WORKSHEETS:
            reason = f"found {len(elements):,} worksheets, expected at most {MOST_WORKSHEETS}"
            self._complaints.error("too_large", f"{reason}; the rest is dropped")
        return shown, hidden

    def hidden_sheets(self, hidden: Iterable[Element]) -> list[ListedSheet]:
        """The hidden worksheets, as formulas that are seen may draw on them."""
        untold = Complaints()  # nobody sees what is wrong with them; that they are there is told
        sheets = [self._read(element, untold) for element in hidden]
        return [sheet for sheet in sheets if sheet is not None and self._has_room(sheet)]

    def _has_room(self, sheet: ListedSheet) -> bool:
        self._budget -= len(sheet.found.cells)
        return self._budget >= 0

    def _read(self, element: Element, complaints: Complaints) -> ListedSheet | None:
        name = element.get("name", "")[:200]
        relation = self._relations.get(element.get("id", ""))
        kinds = {"worksheet", "chartsheet"}
        if relation is None or relation.is_external or relation.kind not in kinds:
            complaints.error("part_missing", "the worksheet cannot be found in the file", name)
            return None
        listener = WorksheetReader()
        try:
            listen(self._package.archive.chunks(relation.target), listener)
        except Unreadable as error:
            complaints.error(error.code, error.reason, name)
            if error.code == "unpacks_too_large":
                raise
        found = listener.found
        spell_out(found)
        if found.outside:
            reason = f"{found.outside:,} cells beyond the last row or column; left out"
            complaints.error("cells_outside", reason, name)
        relations = self._package.relations(relation.target)
        if any(other.kind in {"comments", "threadedComment"} for other in relations.values()):
            complaints.warning("comments_not_read", "the worksheet has comments; not read", name)
        drawings = [relations[key].target for key in found.drawings if key in relations]
        return ListedSheet(name, relation.target, found, drawings)


def defined_names(root: Element) -> dict[tuple[str, str], str]:
    """What the names of a workbook stand for, by worksheet ("" for all of them) and name."""
    sheets = [element.get("name", "").lower() for element in root.findall("sheets/sheet")]
    found: dict[tuple[str, str], str] = {}
    for element in root.findall("definedNames/definedName")[:MOST_NAMES]:
        home = element.get("localSheetId", "")
        place = int(home) if home.isdecimal() and len(home) < 5 else -1
        sheet = sheets[place] if 0 <= place < len(sheets) else ""
        written = (element.text or "").strip()
        if written and len(written) <= LONGEST_NAME:
            found[sheet, element.get("name", "").lower()] = written
    return found


class SharedTextReader:
    """Listens to the XML of the shared strings; what tells how to pronounce them is left out."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._parts: list[str] = []
        self._is_text = self._is_skipped = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:  # noqa: ARG002
        """An element begins."""
        if tag == "si":
            self._parts = []
        elif tag == "rPh":
            self._is_skipped = True
        elif tag == "t":
            self._is_text = not self._is_skipped

    def data(self, text: str) -> None:
        """Text inside the element that is open."""
        if self._is_text:
            self._parts.append(text)

    def end(self, tag: str) -> None:
        """The element ends."""
        if tag == "si":
            self.found.append("".join(self._parts))
        elif tag == "rPh":
            self._is_skipped = False
        elif tag == "t":
            self._is_text = False
