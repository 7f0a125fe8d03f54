"""Numbers in Markdown: its tables with their captions, and its sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words
from modylbench.products.reading import markdown, prose, tables
from modylbench.products.reading.observation import note_hints
from modylbench.products.reading.outline import stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.observation import Observation, Words
    from modylbench.products.units import UnitHint

LONGEST_CAPTION = 120
_SENTENCE = re.compile(r"[.!?][*_]*$")
_TABLE_NUMBER = re.compile(r"^\W*(?:table|figure|exhibit)\s+\d+[.:]?\s*", re.IGNORECASE)


def observed(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of the text with the labels or the words around it."""
    for part in stretches(text):
        titles = [_TABLE_NUMBER.sub("", title) for title in part.headings]
        headings = tuple(label_words(title).words for title in titles)
        hints = (*note_hints(*titles), *weak)
        for found in _part(text[part.start : part.end], pointer, (*headings, *context), hints):
            yield found.moved(part.start) if part.start and found.span else found


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
