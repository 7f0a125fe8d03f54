"""What can be said of a shared screen by its pixels alone: whether it is empty, or too pale.

The size of a font, the labels of axes, what is cut off, hidden or laid on something else cannot be
had without knowing what is text: of these nothing is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from modylbench.evaluation.visuals.opening import OpenedPicture

TILE = 16  # ours: about a line of text
LEAST_STRUCTURE = 1.25  # ours: what has less contrast than this is a shade, not ink
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
    """Whether what is drawn stands out by WCAG AA as far as pixels tell; None where they do not.

    Small letters are drawn paler than their ink is. So a no is sure (hardly anything reaches 3:1,
    which even large text needs), and a yes is said only where nearly all reaches 4.5:1.
    """
    ratios = tile_ratios(picture.colours)
    inked = ratios[ratios >= LEAST_STRUCTURE]
    if inked.size < LEAST_TILES:
        return None
    if float((inked < LARGE_RATIO).mean()) > 1 - PALE_SHARE:
        return False
    return True if float((inked < TEXT_RATIO).mean()) < PALE_SHARE else None


def tile_ratios(colours: Image) -> NDArray[np.float64]:
    """The contrast between the lightest and the darkest pixel of every tile of 16 x 16."""
    pixels = np.asarray(colours)
    luminance = _LINEAR[pixels] @ _CHANNELS
    rows, columns = (side // TILE for side in luminance.shape)
    tiles = luminance[: rows * TILE, : columns * TILE].reshape(rows, TILE, columns, TILE)
    darkest, lightest = tiles.min(axis=(1, 3)), tiles.max(axis=(1, 3))
    ratios: NDArray[np.float64] = (lightest + 0.05) / (darkest + 0.05)
    return ratios.ravel()
