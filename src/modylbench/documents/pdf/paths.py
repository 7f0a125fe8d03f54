"""Which straight lines and filled boxes does a page draw?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from modylbench.documents.pdf.glyph import Box, Drawing, Fill, moved
from modylbench.documents.pdf.operands import number

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Matrix
    from modylbench.documents.pdf.pen import Pen

    Point = tuple[float, float]

MOST_LINES = 20_000
THIN = 2.5
"""Points: a box no wider than this is a line."""


class Paths:
    """Gathers the path that is being drawn, until it is stroked, filled or forgotten."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._at: Point | None = None
        self._boxes: list[Box] = []
        self._lines: list[tuple[Point, Point]] = []
        self._points: list[Point] = []

    def add(self, operator: bytes, operands: list[Any], matrix: Matrix) -> None:
        """A box (re), the start of a line (m), its end (l), or a curve (c, v, y)."""
        if operator == b"re":
            x, y, width, height = (number(operands, place) for place in range(4))
            (a, b), (c, d) = moved(matrix, x, y), moved(matrix, x + width, y + height)
            self._points += [(a, b), (c, d)][: MOST_LINES - len(self._points)]
            if all(map(math.isfinite, (a, b, c, d))) and len(self._boxes) < MOST_LINES:
                self._boxes.append(Box(min(a, c), min(b, d), max(a, c), max(b, d)))
            return
        last = max(len(operands) - 2, 0)  # a curve ends at its last point
        for place in range(0, last + 1, 2):
            if len(self._points) < MOST_LINES:
                self._points.append(
                    moved(matrix, number(operands, place), number(operands, place + 1))
                )
        point = moved(matrix, number(operands, last), number(operands, last + 1))
        if operator == b"l" and self._at is not None and len(self._lines) < MOST_LINES:
            self._lines.append((self._at, point))
        self._at = point

    def around(self) -> Box | None:
        """The box around all that was gathered; None for nothing."""
        points = [point for point in self._points if all(map(math.isfinite, point))]
        if not points:
            return None
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def paint(self, pen: Pen, *, fills: bool, strokes: bool, order: int) -> None:
        """Draw what was gathered, or nothing, and forget it."""
        for box in self._boxes:
            is_line = box.top - box.bottom <= THIN or box.right - box.left <= THIN
            if fills and is_line:
                self._rule((box.left, box.bottom), (box.right, box.top))
            elif fills and len(self._drawing.fills) < MOST_LINES:
                self._drawing.fills.append(
                    Fill(box.within(pen.clip), pen.colour, order, pen.opacity)
                )
            if strokes:
                self._edges(box)
        for start, end in self._lines if strokes else ():
            self._rule(start, end)
        self._at, self._boxes, self._lines, self._points = None, [], [], []

    def _edges(self, box: Box) -> None:
        self._rule((box.left, box.bottom), (box.right, box.bottom))
        self._rule((box.left, box.top), (box.right, box.top))
        self._rule((box.left, box.bottom), (box.left, box.top))
        self._rule((box.right, box.bottom), (box.right, box.top))

    def _rule(self, start: Point, end: Point) -> None:
        (a, b), (c, d) = start, end
        across, upright = self._drawing.across, self._drawing.upright
        if not all(map(math.isfinite, (a, b, c, d))):
            return
        if abs(b - d) <= THIN < abs(a - c) and len(across) < MOST_LINES:
            across.append(((b + d) / 2, min(a, c), max(a, c)))
        elif abs(a - c) <= THIN < abs(b - d) and len(upright) < MOST_LINES:
            upright.append(((a + c) / 2, min(b, d), max(b, d)))
