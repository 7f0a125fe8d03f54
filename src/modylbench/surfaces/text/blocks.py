"""Where in what an agent says does JSON stand: between tags, or in fences of Markdown?"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.limits import (
    MAX_BROKEN_PARTS,
    MAX_MESSAGE_CHARACTERS,
    MAX_STREAM_CHARACTERS,
)
from modylbench.surfaces.text.mending import Broken, parsed, parsed_or_mended
from modylbench.surfaces.text.walk import MOST_LONG_TRIES, Walk

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from modylbench.surfaces.wording import Notes

OPEN_TAG = re.compile(r"<a2ui-json(?:\s[^<>]{0,200})?>", re.IGNORECASE)
CLOSE_TAG = re.compile(r"</a2ui-json\s{0,20}>", re.IGNORECASE)
STRING_OR_CLOSE = re.compile(
    r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|(?P<close></a2ui-json\s{0,20}>)', re.IGNORECASE | re.DOTALL
)
FENCE = re.compile(r"^[ \t]*+```[\w+-]{0,20}", re.MULTILINE)


def has_blocks(text: str) -> bool:
    """Whether an agent that speaks in texts has put A2UI into this one."""
    return OPEN_TAG.search(text) is not None


def values_in_blocks(text: str, notes: Notes) -> Iterator[Any]:
    """The values between `<a2ui-json>` and `</a2ui-json>`; a broken one does not end the others."""
    place = tries = broken = 0
    while broken < MAX_BROKEN_PARTS and (opening := OPEN_TAG.search(text, place)):
        start = opening.end()
        closing = CLOSE_TAG.search(text, start)
        where = f"character {opening.start()}"
        end = closing.start() if closing else len(text)
        place = closing.end() if closing else len(text)
        if closing is None:
            notes.warning("unclosed_block", "a block of A2UI that is never closed", where=where)
        try:
            yield parsed(text[start:end], MAX_STREAM_CHARACTERS)
            continue
        except Broken:
            longer = _longer_block(text, start, end) if tries < MOST_LONG_TRIES else None
        if longer is not None:
            end, place = longer
        tries += 1
        broken += yield from _values_in_block(text[start:end], notes, where)
    if broken >= MAX_BROKEN_PARTS:
        notes.error("too_many_broken_parts", "the rest was not read", where=f"character {place}")


def _values_in_block(content: str, notes: Notes, where: str) -> Generator[Any, None, int]:
    """The values of one block, and then how many faults it had."""
    parts, has_words = fenced(content)
    if has_words:
        notes.warning("mended_json", "words around the JSON were left out", where=where)
    found = broken = 0
    for part in parts:
        walk = Walk(part, notes, where)
        for value in walk.values():
            found += 1
            yield value
        broken += walk.broken
    if not found and not broken:
        notes.error("broken_json", "a block of A2UI that is empty", where=where)
        broken = 1
    return broken


def _longer_block(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The block that ends at the first closing tag outside of a string, if that is another one."""
    for found in STRING_OR_CLOSE.finditer(text, start, start + MAX_MESSAGE_CHARACTERS):
        if found["close"] is not None:
            if found.start() == end:
                return None
            try:
                for part in fenced(text[start : found.start()])[0]:
                    parsed_or_mended(part)
            except Broken:
                return None
            return found.start(), found.end()
    return None


def fenced(text: str) -> tuple[list[str], bool]:
    """What stands in the fences of a text, and whether words stand beside them.

    A text that has none, or begins like JSON, is one part: its fences are within its strings.
    """
    fences = [] if text.lstrip().startswith(("{", "[")) else list(FENCE.finditer(text))
    if not fences:
        return [text], False
    borders = [(fence.start(), fence.end()) for fence in fences] + [(len(text), len(text))]
    between = [text[end:start] for (_, end), (start, _) in pairwise(borders)]
    outside = [text[: borders[0][0]], *between[1::2]]
    return [inside.strip().removesuffix("```") for inside in between[::2]], any(
        words.strip() for words in outside
    )
