"""Where two pictures differ so that a person sees something else: one changed digit does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PIL.Image import Image

    from modylbench.evaluation.visuals.opening import OpenedPicture

NOISE = 8  # ours: of 255, in any colour; the renderer draws the same page byte by byte the same
BLOCK, MOST_BLOCK_NOISE = 4, 16  # as capture has them: what video makes of a still page
MOST_CARET_WIDTH, CARET_HEIGHTS = 2, (8, 40)
"""Ours: pixels. A caret that blinks is no change; a line of a chart is higher, a digit wider."""
GAP = 3  # ours: columns without a change that part one place from another


class ChangedArea(NamedTuple):
    """The box around all that changed, in pixels, and the part of the picture that it takes."""

    left: int
    top: int
    right: int
    bottom: int
    share: float


def changed_area(
    before: OpenedPicture, after: OpenedPicture, *, is_video: bool = False
) -> ChangedArea | None:
    """Where the second picture shows something else; None where a person sees the same.

    Video shows a still page a little differently each time: blocks are compared then, not pixels.
    """
    first, other = before.colours, after.colours
    if first.size != other.size:
        width, height = max(first.width, other.width), max(first.height, other.height)
        return ChangedArea(0, 0, width, height, 1.0)
    if is_video:
        return _changed_blocks(before.greys, after.greys)
    return _changed_pixels(first, other)


def _changed_blocks(first: Image, other: Image) -> ChangedArea | None:
    greys = [np.asarray(picture.reduce(BLOCK), dtype=np.int16) for picture in (first, other)]
    mask = np.abs(greys[0] - greys[1]) > MOST_BLOCK_NOISE
    if not mask.any():
        return None
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    left, right = int(columns[0]) * BLOCK, min(first.width, (int(columns[-1]) + 1) * BLOCK)
    top, bottom = int(rows[0]) * BLOCK, min(first.height, (int(rows[-1]) + 1) * BLOCK)
    return ChangedArea(left, top, right, bottom, float(mask.mean()))


def _changed_pixels(first: Image, other: Image) -> ChangedArea | None:
    from PIL import ImageChops  # slow to import

    difference = ImageChops.difference(first, other)
    box = difference.getbbox()
    if box is None:
        return None
    mask = np.asarray(difference.crop(box)).max(axis=2) > NOISE
    if not mask.any() or all(_is_caret(place) for place in _places(mask)):
        return None
    share = float(mask.sum()) / (first.width * first.height)
    return ChangedArea(*box, share)


def _places(mask: NDArray[np.bool_]) -> Iterator[NDArray[np.bool_]]:
    """What changed, parted where some columns in a row hold nothing that did."""
    columns = np.flatnonzero(mask.any(axis=0))
    for group in np.split(columns, np.flatnonzero(np.diff(columns) > GAP) + 1):
        yield mask[:, group[0] : group[-1] + 1]


def _is_caret(place: NDArray[np.bool_]) -> bool:
    rows = np.flatnonzero(place.any(axis=1))
    height = int(rows[-1] - rows[0]) + 1
    least, most = CARET_HEIGHTS
    is_whole = len(rows) == height  # letters have gaps, and serifs are wider
    return place.shape[1] <= MOST_CARET_WIDTH and least <= height <= most and is_whole
