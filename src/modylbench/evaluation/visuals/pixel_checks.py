"""What can be said of a shared screen by its pixels alone: whether it is empty, or too pale.

The size of a font, the labels of axes, what is cut off, hidden or laid on something else cannot be
had without knowing what is text: of these nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from modylbench.evaluation.visuals.opening import OpenedPicture

TILE = 16  # ours: about a line of text
LEAST_EDGE, LEAST_TEXTURE = 12, 16  # ours: greys of 255; places of a tile of 256 pixels
LARGE_RATIO, TEXT_RATIO = 3.0, 4.5  # WCAG AA: large text and graphics, other text
PALE_SHARE = 0.25  # ours: a few pale tiles are a border, a grid or a picture
MOST_SHADES = 2  # ours: of 255; a codec makes that much of one colour
LEAST_TILES = 4  # ours: on fewer nobody can say anything
_CHANNELS = np.array([0.2126, 0.7152, 0.0722])
_LEVELS = np.linspace(0.0, 1.0, 256)
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, np.power((_LEVELS + 0.055) / 1.055, 2.4))


def is_blank(picture: OpenedPicture) -> bool:
    """Whether nothing at all is drawn on it."""
    greys = np.asarray(picture.greys)
    return int(greys.max()) - int(greys.min()) <= MOST_SHADES


def contrast_holds(picture: OpenedPicture) -> bool | None:
    """Whether what is written stands out by WCAG AA as far as pixels tell; None where they do not.

    Small letters are drawn paler than their ink is. So a no is sure (hardly anything reaches 3:1,
    which even large text needs), and a yes is said only where nearly all reaches 4.5:1.
    """
    ratios = letter_ratios(picture)
    if ratios.size < LEAST_TILES:
        return None
    if float((ratios < LARGE_RATIO).mean()) > 1 - PALE_SHARE:
        return False
    return True if float((ratios < TEXT_RATIO).mean()) < PALE_SHARE else None


def letter_ratios(picture: OpenedPicture) -> NDArray[np.float64]:
    """The contrast of lightest and darkest pixel in tiles of 16 x 16 with the edges of letters."""
    colours, greys = np.asarray(picture.colours), np.asarray(picture.greys, dtype=np.int16)
    rows, columns = (side // TILE for side in greys.shape)
    found: list[NDArray[np.float64]] = [np.empty(0)]
    for row in range(rows):  # a line of tiles at a time: a whole screen would take gigabytes
        line = slice(row * TILE, (row + 1) * TILE), slice(0, columns * TILE)
        is_written = _texture(greys[line]) >= LEAST_TEXTURE
        luminance = (_LINEAR[colours[line]] @ _CHANNELS).reshape(TILE, columns, TILE)
        lightest, darkest = luminance.max(axis=(0, 2)), luminance.min(axis=(0, 2))
        found.append(((lightest + 0.05) / (darkest + 0.05))[is_written])
    return np.concatenate(found)


def _texture(greys: NDArray[np.int16]) -> NDArray[np.int64]:
    """In how many places of each tile an edge begins or ends from one row to the next.

    Letters have many; lines, borders, and where they cross, next to none.
    """
    edges = np.abs(np.diff(greys, axis=1, append=greys[:, -1:])) > LEAST_EDGE
    ends = edges[1:] ^ edges[:-1]
    counts: NDArray[np.int64] = ends.reshape(TILE - 1, -1, TILE).sum(axis=(0, 2))
    return counts
