"""What is drawn where on a page: characters, straight lines, filled boxes?"""

from __future__ import annotations

from dataclasses import dataclass, field

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
    is_white: bool = False
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


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle, whether it is white, and when it was drawn."""

    box: Box
    is_white: bool
    order: int


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


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point comes to lie."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
