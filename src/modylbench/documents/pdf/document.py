"""The document that a PDF file holds, with its headings and paragraphs."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pypdf import PdfReader, apply_configuration
from pypdf.errors import DependencyError, LimitReachedError

from modylbench.documents.markdown import MarkdownBlock, markdown_table
from modylbench.documents.pdf.drawing import IDENTITY, Box, Matrix, WorkBudget
from modylbench.documents.pdf.page_text import mark_links, page_text
from modylbench.documents.pdf.painter import Painter
from modylbench.documents.pdf.tables import TableRows
from modylbench.documents.prose.document import document_of
from modylbench.documents.unreadable import Unreadable, run_parser

if TYPE_CHECKING:
    from pypdf import PageObject

    from modylbench.documents.pdf.lines import TextLine
    from modylbench.documents.pdf.page_text import PageItem
    from modylbench.products.document import Document
    from modylbench.products.findings import Complaints

MOST_PAGES = 300
MOST_UNPACKED = 20_000_000
LIMITS: dict[str, Any] = {
    "array_based_stream_maximum_output_length": MOST_UNPACKED,
    "lzw_maximum_output_length": MOST_UNPACKED,
    "run_length_maximum_output_length": MOST_UNPACKED,
    "zlib_maximum_output_length": MOST_UNPACKED,
    "stream_decoding_work_maximum_length": 3 * MOST_UNPACKED,
    "stream_parsing_work_maximum_count": 300_000,
    "page_tree_maximum_entries": 5_000,
    "page_tree_maximum_depth": 50,
    "jbig2dec_binary": None,
}
"""Tighter than the library's own; no program is ever started for a picture."""
LARGER = 1.12
"""Ours: a heading is so many times larger than the text."""
LONGEST_HEADING = 120
LINE_STEP = 1.75
"""Ours, in ems: lines further apart than this belong to different paragraphs."""
_DIGITS = re.compile(r"\d+")
_BULLET = re.compile(
    r"(?:[\u2022\u25cf\u25aa\u25e6\u2023\u00b7\uf0b7\u2013*-]|\(cid:\d+\))\s+(?=\S)"
)
_NUMBERED = re.compile(r"(?:\d{1,3}[.)]|\[[\w.-]{1,12}\])\s+\S")


def document_of_pdf(content: bytes, file_id: str, name: str, complaints: Complaints) -> Document:
    """A PDF file as a document."""
    with apply_configuration(**LIMITS):
        reader = run_parser(lambda: _open(content))
        pages = _pages(reader, complaints)
        title = run_parser(lambda: _title(reader))
    if not any(pages):
        raise Unreadable("no_text", "no page has text that a person sees; is it a scan?")
    return document_of(outline(pages), file_id, title, name, complaints)


def _open(content: bytes) -> PdfReader:
    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted:
        try:
            is_open = bool(reader.decrypt(""))
        except DependencyError:
            is_open = False
        if not is_open:
            raise Unreadable("encrypted", "the file is encrypted and needs a password")
    return reader


@dataclass(slots=True)
class _PageCounts:
    """What is on the pages besides text that is read."""

    hidden: int = 0
    turned: int = 0
    pictures: int = 0
    too_deep: int = 0

    def complain(self, complaints: Complaints) -> None:
        if self.hidden:
            reason = f"{self.hidden:,} characters that nobody sees; not read"
            complaints.warning("hidden_content", reason)
        if self.turned:
            reason = f"{self.turned:,} characters that do not run from left to right; not read"
            complaints.warning("turned_text", reason)
        if self.too_deep:
            reason = f"{self.too_deep:,} forms drawn inside too many others; not read"
            complaints.error("nested_too_deeply", reason)
        if self.pictures:
            complaints.warning("picture_not_read", f"{self.pictures:,} pictures; kept unread")


def _pages(reader: PdfReader, complaints: Complaints) -> list[list[PageItem]]:
    """What the pages say; one that cannot be read is left out with a complaint."""
    work = WorkBudget()
    painter = Painter(work)
    pages: list[list[PageItem]] = []
    counts = _PageCounts()
    total = run_parser(lambda: len(reader.pages))
    if total > MOST_PAGES:
        reason = f"found {total:,} pages, expected at most {MOST_PAGES}; the rest is dropped"
        complaints.error("too_large", reason)
    for number in range(min(total, MOST_PAGES)):
        try:
            pages.append(run_parser(partial(_page, reader, number, painter, work, counts)))
        except Unreadable as error:
            complaints.error(error.code, error.reason, f"page {number + 1}")
            if error.code == "too_large":
                break
    counts.complain(complaints)
    return pages


def _page(
    reader: PdfReader, number: int, painter: Painter, work: WorkBudget, counts: _PageCounts
) -> list[PageItem]:
    page = reader.pages[number]
    box, matrix = _shape(page)
    try:
        drawing = painter.drawing(page.get_contents(), page.get("/Resources"), matrix)
    except LimitReachedError as error:
        raise Unreadable("too_large", f"{error}; the rest is dropped") from error
    mark_links(page, drawing.glyphs, matrix, work)
    found = page_text(drawing, box, work)
    counts.hidden += found.hidden
    counts.turned += drawing.turned
    counts.pictures += drawing.pictures
    counts.too_deep += drawing.too_deep
    return found.items


def _shape(page: PageObject) -> tuple[Box, Matrix]:
    """The page as it is shown: its box, and how what it draws is turned."""
    box = page.cropbox
    left, bottom, right, top = (float(v) for v in (box.left, box.bottom, box.right, box.top))
    match page.rotation % 360:
        case 90:
            return Box(bottom, -right, top, -left), (0, -1, 1, 0, 0, 0)
        case 180:
            return Box(-right, -top, -left, -bottom), (-1, 0, 0, -1, 0, 0)
        case 270:
            return Box(-top, left, -bottom, right), (0, 1, -1, 0, 0, 0)
        case _:
            return Box(left, bottom, right, top), IDENTITY


