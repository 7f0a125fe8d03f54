"""Tables on a PDF page, ruled by lines or only aligned."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.pdf.drawing import Box
from modylbench.documents.pdf.lines import lines_of

if TYPE_CHECKING:
    from modylbench.documents.pdf.drawing import Drawing, Glyph, WorkBudget
    from modylbench.documents.pdf.lines import LinePiece, TextLine

TOUCH = 3.0
MOST_RULES = 1_500
MOST_EDGES = 120
LONGEST_STEP = 3.2
"""Ours, in line heights: rows of one table are no further apart."""


WIDER = 1.7
"""Ours: a step so many times as high as those before it parts two tables."""

SAME_SIZE = 0.08


@dataclass(slots=True)
class TableRows:
    """A table's texts, and where it stands on the page."""

    rows: list[list[str]]
    top: float
    bottom: float


def ruled_tables(
    drawing: Drawing, glyphs: list[Glyph], work: WorkBudget
) -> tuple[list[TableRows], list[Glyph]]:
    """The tables between ruled lines, and the characters outside them."""
    tables: list[TableRows] = []
    rules = len(drawing.across[:MOST_RULES]) + len(drawing.upright[:MOST_RULES])
    work.spend(rules * rules // 4)
    for box, heights, places in _frames(drawing):
        work.spend(len(glyphs))
        inside = [g for g in glyphs if box.holds(*g.middle)]
        if not inside:
            continue
        taken = {id(glyph) for glyph in inside}
        rows = _cells(inside, heights, places)
        if len(rows) > 1 and sum(any(text for text in row[1:]) for row in rows) > 1:
            glyphs = [g for g in glyphs if id(g) not in taken]
            tables.append(TableRows(rows, box.top, box.bottom))
    return tables, glyphs


def _frames(drawing: Drawing) -> list[tuple[Box, list[float], list[float]]]:
    """Where lines across and upright make a grid: its box, its heights from the top, its places."""
    across, upright = drawing.across[:MOST_RULES], drawing.upright[:MOST_RULES]
    groups: list[tuple[Box, list[float], list[float]]] = []
    bands = _spans([(low, high) for _, low, high in upright])
    for low, high in bands:
        beside = [rule for rule in upright if rule[1] >= low - TOUCH and rule[2] <= high + TOUCH]
        for left, right in _spans(
            [(x, y) for h, x, y in across if low - TOUCH <= h <= high + TOUCH]
        ):
            places = _distinct_lines(
                [x for x, _, _ in beside if left - TOUCH <= x <= right + TOUCH]
            )
            heights = _distinct_lines(
                [
                    h
                    for h, x, y in across
                    if low - TOUCH <= h <= high + TOUCH and x >= left - TOUCH and y <= right + TOUCH
                ]
            )
            if 3 <= len(places) <= MOST_EDGES and len(heights) >= 3:
                box = Box(places[0] - 1, heights[0] - 1, places[-1] + 1, heights[-1] + 1)
                groups.append((box, heights[::-1], places))
    return groups


def _spans(intervals: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Intervals that touch, as one."""
    result: list[tuple[float, float]] = []
    for low, high in sorted(intervals):
        if result and low <= result[-1][1] + TOUCH:
            result[-1] = (result[-1][0], max(result[-1][1], high))
        else:
            result.append((low, high))
    return result


def _distinct_lines(numbers: list[float]) -> list[float]:
    result: list[float] = []
    for number in sorted(numbers):
        if not result or number - result[-1] > TOUCH:
            result.append(number)
    return result


def _cells(glyphs: list[Glyph], heights: list[float], places: list[float]) -> list[list[str]]:
    """The texts between the lines."""
    columns = len(places) - 1
    depths, edges = [-height for height in heights[1:]], places[1:]
    grid: dict[tuple[int, int], list[Glyph]] = {}
    for glyph in glyphs:
        x, y = glyph.middle
        row = min(bisect_left(depths, -y), len(heights) - 2)
        column = min(bisect_left(edges, x), columns - 1)
        grid.setdefault((row, column), []).append(glyph)
    rows = []
    for row in range(len(heights) - 1):
        texts = [
            " ".join(line.text for line in lines_of(grid.get((row, column), ())))
            for column in range(columns)
        ]
        if any(texts):
            rows.append(texts)
    return rows


def aligned_runs(lines: list[TextLine]) -> list[tuple[int, int, list[list[str]]]]:
    """Runs of lines that are a table by how their pieces align: from, up to, rows."""
    result: list[tuple[int, int, list[list[str]]]] = []
    place = behind = 0
    while place < len(lines):
        end = _run_end(lines, place)
        if end - place >= 2:
            start = place - (place > behind and _is_head_of(lines[place - 1], lines[place:end]))
            rows = _aligned_rows(lines[start:end])
            if rows is not None:
                result.append((start, end, rows))
                behind = end
        place = max(end, place + 1)
    return result


def _is_head_of(line: TextLine, rows: list[TextLine]) -> bool:
    """True for the only header of a table of labels and figures: it stands over the figures."""
    first = rows[0]
    return (
        len(line.pieces) == 1
        and 0 < line.base - first.base <= LONGEST_STEP * first.size
        and abs(line.size - first.size) <= SAME_SIZE * first.size
        and line.left > max(row.pieces[0].right for row in rows)
    )


def _run_end(lines: list[TextLine], start: int) -> int:
    """Where a run of lines with several pieces ends; a single piece between two may be a group."""
    if len(lines[start].pieces) < 2:
        return start
    end, step = start + 1, 0.0
    while end < len(lines):
        line, above = lines[end], lines[end - 1]
        now = above.base - line.base
        if now > LONGEST_STEP * max(line.size, above.size) or now > WIDER * (step or now):
            break
        if abs(line.size - above.size) > SAME_SIZE * above.size:
            break
        if len(line.pieces) < 2 and not _is_between(lines, end):
            break
        step = max(step, now)
        end += 1
    return end


def _is_between(lines: list[TextLine], place: int) -> bool:
    """True for one short piece with rows of a table above and below it."""
    line = lines[place]
    return (
        place + 1 < len(lines)
        and len(lines[place + 1].pieces) > 1
        and line.right - line.left < 0.6 * (lines[place + 1].right - lines[place + 1].left)
        and line.base - lines[place + 1].base <= LONGEST_STEP * line.size
    )


def _aligned_rows(lines: list[TextLine]) -> list[list[str]] | None:
    """The rows of a table; None where the pieces do not stand in columns."""
    pieces = [piece for line in lines if len(line.pieces) > 1 for piece in line.pieces]
    columns = _columns(pieces)
    many = [line for line in lines if len(line.pieces) > 1]
    if len(columns) < 2 or len(many) < 2:
        return None
    rows: list[list[str]] = []
    for line in lines:
        texts = [""] * len(columns)
        for piece in line.pieces:
            place = _column(piece, columns)
            texts[place] = f"{texts[place]} {piece.text}".strip()
        if rows and _continues(texts, rows[-1]):
            rows[-1] = [f"{a} {b}".strip() for a, b in zip(rows[-1], texts, strict=True)]
        else:
            rows.append(texts)
    return rows


def _columns(pieces: list[LinePiece]) -> list[tuple[float, float]]:
    result: list[tuple[float, float]] = []
    for piece in sorted(pieces, key=lambda p: (p.left, p.right)):
        if result and piece.left <= result[-1][1] + 1.0:
            result[-1] = (result[-1][0], max(result[-1][1], piece.right))
        else:
            result.append((piece.left, piece.right))
    return result


def _column(piece: LinePiece, columns: list[tuple[float, float]]) -> int:
    def overlap(column: tuple[float, float]) -> float:
        return min(piece.right, column[1]) - max(piece.left, column[0])

    return max(range(len(columns)), key=lambda place: overlap(columns[place]))


def _continues(texts: list[str], above: list[str]) -> bool:
    """True for the rest of a text that did not fit its cell: no label, no figures."""
    filled = [text for text in texts if text]
    return (
        not texts[0]
        and bool(above[0])
        and len(filled) == 1
        and not any(c.isdigit() for c in filled[0])
        and filled[0][:1].islower()
    )
