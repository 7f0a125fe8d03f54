"""Which worksheets does a workbook list, as they stand in the file?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.refusal import Unreadable
from modylbench.documents.workbook.formulas.shared import spell_out
from modylbench.documents.workbook.worksheet import Worksheet, WorksheetReader
from modylbench.documents.xml_part import listen
from modylbench.products.findings import Complaints

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Package, Relation

MOST_WORKSHEETS = 100
MOST_CELLS = 250_000
"""Ours: of all worksheets together."""

MOST_NAMES, LONGEST_NAME = 5_000, 2_000


@dataclass(slots=True)
class Page:
    """A worksheet before it is understood."""

    name: str
    part: str
    found: Worksheet
    drawings: list[str] = field(default_factory=list)


class Pages:
    """Reads the worksheets of one workbook, all within one bound."""

    def __init__(
        self, package: Package, relations: Mapping[str, Relation], complaints: Complaints
    ) -> None:
        self._package = package
        self._relations = relations
        self._complaints = complaints
        self._budget = MOST_CELLS

    def listed(self, sheets: Iterable[Element]) -> tuple[list[Page], list[Element]]:
        """The worksheets that a person can see, and the entries of the others."""
        elements = list(sheets)
        shown, hidden = [], []
        for element in elements[:MOST_WORKSHEETS]:
            name = element.get("name", "")[:200]
            if element.get("state", "visible") != "visible":
                reason = f"the worksheet is {element.get('state')}; not read"
                self._complaints.warning("hidden_content", reason, name)
                hidden.append(element)
                continue
            page = self._page(element, self._complaints)
            if page is not None and not self._has_room(page):
                reason = f"found more than {MOST_CELLS:,} cells; the last worksheets are dropped"
                self._complaints.error("too_large", reason, name)
                break
            shown += [page] if page is not None else []
        if len(elements) > MOST_WORKSHEETS:
            reason = f"found {len(elements):,} worksheets, expected at most {MOST_WORKSHEETS}"
            self._complaints.error("too_large", f"{reason}; the rest is dropped")
        return shown, hidden

    def unseen(self, hidden: Iterable[Element]) -> list[Page]:
        """The hidden worksheets, as formulas that are seen may draw on them."""
        untold = Complaints()  # nobody sees what is wrong with them; that they are there is told
        pages = [self._page(element, untold) for element in hidden]
        return [page for page in pages if page is not None and self._has_room(page)]

    def _has_room(self, page: Page) -> bool:
        self._budget -= len(page.found.cells)
        return self._budget >= 0

    def _page(self, element: Element, complaints: Complaints) -> Page | None:
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
        return Page(name, relation.target, found, drawings)


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
