"""Numbers in Markdown: its tables with their captions, and its sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words
from modylbench.products.reading import markdown, prose, tables
from modylbench.products.reading.observation import note_hints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.observation import Observation, Words
    from modylbench.products.units import UnitHint

LONGEST_CAPTION = 120
_HEADING = re.compile(r"^(?P<level>#{1,6})[ \t]+(?P<title>[^\n]+)$", re.MULTILINE)
_SENTENCE = re.compile(r"[.!?][*_]*$")
_TABLE_NUMBER = re.compile(r"^\W*(?:table|figure|exhibit)\s+\d+[.:]?\s*", re.IGNORECASE)


def observed(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of the text with the labels or the words around it."""
    above: list[tuple[int, str]] = []
    start = 0
    for heading in [*_HEADING.finditer(text), None]:
        end = heading.start() if heading else len(text)
        headings = tuple(label_words(title).words for _, title in reversed(above))
        stated = note_hints(*(title for _, title in reversed(above)))
        for found in _part(text[start:end], pointer, (*headings, *context), (*stated, *weak)):
            yield found if not start or found.span is None else found.moved(start)
        if heading:
            level = len(heading["level"])
            above = [
                *((outer, title) for outer, title in above if outer < level),
                (level, heading["title"]),
            ]
            start = heading.end()


def _part(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of a text without headings."""
    running = text
    for start, end, grid in markdown.tables(text, pointer):
        above = text[:start].rstrip().rpartition("\n")[2].strip()
        below = text[end:].lstrip().partition("\n")[0].strip()
        caption = _caption(above)
        grid.context = (label_words(caption).words, *context) if caption else context
        grid.weak = (*note_hints(above), *note_hints(below), *weak)
        yield from tables.observed(grid)
        running = f"{running[:start]}{_blanked(running[start:end])}{running[end:]}"
    yield from prose.observed(running, pointer, context, weak)


def _caption(line: str) -> str:
    """The line above a table, if it is its title rather than the end of a paragraph."""
    title = _TABLE_NUMBER.sub("", line)
    if len(line) > LONGEST_CAPTION or (title == line and _SENTENCE.search(line)):
        return ""
    return title


def _blanked(table: str) -> str:
    return re.sub(r"[^\n]", " ", table)
