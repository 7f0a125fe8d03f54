"""Which headings does each part of a Markdown text stand under?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.plain import plain
from modylbench.products.reading import prose

if TYPE_CHECKING:
    from collections.abc import Iterator

BOLD, LEAD_IN, BULLET = 7, 8, 10
"""Levels below those of Markdown's own headings; a bullet's grows with its indent."""

LONGEST_HEADING = 100
_HEADING = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<title>.*)")
_BOLD = re.compile(r"[ \t]*(?:\*\*|__)(?P<title>[^*_]+)(?:\*\*|__):?[ \t]*")
_LEAD_IN = re.compile(r"(?P<title>[A-Z][^.:|*]*):[ \t]*")
_BULLET = re.compile(r"(?P<indent>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+(?P<title>.*)")


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
        kept = _kept(above, line, heading)
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
    if found := _HEADING.fullmatch(line):
        return len(found["level"]), found["title"]
    level, title = _as_heading(line, following)
    return (level, title) if title and not prose.figures_in(plain(title)) else None


def _as_heading(line: str, following: str) -> tuple[int, str]:
    """What a line would be a heading of, were it one: it states no figure then."""
    if found := _BOLD.fullmatch(line):
        return BOLD, found["title"]
    if found := _LEAD_IN.fullmatch(line):
        return LEAD_IN, found["title"]
    bullet, below = _BULLET.fullmatch(line), _BULLET.fullmatch(following)
    if bullet and below and len(below["indent"]) > len(bullet["indent"]):
        return BULLET + len(bullet["indent"]), bullet["title"].strip("*_: ")
    return 0, ""


def _kept(
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
