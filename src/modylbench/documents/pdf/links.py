"""Which characters of a page lead to an address?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pypdf.generic import ArrayObject, DictionaryObject

from modylbench.documents.pdf.glyph import Box, moved

if TYPE_CHECKING:
    from pypdf import PageObject

    from modylbench.documents.pdf.glyph import Glyph, Matrix
    from modylbench.documents.pdf.work import Work

MOST_LINKS = 500
LONGEST_URL = 2_000


def mark_links(page: PageObject, glyphs: list[Glyph], matrix: Matrix, work: Work) -> None:
    """Give the characters inside the links of a page their address."""
    annotations = page.get("/Annots")
    found = annotations.get_object() if annotations is not None else None
    if not isinstance(found, ArrayObject):
        return
    for reference in found[:MOST_LINKS]:
        link = reference.get_object()
        url = _address(link)
        box = _box(link, matrix)
        if url and box:
            work.spend(len(glyphs) // 4)
            for glyph in glyphs:
                if box.holds(*glyph.middle):
                    glyph.url = url


def _address(link: object) -> str:
    if not isinstance(link, DictionaryObject) or link.get("/Subtype") != "/Link":
        return ""
    action = link.get("/A")
    action = action.get_object() if action is not None else None
    if not isinstance(action, DictionaryObject):
        return ""
    url = action.get("/URI")
    url = url.get_object() if url is not None else None
    text = url.decode("latin-1") if isinstance(url, bytes) else str(url or "")
    is_web = text.startswith(("http://", "https://")) and not any(c.isspace() for c in text)
    return text if is_web and len(text) <= LONGEST_URL and ")" not in text else ""


def _box(link: object, matrix: Matrix) -> Box | None:
    rectangle = link.get("/Rect") if isinstance(link, DictionaryObject) else None
    rectangle = rectangle.get_object() if rectangle is not None else None
    if not isinstance(rectangle, ArrayObject) or len(rectangle) != 4:
        return None
    numbers = [float(v) for v in rectangle if isinstance(v, int | float)]
    if len(numbers) != 4:
        return None
    (a, b), (c, d) = moved(matrix, *numbers[:2]), moved(matrix, *numbers[2:])
    return Box(min(a, c), min(b, d), max(a, c), max(b, d))
