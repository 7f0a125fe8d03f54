"""The few edits that turn one text into another.

Lines, and then words, that stand once in each text and in the same order hold the texts together;
only what lies between them is rewritten. So the time grows with the texts' length, never with its
square, whatever an agent writes.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.mutations.diff import longest_increasing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST_EDITS = 500  # ours: beyond it the text is rewritten between what is the same at its ends

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\w+|\s+|[^\w\s]+")


class TextEdit(NamedTuple):
    """Characters of the old text from `start` to `end` become `new`."""

    start: int
    end: int
    new: str


def text_edits(old: str, new: str) -> list[TextEdit]:
    """The edits, in the order of their places in the old text; one where they would be too many.

    >>> text_edits("Revenue is $50M this year.", "Revenue was $57M this year.")
    [TextEdit(start=8, end=9, new='wa'), TextEdit(start=13, end=14, new='7')]
    """
    edits = [
        trimmed
        for lines in _between(old, new, _LINES)
        for words in _between(old[lines.start : lines.end], lines.new, _WORDS)
        if (trimmed := _trim(old, _shift(words, lines.start))).new or trimmed.start < trimmed.end
    ]
    return edits if len(edits) <= MOST_EDITS else [_trim(old, TextEdit(0, len(old), new))]


def _shift(edit: TextEdit, by: int) -> TextEdit:
    return TextEdit(edit.start + by, edit.end + by, edit.new)


def _trim(old: str, edit: TextEdit) -> TextEdit:
    """The edit without what is the same at both of its ends."""
    start, end, new = edit
    shorter = min(end - start, len(new))
    head = 0
    while head < shorter and old[start + head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[end - tail - 1] == new[len(new) - tail - 1]:
        tail += 1
    return TextEdit(start + head, end - tail, new[head : len(new) - tail])


def _between(old: str, new: str, pieces: re.Pattern[str]) -> Iterator[TextEdit]:
    """What lies between the pieces that hold the texts together, as edits of all of it."""
    old_pieces, new_pieces = _pieces(old, pieces), _pieces(new, pieces)
    start = new_start = 0
    for old_at, new_at in _anchors(old_pieces, new_pieces):
        length = len(old_pieces[old_at][1])
        old_place, new_place = old_pieces[old_at][0], new_pieces[new_at][0]
        if old_place > start or new_place > new_start:
            yield TextEdit(start, old_place, new[new_start:new_place])
        start, new_start = old_place + length, new_place + length
    if len(old) > start or len(new) > new_start:
        yield TextEdit(start, len(old), new[new_start:])


def _pieces(text: str, pieces: re.Pattern[str]) -> list[tuple[int, str]]:
    return [(found.start(), found.group()) for found in pieces.finditer(text)]


def _anchors(
    old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]
) -> list[tuple[int, int]]:
    """Positions, old and new, of pieces that are the same: at both ends, and unique between."""
    shorter = min(len(old), len(new))
    head = tail = 0
    while head < shorter and old[head][1] == new[head][1]:
        head += 1
    while tail < shorter - head and old[-1 - tail][1] == new[-1 - tail][1]:
        tail += 1
    old_once = _once(old, head, len(old) - tail)
    new_once = _once(new, head, len(new) - tail)
    common = [(at, new_once[piece]) for piece, at in old_once.items() if piece in new_once]
    rising = longest_increasing([there for _, there in sorted(common)])
    return [
        *((at, at) for at in range(head)),
        *((at, there) for at, there in sorted(common) if there in rising),
        *((len(old) - at, len(new) - at) for at in range(tail, 0, -1)),
    ]


def _once(pieces: Sequence[tuple[int, str]], start: int, end: int) -> dict[str, int]:
    """The positions of the pieces that stand there once."""
    found: dict[str, int] = {}
    again: set[str] = set()
    for at in range(start, end):
        piece = pieces[at][1]
        if piece in found:
            again.add(piece)
        found[piece] = at
    return {piece: at for piece, at in found.items() if piece not in again}
