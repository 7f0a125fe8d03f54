"""Which document does a PDF file hold?"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from pypdf import PdfReader, apply_configuration
from pypdf.errors import DependencyError, LimitReachedError

from modylbench.documents.guarded import guarded
from modylbench.documents.pdf.glyph import IDENTITY, Box, Matrix
from modylbench.documents.pdf.links import mark_links
from modylbench.documents.pdf.outline import outline
from modylbench.documents.pdf.pages import page_text
from modylbench.documents.pdf.painter import Painter
from modylbench.documents.pdf.work import Work
from modylbench.documents.refusal import Unreadable
from modylbench.documents.written.document import document_of

if TYPE_CHECKING:
    from pypdf import PageObject

    from modylbench.documents.pdf.pages import Item
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


def document_of_pdf(content: bytes, file_id: str, name: str, complaints: Complaints) -> Document:
    """A PDF file as a document."""
    with apply_configuration(**LIMITS):
        reader = guarded(lambda: _opened(content))
        pages = _pages(reader, complaints)
        title = guarded(lambda: _title(reader))
    if not any(pages):
        raise Unreadable("no_text", "no page has text that a person sees; is it a scan?")
    return document_of(outline(pages), file_id, title, name, complaints)


def _opened(content: bytes) -> PdfReader:
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
class _Counts:
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


def _pages(reader: PdfReader, complaints: Complaints) -> list[list[Item]]:
    """What the pages say; one that cannot be read is left out with a complaint."""
    work = Work()
    painter = Painter(work)
    pages: list[list[Item]] = []
    counts = _Counts()
    total = guarded(lambda: len(reader.pages))
    if total > MOST_PAGES:
        reason = f"found {total:,} pages, expected at most {MOST_PAGES}; the rest is dropped"
        complaints.error("too_large", reason)
    for number in range(min(total, MOST_PAGES)):
        try:
            pages.append(guarded(partial(_page, reader, number, painter, work, counts)))
        except Unreadable as error:
            complaints.error(error.code, error.reason, f"page {number + 1}")
            if error.code == "too_large":
                break
    counts.complain(complaints)
    return pages


def _page(
    reader: PdfReader, number: int, painter: Painter, work: Work, counts: _Counts
) -> list[Item]:
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
