"""The paper's hash of a picture: 64 bits, each whether the grey rises to the right (dHash)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

SIDE = 8
DUPLICATE_BITS = 6  # paper 3.7.5


def difference_hash(greys: Image) -> int:
    """The 64-bit dHash of a grey picture, row by row from the top left."""
    from PIL import Image  # slow to import

    small = greys.resize((SIDE + 1, SIDE), Image.Resampling.LANCZOS)
    levels = np.asarray(small)
    rises = (levels[:, 1:] > levels[:, :-1]).flatten()
    return int.from_bytes(np.packbits(rises).tobytes(), "big")


def hamming(first: int, other: int) -> int:
    """How many bits of two hashes differ.

    >>> hamming(0b1011, 0b0010)
    2
    """
    return (first ^ other).bit_count()
