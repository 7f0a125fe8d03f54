"""How alike two pictures are: SSIM of global statistics, as the paper has it (3.7.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL.Image import Image

WHITE = 255
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
"""Wang et al. 2004, for greys of 8 bits."""
_LEVELS = np.arange(256, dtype=np.float64)


def global_ssim(first: Image, other: Image) -> float:
    """SSIM of two grey pictures by their means, variances and covariance, from -1 to 1.

    Of two sizes, the smaller is laid on white at the top left.
    """
    first, other = _on_one_size(first, other)
    (mean_x, var_x), (mean_y, var_y) = _mean_and_variance(first), _mean_and_variance(other)
    both = _mean_product(first, other) - (WHITE - mean_x) * (WHITE - mean_y)
    likeness = (2 * mean_x * mean_y + C1) * (2 * both + C2)
    return likeness / ((mean_x**2 + mean_y**2 + C1) * (var_x + var_y + C2))


def _mean_and_variance(picture: Image) -> tuple[float, float]:
    counts = np.asarray(picture.histogram(), dtype=np.float64)
    total = counts.sum()
    mean = float(counts @ _LEVELS / total)
    return mean, float(counts @ (_LEVELS - mean) ** 2 / total)


def _mean_product(first: Image, other: Image) -> float:
    """The mean of the products of what each pixel lacks to white, exactly."""
    x, y = (WHITE - np.asarray(picture) for picture in (first, other))
    products = np.multiply(x, y, dtype=np.uint16)  # 255 x 255 just fits
    return float(products.sum(dtype=np.uint64)) / x.size


def _on_one_size(first: Image, other: Image) -> tuple[Image, Image]:
    if first.size == other.size:
        return first, other
    size = max(first.width, other.width), max(first.height, other.height)
    return _laid_on_white(first, size), _laid_on_white(other, size)


def _laid_on_white(picture: Image, size: tuple[int, int]) -> Image:
    from PIL import Image  # slow to import

    laid = Image.new("L", size, WHITE)
    laid.paste(picture)
    return laid
