"""Whether what the agent points at in words appears when it says so (paper 3.7.5: AVSyncScorer)."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ScreenReference

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.recording.events import SpokenWord

WINDOW_S = 5.0  # paper 3.7.5: d_max, and what lies farther away is no change for a reference
EARLY_S = 1.0  # ours: a page needs up to half a second, and so does an eye
MOST_REFERENCES = 200  # ours: of one turn
_SHOWN = (
    r"(?:chart|graph|table|plot|diagram|dashboard|spreadsheet|sheet|slide|screen|column|row|cell"
    r"|tab|curve|heat ?map|widget|surface|canvas|page)s?"
)
DEICTIC = re.compile(
    r"\bas (?:you|we) (?:can |will |could )?(?:now )?see\b"
    r"|\b(?:you|we) can (?:now )?see (?:here|this|that|it|how|on|in)\b"
    r"|\bhere (?:you|we) (?:can )?see\b"
    r"|\b(?:have a |take a )?look(?:ing)? (?:now )?at (?:this|that|the|these) (?:\w+ ){0,2}"
    rf"{_SHOWN}\b"
    r"|\bas (?:is )?shown (?:here|on|in|by)\b"
    rf"|\b(?:this|these) (?:\w+ )?{_SHOWN}\b"
    rf"|\bhere (?:is|are) (?:the|a|your|our) (?:\w+ )?{_SHOWN}\b"
    rf"|\bin the {_SHOWN} (?:here|above|below)\b"
    r"|\bon (?:the|your|my|this) screen\b"
    r"|\b(?:right|over|up|down) here\b"
    r"|\bi(?:'m| am) (?:now )?(?:showing|putting up)\b",
    re.IGNORECASE,
)
"""Ours; the paper gives two examples. A figure, a line or a point may be one of speech."""


def deictic_references(
    words: Sequence[SpokenWord], changes_s: Sequence[float]
) -> Iterator[ScreenReference]:
    """Each phrase that points at the screen, with the nearest change; `changes_s` in order."""
    starts, length = list[int](), 0
    for word in words:
        starts.append(length)
        length += len(word.text) + 1
    text = " ".join(word.text for word in words)
    for number, match in enumerate(DEICTIC.finditer(text)):
        if number >= MOST_REFERENCES:
            return
        at_s = words[max(0, bisect_left(starts, match.start() + 1) - 1)].started_s
        offset_s = nearest_change(at_s, changes_s)
        is_bare = not changes_s or changes_s[0] > at_s
        yield ScreenReference(
            at_s=at_s,
            offset_s=None if offset_s is None else round(offset_s, 3),
            is_early=is_bare if offset_s is None else offset_s > EARLY_S,
        )


def nearest_change(at_s: float, changes_s: Sequence[float]) -> float | None:
    """How long after a moment the nearest change comes, below 0 before it; None beyond 5 s.

    >>> nearest_change(10.0, [2.0, 9.0, 13.0]), nearest_change(10.0, [2.0, 16.0])
    (-1.0, None)
    """
    place = bisect_left(changes_s, at_s)
    near = [changes_s[at] - at_s for at in (place - 1, place) if 0 <= at < len(changes_s)]
    nearest = min(near, key=abs, default=None)
    return nearest if nearest is not None and abs(nearest) <= WINDOW_S else None


def synchrony(references: Sequence[ScreenReference]) -> float | None:
    """1 - mean / 5 s of the distances to the nearest change; None without references.

    A reference without a change within 5 s counts 5 s (SPEC 9).
    """
    if not references:
        return None
    distances = [
        WINDOW_S if reference.offset_s is None else abs(reference.offset_s)
        for reference in references
    ]
    return max(0.0, 1 - sum(distances) / len(distances) / WINDOW_S)
