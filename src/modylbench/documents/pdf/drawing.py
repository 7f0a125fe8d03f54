"""What a PDF page draws and where: characters, straight lines, filled boxes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from pypdf.generic import DictionaryObject

from modylbench.documents.unreadable import Unreadable
from modylbench.documents.visibility import BLACK, Colour

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
LARGEST = 1e9
MOST_STEPS = 12_000_000
"""Ours, in steps of our own loops: a document of a hundred pages takes about one million."""


@dataclass(slots=True)
class Glyph:
    """A character (or a ligature): from where to where it goes on its line, and its size."""

    text: str
    left: float
    right: float
    base: float
    size: float
    is_bold: bool
    order: int
    colour: Colour = BLACK
    opacity: float = 1.0
    is_unseen: bool = False
    url: str = ""

    @property
    def middle(self) -> tuple[float, float]:
        """A point inside it."""
        return (self.left + self.right) / 2, self.base + self.size / 4


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, x: float, y: float) -> bool:
        """True for a point inside it."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def within(self, other: Box | None) -> Box:
        """The part of it that lies in the other; of no size where there is none."""
        if other is None:
            return self
        left, bottom = max(self.left, other.left), max(self.bottom, other.bottom)
        return Box(
            left,
            bottom,
            max(left, min(self.right, other.right)),
            max(bottom, min(self.top, other.top)),
        )


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle, its colour (None for a picture), and when it was drawn."""

    box: Box
    colour: Colour | None
    order: int
    opacity: float = 1.0


@dataclass(slots=True)
class Drawing:
    """All that a page draws."""

    glyphs: list[Glyph] = field(default_factory=list)
    across: list[tuple[float, float, float]] = field(default_factory=list)
    """Horizontal lines: height, from, to."""
    upright: list[tuple[float, float, float]] = field(default_factory=list)
    """Vertical lines: place, from, to."""
    fills: list[Fill] = field(default_factory=list)
    pictures: int = 0
    too_deep: int = 0
    """Forms within forms that were not drawn."""
    turned: int = 0
    """Characters that do not run from left to right."""


def multiply(first: Matrix, second: Matrix) -> Matrix:
    """Both transformations, the first one first."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return (
        a * g + b * i,
        a * h + b * j,
        c * g + d * i,
        c * h + d * j,
        e * g + f * i + k,
        e * h + f * j + m,
    )


def box_of(matrix: Matrix, left: float, bottom: float, right: float, top: float) -> Box | None:
    """The upright box around a rectangle that is transformed."""
    corners = [transform_point(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    if not all(map(math.isfinite, (*xs, *ys))):
        return None
    return Box(min(xs), min(ys), max(xs), max(ys))


def transform_point(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes to lie."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def dictionary(value: object) -> DictionaryObject:
    """The dictionary that a value is or refers to; an empty one otherwise."""
    found = value.get_object() if hasattr(value, "get_object") else value
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def finite(value: object) -> float:
    """The number; 0 for anything else, and for numbers that lead nowhere."""
    if not isinstance(value, int | float):
        return 0.0
    number = float(value)
    return number if math.isfinite(number) and abs(number) < LARGEST else 0.0


def number(operands: list[Any], place: int) -> float:
    """One of the operands."""
    return finite(operands[place]) if place < len(operands) else 0.0


def matrix_of(operands: list[Any]) -> Matrix:
    """Six operands as a transformation."""
    a, b, c, d, e, f = (number(operands, place) for place in range(6))
    return a, b, c, d, e, f


class WorkBudget:
    """A budget that all steps of reading a file share; the same file always stops at one place."""

    def __init__(self, most: int = MOST_STEPS) -> None:
        self._left = most

    def spend(self, steps: int) -> None:
        """Take from the budget."""
        self._left -= steps
        if self._left < 0:
            raise Unreadable("too_large", "draws more than any document needs; the rest is dropped")
