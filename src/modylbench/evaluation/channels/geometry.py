"""Regions of a picture: how far they overlap, and how near a point is to first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modylbench.recording.marks import Region

REACH_PX = 100.0  # SPEC 8: a point so far away is worth nothing
DIGITS = 6


@dataclass(frozen=True, slots=True)
class PixelBox:
    """A rectangle in pixels of a picture; a point has no extent."""

    x: float
    y: float
    width: float
    height: float

    @property
    def area(self) -> float:
        """In square pixels."""
        return self.width * self.height


def box_of(region: Region, picture: PixelBox) -> PixelBox:
    """A region in pixels; parts of a hundred are of the whole picture."""
    if region.unit == "pixel":
        return PixelBox(region.x, region.y, region.width, region.height)
    across, down = picture.width / 100.0, picture.height / 100.0
    return PixelBox(
        picture.x + region.x * across,
        picture.y + region.y * down,
        region.width * across,
        region.height * down,
    )


def overlap(first: PixelBox, other: PixelBox) -> float:
    """Intersection over union (IoU); 0 where one of them has no area.

    >>> overlap(PixelBox(0, 0, 10, 10), PixelBox(5, 0, 10, 10))
    0.333333
    """
    across = min(first.x + first.width, other.x + other.width) - max(first.x, other.x)
    down = min(first.y + first.height, other.y + other.height) - max(first.y, other.y)
    if across <= 0 or down <= 0:
        return 0.0
    shared = across * down
    return round(shared / (first.area + other.area - shared), DIGITS)


def nearness(x: float, y: float, target: PixelBox) -> float:
    """1 inside of the target, from its border in a straight line to 0 at `REACH_PX`.

    >>> nearness(5, 5, PixelBox(0, 0, 10, 10)), nearness(60, 5, PixelBox(0, 0, 10, 10))
    (1.0, 0.5)
    """
    aside = max(target.x - x, 0.0, x - target.x - target.width)
    above = max(target.y - y, 0.0, y - target.y - target.height)
    return round(max(0.0, 1.0 - math.hypot(aside, above) / REACH_PX), DIGITS)
