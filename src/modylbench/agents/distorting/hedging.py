"""What is left of a figure when nobody wants to be held to it?"""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING

from modylbench.agents.distorting.figures import is_result, rewritten

if TYPE_CHECKING:
    from modylbench.agents.distorting.figures import Figure
    from modylbench.agents.distorting.redrawing import Spot
    from modylbench.foundation.draw import Draw

RANGES = 0.3  # ours: the share of figures that become a range
ABOUT = ("roughly", "about", "some", "in the region of")
HEDGES = (
    "Give or take, and depending on how you look at it,",
    "Broadly speaking, and I wouldn't want to be pinned down on this,",
    "As a rough middle-of-the-road view,",
    "On balance, and all else being equal,",
)
CAVEATS = (
    "It could be somewhat higher or lower.",
    "Reasonable people could land on either side of that.",
    "I'd treat that as indicative.",
    "The truth is probably somewhere in between.",
)


class Hedging:
    """A Pen that rounds, averages and gives ranges."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def cell(self, spot: Spot) -> float | int | str:
        """The number halfway to the mean of its row, rounded; at times a range."""
        if not _is_free(spot):
            return spot.number
        middle = middling(spot)
        if self._draw.uniform(0.0, 1.0) < RANGES:
            low, high = _around(middle)
            return f"{low:,.10g} to {high:,.10g}"
        return middle

    def point(self, spot: Spot) -> float | int:
        """The number halfway to the mean of its series, rounded."""
        return middling(spot) if _is_free(spot) else spot.number

    def text(self, text: str) -> str:
        """The text with round figures and ranges."""
        return rewritten(text, self._instead)

    def speech(self, text: str) -> str:
        """The text with round figures, between a hedge and a caveat."""
        said = text[:1].lower() + text[1:] if text[1:2].islower() else text
        hedge, caveat = self._draw.one_of(HEDGES), self._draw.one_of(CAVEATS)
        return f"{hedge} {self.text(said)} {caveat}"

    def _instead(self, figure: Figure) -> str | None:
        if not figure.is_result:
            return None
        if self._draw.uniform(0.0, 1.0) < RANGES:
            low, high = _around(figure.number)
            return f"{figure.mark}{low:,.10g}-{high:,.10g}"
        return f"{self._draw.one_of(ABOUT)} {figure.mark}{rounded(figure.number, 1):,.10g}"


def middling(spot: Spot) -> float | int:
    """Halfway between a number and the mean of its peers, to two digits; alone, to one."""
    if len(spot.peers) > 1:
        mean = sum(spot.peers) / len(spot.peers)
        number = rounded((spot.number + mean) / 2, 2)
    else:
        number = rounded(float(spot.number), 1)
    return int(number) if isinstance(spot.number, int) and number.is_integer() else number


def rounded(number: float, digits: int) -> float:
    """The number to so many digits that count.

    >>> rounded(277.6, 1), rounded(-0.01972, 2)
    (300.0, -0.02)
    """
    if number == 0:
        return 0.0
    return round(number, digits - 1 - floor(log10(abs(number))))


def _around(number: float) -> tuple[float, float]:
    ends = sorted((rounded(number * 0.8, 1), rounded(number * 1.3, 1)))
    return ends[0], ends[1]


def _is_free(spot: Spot) -> bool:
    is_whole = float(spot.number).is_integer()
    return is_result(spot.number, is_whole=is_whole, has_unit=False)