def _title(reader: PdfReader) -> str:
    found = reader.metadata.title if reader.metadata else None
    title = " ".join(found.split()) if isinstance(found, str) else ""
    return "" if title.lower() in {"untitled", "(anonymous)", "anonymous"} else title


def outline(pages: list[list[PageItem]]) -> list[MarkdownBlock]:
    """The headings of all pages and the Markdown below each."""
    items = _join_pages(pages)
    lines = [item for item in items if not isinstance(item, TableRows)]
    body = _usual_size(lines)
    levels = _levels(lines, body)
    result: list[MarkdownBlock] = []
    level, heading, text = 0, "", _SectionText()
    above: TextLine | None = None
    for item in items:
        if isinstance(item, TableRows):
            text.table(item.rows)
            above = None
        elif (own := _level(item, body, levels)) and not text.is_inside(item, above):
            if (
                above is not None
                and heading
                and not text.parts
                and _is_more(item, above, own == level)
            ):
                heading = f"{heading} {item.text}"
            else:
                result.append(MarkdownBlock(level, heading, text.markdown()))
                level, heading, text = own, item.text, _SectionText()
            above = item
        else:
            text.line(item, above)
            above = item
    result.append(MarkdownBlock(level, heading, text.markdown()))
    return [block for block in result if block.level or block.body]


def _is_more(line: TextLine, above: TextLine, same: bool) -> bool:
    """True for the second line of a heading that did not fit on one."""
    return same and line.size == above.size and 0 < above.base - line.base < 1.5 * line.size


def _join_pages(pages: list[list[PageItem]]) -> list[PageItem]:
    """The items of all pages; a table that goes on over the page is one."""
    result: list[PageItem] = []
    for items in _without_margins(pages):
        for place, item in enumerate(items):
            last = result[-1] if result else None
            if not place and isinstance(item, TableRows) and isinstance(last, TableRows):
                width = len(last.rows[0])
                if width == len(item.rows[0]):
                    rows = item.rows[1:] if item.rows[0] == last.rows[0] else item.rows
                    result[-1] = TableRows([*last.rows, *rows], last.top, item.bottom)
                    continue
            result.append(item)
    return result


def _without_margins(pages: list[list[PageItem]]) -> list[list[PageItem]]:
    """The pages without lines that stand at one place on several of them, but for the first."""
    seen: set[tuple[int, str]] = set()
    result: list[list[PageItem]] = []
    for items in pages:
        places = {
            (round(item.base), _DIGITS.sub("#", item.text)): item
            for item in items
            if not isinstance(item, TableRows)
        }
        repeated = {id(item) for place, item in places.items() if place in seen}
        result.append([item for item in items if id(item) not in repeated])
        seen.update(places)
    return result


def _usual_size(lines: list[TextLine]) -> float:
    """The size of most of the text."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[round(line.size, 1)] += len(line.text)
    return min((-count, size) for size, count in counts.items())[1] if counts else 10.0


def _levels(lines: list[TextLine], body: float) -> dict[float, int]:
    """The level of each size of heading, the largest first; bold ones of the usual size last."""
    sizes = {round(line.size, 1) for line in lines if line.size >= LARGER * body}
    ordered = sorted(sizes, reverse=True)
    levels = {size: min(place, 6) for place, size in enumerate(ordered, start=1)}
    levels[0.0] = min(len(ordered) + 1, 6)
    return levels


def _level(line: TextLine, body: float, levels: dict[float, int]) -> int:
    """The level of a heading; 0 for any other line."""
    text = line.text
    if len(text) > LONGEST_HEADING or not any(c.isalpha() for c in text):
        return 0
    if line.size >= LARGER * body:
        return levels[round(line.size, 1)]
    if line.is_bold and line.size >= 0.95 * body and not text.endswith((".", ":", ",", ";")):
        return levels[0.0]
    return 0


class _SectionText:
    """Gathers lines into paragraphs."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = []
        self._is_table = False

    def is_inside(self, line: TextLine, above: TextLine | None) -> bool:
        """True for a bold line that goes on in the middle of a paragraph."""
        return (
            above is not None
            and bool(self.parts)
            and abs(above.size - line.size) < 0.2
            and 0 < above.base - line.base < 1.35 * line.size
        )

    def table(self, rows: list[list[str]]) -> None:
        self.parts.append([markdown_table(rows)])
        self._is_table = True

    def line(self, line: TextLine, above: TextLine | None) -> None:
        text = line.text
        bullet = _BULLET.match(text)
        if bullet:
            text = f"- {text[bullet.end() :]}"
        starts = bool(bullet) or bool(_NUMBERED.match(text))
        step = above.base - line.base if above is not None else 0.0
        is_near = above is not None and 0 < step <= LINE_STEP * max(line.size, above.size)
        if self.parts and not self._is_table and is_near and not starts:
            above_ends = self.parts[-1][-1]
            is_broken = above_ends.endswith("-") and text[:1].islower()
            self.parts[-1].append(text if is_broken else f" {text}")
        else:
            self.parts.append([text])
        self._is_table = False

    def markdown(self) -> str:
        result = ""
        previous = ""
        for part in map("".join, self.parts):
            is_list = part.startswith("- ") and previous.startswith("- ")
            result += ("\n" if is_list else "\n\n") * bool(result) + part
            previous = part
        return result
