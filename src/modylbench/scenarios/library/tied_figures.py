"""Figures that must be right wherever they are shown, by quantity and members.

Keys are as products.yaml names them: "operating_lines|tax|year 1".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FiguresByQuantity = dict[str, float]
DECIMALS = 6  # ours: far below what anybody shows, and free of the noise of floats


def round_figures(figures: Mapping[str, float]) -> FiguresByQuantity:
    """The figures without the noise that floats add."""
    return {key: round(figure, DECIMALS) for key, figure in figures.items()}


def under_quantity(quantity: str, figures: Mapping[str, float]) -> FiguresByQuantity:
    """The figures of members under the name of their quantity."""
    return {f"{quantity}|{name}": figure for name, figure in figures.items()}
