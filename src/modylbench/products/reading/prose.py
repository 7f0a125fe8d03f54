"""Numbers in sentences, each with the words around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.labels import words
from modylbench.products.numbers import numbers_within, plain
from modylbench.products.reading.observation import Observation, Sentence, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.numbers import Shown
    from modylbench.products.reading.observation import Words
    from modylbench.products.units import UnitHint

WORDS_AROUND = 14
_BOUNDARY = re.compile(r"[.;!?](?=\s|$)|\n|\|")
_COUNTED = re.compile(r"(?:\b(?:year|yr|fy|y|q|quarter|phase|tier|plant|dc|site|option|case|scenario|section|table|figure|arm|week|wave|lane|note|seed)s?\s?|#|(?:19|20)\d\d\s?-\s?)$")  # fmt: skip


def observed(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of a running text that is not itself part of a name such as Year 1."""
    characters = plain(text)
    figures = [
        (start, end, shown)
        for start, end, shown in numbers_within(characters)
        if not _is_a_name(characters, start, end, shown)
    ]
    for place, (start, end, shown) in enumerate(figures):
        left = figures[place - 1][1] if place else 0
        right = figures[place + 1][0] if place + 1 < len(figures) else len(characters)
        before = _BOUNDARY.split(characters[left:start])[-1]
        after = _BOUNDARY.split(characters[end:right])[0]
        yield Observation(
            pointer=pointer,
            shown=(shown,),
            context=context,
            weak=(*hints_of(_bracketed(before)), *weak),
            sentence=Sentence(words(before)[-WORDS_AROUND:], words(after)[:WORDS_AROUND]),
            span=(start, end),
        )


def _is_a_name(characters: str, start: int, end: int, shown: Shown) -> bool:
    token = characters[start:end].strip(" ()")
    if not token.isdigit() or shown.dimension is not None or shown.scaled:
        return False
    return (
        bool(_COUNTED.search(characters[:start]))
        or re.fullmatch(r"(?:19|20)\d\d", token) is not None
    )


def _bracketed(before: str) -> str:
    """The last bracket before a number, where "Revenue ($M): 57.5" keeps its unit."""
    return before[before.rindex("(") :] if "(" in before else ""
