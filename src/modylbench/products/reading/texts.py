"""Numbers in Markdown: its tables with their captions, and its sentences under their headings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.language.plain import plain
from modylbench.products.quantities.labels import label_words
from modylbench.products.reading import prose, tables
from modylbench.products.reading.grids import of_texts
from modylbench.products.reading.observation import note_hints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.quantities.units import UnitHint
    from modylbench.products.reading.grids import NumberGrid, Placed
    from modylbench.products.reading.observation import Observation, Words

LONGEST_CAPTION = 120
_SENTENCE = re.compile(r"[.!?][*_]*$")
_TABLE_NUMBER = re.compile(r"^\W*(?:table|figure|exhibit)\s+\d+[.:]?\s*", re.IGNORECASE)
_RULE = re.compile(r"^[\s|:\-]+$")
_CELL_END = re.compile(r"(?<!\\)\|")
BOLD, LEAD_IN, BULLET = 7, 8, 10
"""Levels below those of Markdown's own headings; a bullet's grows with its indent."""
LONGEST_HEADING = 100
_HEADING = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<title>.*)")
_BOLD = re.compile(r"[ \t]*(?:\*\*|__)(?P<title>[^*_]+)(?:\*\*|__):?[ \t]*")
_LEAD_IN = re.compile(r"(?P<title>[A-Z][^.:|*]*):[ \t]*")
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+(?P<title>.*)")


def text_observations(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of the text with the labels or the words around it."""
    for part in stretches(text):
        titles = [_TABLE_NUMBER.sub("", title) for title in part.headings]
        headings = tuple(label_words(title).words for title in titles)
        hints = (*note_hints(*titles), *weak)
        for found in _part(text[part.start : part.end], pointer, (*headings, *context), hints):
            yield found.at_offset(part.start) if part.start and found.span else found


def _part(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of a text without headings."""
    running = text
    for start, end, grid in markdown_tables(text, pointer):
        above = text[:start].rstrip().rpartition("\n")[2].strip()
        below = text[end:].lstrip().partition("\n")[0].strip()
        caption = _caption(above)
        grid.context = (label_words(caption).words, *context) if caption else context
        grid.weak = (*note_hints(above), *note_hints(below), *weak)
        yield from tables.table_observations(grid)
        running = f"{running[:start]}{_blank_table(running[start:end])}{running[end:]}"
    yield from prose.prose_observations(running, pointer, context, weak)


def _caption(line: str) -> str:
    """The line above a table, if it is its title rather than the end of a paragraph."""
    title = _TABLE_NUMBER.sub("", line)
    if len(line) > LONGEST_CAPTION or (title == line and _SENTENCE.search(line)):
        return ""
    return title


def _blank_table(table: str) -> str:
    return re.sub(r"[^\n]", " ", table)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A line with pipes: where it starts and ends, and what stands between its outer pipes."""

    start: int
    end: int
    cells_start: int
    cells: str


def markdown_tables(text: str, pointer: str) -> Iterator[tuple[int, int, NumberGrid]]:
    """Every table of the text, with where it starts and ends."""
    rows: list[TableLine] = []
    for line in [*_lines(text), None]:
        if line is not None and (not rows or rows[-1].end + 1 == line.start):
            rows.append(line)
            continue
        if len(rows) >= 2:
            yield rows[0].start, rows[-1].end, _grid(rows, pointer)
        rows = [line] if line is not None else []


def _lines(text: str) -> Iterator[TableLine]:
    start = 0
    for line in text.split("\n"):
        if "|" in line:
            cells = line.lstrip(" \t>").removeprefix("|")
            cells_start = start + len(line) - len(cells)
            yield TableLine(start, start + len(line), cells_start, cells.rstrip().removesuffix("|"))
        start += len(line) + 1


def _grid(rows: list[TableLine], pointer: str) -> NumberGrid:
    cells = [list(_cells(row)) for row in rows if not _RULE.match(row.cells)]
    return of_texts(cells, pointer, is_headed=len(cells) < len(rows) and bool(cells))


def _cells(row: TableLine) -> Iterator[Placed]:
    start = row.cells_start
    for content in _CELL_END.split(row.cells):
        left = len(content) - len(content.lstrip())
        stripped = content.strip()
        yield stripped, start + left, start + left + len(stripped)
        start += len(content) + 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of lines under the same headings, the nearest first."""

    start: int
    end: int
    headings: tuple[str, ...]


def stretches(text: str) -> Iterator[Stretch]:
    r"""The text in runs of lines that stand under the same headings.

    >>> [part.headings for part in stretches("IRR: 24.7%\n**Downside**\n- IRR: 17.3%")]
    [(), ('Downside',)]
    """
    above: list[tuple[int, str]] = []
    start = place = 0
    lines = text.split("\n")
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        heading = _heading(line, following)
        kept = _headings_above(above, line, heading)
        if heading or kept != above:
            if place > start:
                yield Stretch(start, place, _titles(above))
            start = place + len(line) + 1 if heading else place
            above = [*kept, heading] if heading else kept
        place += len(line) + 1
    if len(text) > start:
        yield Stretch(start, len(text), _titles(above))


def _titles(above: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in reversed(above))


def _heading(line: str, following: str) -> tuple[int, str] | None:
    """The level and title of a line that heads others; None for any other line."""
    if len(line) > LONGEST_HEADING or not line.strip():
        return None
    if match := _HEADING.fullmatch(line):
        return len(match["level"]), match["title"]
    level, title = _as_heading(line, following)
    return (level, title) if title and not prose.figures_in(plain(title)) else None


def _as_heading(line: str, following: str) -> tuple[int, str]:
    """What a line would be a heading of, were it one: it states no figure then."""
    if match := _BOLD.fullmatch(line):
        return BOLD, match["title"]
    if match := _LEAD_IN.fullmatch(line):
        return LEAD_IN, match["title"]
    bullet, below = _BULLET.fullmatch(line), _BULLET.fullmatch(following)
    if bullet and below and len(below["indent"]) > len(bullet["indent"]):
        return BULLET + len(bullet["indent"]), bullet["title"].strip("*_: ")
    return 0, ""


def _headings_above(
    above: list[tuple[int, str]], line: str, heading: tuple[int, str] | None
) -> list[tuple[int, str]]:
    """The headings that a line still stands under."""
    if not above or not line.strip() or "|" in line:
        return above
    if heading:
        least = heading[0]
    elif bullet := _BULLET.fullmatch(line):
        least = BULLET + len(bullet["indent"])
    else:
        least = BULLET
    return [(level, title) for level, title in above if level < least]
