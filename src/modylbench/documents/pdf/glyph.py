"""What is drawn where on a page: characters, straight lines, filled boxes?"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from modylbench.documents.visibility import BLACK, Colour

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


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


def times(one: Matrix, other: Matrix) -> Matrix:
    """Both transformations, the first one first."""
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
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
    corners = [moved(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    if not all(map(math.isfinite, (*xs, *ys))):
        return None
    return Box(min(xs), min(ys), max(xs), max(ys))


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes to lie."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
