"""Numbers in HTML and XML: tables, running text, and elements that are called what they hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.plain import word_set
from modylbench.products.reading import tables, texts
from modylbench.products.reading.grids import of_texts
from modylbench.products.reading.source.literals import Leaf, Mapping, NamedLiteral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.grids import NumberGrid, Placed
    from modylbench.products.reading.observation import Observation, Words

MAX_READ = 500_000  # ours: the rest of a longer page is not read
UNSEEN = (("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"))
_ROW = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_CELL = re.compile(r"<t(?P<kind>[hd])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<(?P<close>/)?(?P<name>[a-zA-Z][\w:.-]*)[^<>]*>")
_INLINE = word_set("a abbr b code em i mark q s small span strong sub sup u")
_HEADING = re.compile(r"h[1-6]", re.IGNORECASE)
_ELEMENT = re.compile(
    r"<(?P<name>[a-zA-Z_][\w.-]*)(?P<attributes>[^<>]*)>(?P<text>[^<>]*)</(?P=name)>"
)
_UNIT = re.compile(r"\b(?:unit|units|currency)\s*=\s*[\"'](?P<unit>[^\"'<>]*)[\"']")


def page_observations(
    source: str, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    """Every number of a page, in its tables and in its text."""
    page = source[:MAX_READ]
    for opening, closing in UNSEEN:
        page = _blank_regions(page, list(_regions(page, opening, closing)))
    regions = list(_regions(page, "<table", "</table>"))
    for start, end in regions:
        grid = _grid(page[start:end], start, pointer)
        if grid is not None:
            grid.context = context
            yield from tables.table_observations(grid)
    running = _TAG.sub(_as_markdown, _blank_regions(page, regions))
    yield from texts.text_observations(running, pointer, context, ())


def named_elements(source: str) -> list[NamedLiteral]:
    """Every element that holds a text and nothing else, under its own name."""
    found: list[NamedLiteral] = []
    for element in _ELEMENT.finditer(source[:MAX_READ]):
        value = Leaf(element["text"].strip(), element.start("text"), element.end("text"))
        unit = _UNIT.search(element["attributes"])
        unit_leaf = Leaf(unit["unit"], 0, 0) if unit else None
        found.append(
            NamedLiteral(
                (element["name"],),
                Mapping((("value", value), ("unit", unit_leaf))) if unit else value,
            )
        )
    return found


def _grid(text: str, offset: int, pointer: str) -> NumberGrid | None:
    """A table as a grid; its first row is the header where all its cells say so."""
    rows: list[list[Placed]] = []
    is_headed = False
    starts = [match.end() for match in _ROW.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        cells = list(_CELL.finditer(text, start, end))
        if cells:
            is_headed = is_headed or (not rows and all(cell["kind"] in "hH" for cell in cells))
            ends = [*(cell.start() for cell in cells[1:]), end]
            rows.append(
                [
                    _cell(text, cell.end(), stop, offset)
                    for cell, stop in zip(cells, ends, strict=True)
                ]
            )
    return of_texts(rows, pointer, is_headed=is_headed) if rows else None


def _cell(text: str, start: int, end: int, offset: int) -> Placed:
    content = _TAG.sub(_blank_match, text[start:end])
    stripped = content.strip()
    first = start + len(content) - len(content.lstrip())
    return stripped, offset + first, offset + first + len(stripped)


def _regions(page: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    """Where a tag opens and closes; one that is never closed runs to the end of the page."""
    lowered = page.lower() if page.isascii() else page
    start = lowered.find(opening)
    while start >= 0:
        close = lowered.find(closing, start)
        end = close + len(closing) if close >= 0 else len(page)
        yield start, end
        start = lowered.find(opening, end)


def _blank_regions(page: str, regions: list[tuple[int, int]]) -> str:
    """The page with these regions blanked, all else in its place."""
    pieces: list[str] = []
    done = 0
    for start, end in regions:
        pieces += [page[done:start], re.sub(r"[^\n]", " ", page[start:end])]
        done = end
    return "".join([*pieces, page[done:]])


def _blank_match(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _as_markdown(tag: re.Match[str]) -> str:
    """A tag as the Markdown that takes as many characters."""
    length = len(tag[0])
    if tag["name"].lower() in _INLINE:
        return " " * length
    if _HEADING.fullmatch(tag["name"]) and not tag["close"]:
        return f"\n{'#' * min(int(tag['name'][1]), 2)} ".ljust(length)
    return "\n".ljust(length)
