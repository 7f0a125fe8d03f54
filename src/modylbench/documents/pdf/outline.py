"""Which lines of a PDF are headings, and which paragraphs do the others make?"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from modylbench.documents.markdown import Block
from modylbench.documents.pdf.tables import TableRows
from modylbench.documents.written.markup import markdown_table

if TYPE_CHECKING:
    from modylbench.documents.pdf.lines import Line
    from modylbench.documents.pdf.pages import Item

LARGER = 1.12
"""Ours: a heading is so many times larger than the text."""

LONGEST_HEADING = 120
LINE_STEP = 1.75
"""Ours, in ems: lines further apart than this belong to different paragraphs."""

_DIGITS = re.compile(r"\d+")
_BULLET = re.compile(
    r"(?:[\u2022\u25cf\u25aa\u25e6\u2023\u00b7\uf0b7\u2013*-]|\(cid:\d+\))\s+(?=\S)"
)
_NUMBERED = re.compile(r"(?:\d{1,3}[.)]|\[[\w.-]{1,12}\])\s+\S")


def outline(pages: list[list[Item]]) -> list[Block]:
    """The headings of all pages and the Markdown below each."""
    items = _joined(pages)
    lines = [item for item in items if not isinstance(item, TableRows)]
    body = _usual_size(lines)
    levels = _levels(lines, body)
    result: list[Block] = []
    level, heading, text = 0, "", _Text()
    above: Line | None = None
    for item in items:
        if isinstance(item, TableRows):
            text.table(item.rows)
            above = None
        elif (own := _level(item, body, levels)) and not text.is_inside(item, above):
            if (
                above is not None
                and heading
                and not text.parts
                and _is_more(item, above, own == level)
            ):
                heading = f"{heading} {item.text}"
            else:
                result.append(Block(level, heading, text.markdown()))
                level, heading, text = own, item.text, _Text()
            above = item
        else:
            text.line(item, above)
            above = item
    result.append(Block(level, heading, text.markdown()))
    return [block for block in result if block.level or block.body]


def _is_more(line: Line, above: Line, same: bool) -> bool:
    """True for the second line of a heading that did not fit on one."""
    return same and line.size == above.size and 0 < above.base - line.base < 1.5 * line.size


def _joined(pages: list[list[Item]]) -> list[Item]:
    """The items of all pages; a table that goes on over the page is one."""
    result: list[Item] = []
    for items in _without_margins(pages):
        for place, item in enumerate(items):
            last = result[-1] if result else None
            if not place and isinstance(item, TableRows) and isinstance(last, TableRows):
                width = len(last.rows[0])
                if width == len(item.rows[0]):
                    rows = item.rows[1:] if item.rows[0] == last.rows[0] else item.rows
                    result[-1] = TableRows([*last.rows, *rows], last.top, item.bottom)
                    continue
            result.append(item)
    return result


def _without_margins(pages: list[list[Item]]) -> list[list[Item]]:
    """The pages without lines that stand at one place on several of them, but for the first."""
    seen: set[tuple[int, str]] = set()
    result: list[list[Item]] = []
    for items in pages:
        places = {
            (round(item.base), _DIGITS.sub("#", item.text)): item
            for item in items
            if not isinstance(item, TableRows)
        }
        repeated = {id(item) for place, item in places.items() if place in seen}
        result.append([item for item in items if id(item) not in repeated])
        seen.update(places)
    return result


def _usual_size(lines: list[Line]) -> float:
    """The size of most of the text."""
    counts: Counter[float] = Counter()
    for line in lines:
        counts[round(line.size, 1)] += len(line.text)
    return min((-count, size) for size, count in counts.items())[1] if counts else 10.0


def _levels(lines: list[Line], body: float) -> dict[float, int]:
    """The level of each size of heading, the largest first; bold ones of the usual size last."""
    sizes = {round(line.size, 1) for line in lines if line.size >= LARGER * body}
    ordered = sorted(sizes, reverse=True)
    levels = {size: min(place, 6) for place, size in enumerate(ordered, start=1)}
    levels[0.0] = min(len(ordered) + 1, 6)
    return levels


def _level(line: Line, body: float, levels: dict[float, int]) -> int:
    """The level of a heading; 0 for any other line."""
    text = line.text
    if len(text) > LONGEST_HEADING or not any(c.isalpha() for c in text):
        return 0
    if line.size >= LARGER * body:
        return levels[round(line.size, 1)]
    if line.is_bold and line.size >= 0.95 * body and not text.endswith((".", ":", ",", ";")):
        return levels[0.0]
    return 0


class _Text:
    """Gathers lines into paragraphs."""

    def __init__(self) -> None:
        self.parts: list[list[str]] = []
        self._is_table = False

    def is_inside(self, line: Line, above: Line | None) -> bool:
        """True for a bold line that goes on in the middle of a paragraph."""
        return (
            above is not None
            and bool(self.parts)
            and abs(above.size - line.size) < 0.2
            and 0 < above.base - line.base < 1.35 * line.size
        )

    def table(self, rows: list[list[str]]) -> None:
        self.parts.append([markdown_table(rows)])
        self._is_table = True

    def line(self, line: Line, above: Line | None) -> None:
        text = line.text
        bullet = _BULLET.match(text)
        if bullet:
            text = f"- {text[bullet.end() :]}"
        starts = bool(bullet) or bool(_NUMBERED.match(text))
        step = above.base - line.base if above is not None else 0.0
        is_near = above is not None and 0 < step <= LINE_STEP * max(line.size, above.size)
        if self.parts and not self._is_table and is_near and not starts:
            above_ends = self.parts[-1][-1]
            is_broken = above_ends.endswith("-") and text[:1].islower()
            self.parts[-1].append(text if is_broken else f" {text}")
        else:
            self.parts.append([text])
        self._is_table = False

    def markdown(self) -> str:
        result = ""
        previous = ""
        for part in map("".join, self.parts):
            is_list = part.startswith("- ") and previous.startswith("- ")
            result += ("\n" if is_list else "\n\n") * bool(result) + part
            previous = part
        return result
