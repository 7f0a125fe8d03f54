"""What a shown number is in base units, once its labels and notes have had their say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.quantities.closeness import Measure
from modylbench.products.quantities.units import COUNT, MONEY, PERCENT

if TYPE_CHECKING:
    from modylbench.products.quantities.numbers import ShownNumber
    from modylbench.products.quantities.units import Hints, Unit


LARGEST_BARE_RATIO = 1.5  # ours: a bare 30 for a percentage means 30 %, a bare 0.3 means 30 % too


def in_base_units(shown: ShownNumber, strong: Hints, weak: Hints, unit: Unit) -> Measure | None:
    """The number in base units of `unit`, or None when the labels say it is something else.

    Strong hints (the cell, its row, its column) decide; weak ones (notes, titles) help where they
    fit. A bare number is read in the unit the meeting speaks in.
    """
    if stated_dimension(shown, strong, weak, unit) not in {None, unit.dimension}:
        return None
    if shown.scaled:
        fits = shown.dimension is not None or unit.is_money or unit.dimension == COUNT
        return Measure(shown.number, shown.half_step) if fits else None
    scale = _scale(shown, strong, weak, unit)
    return (
        None
        if scale is None
        else Measure(_times(shown.number, scale), _times(shown.half_step, scale))
    )


def stated_dimension(shown: ShownNumber, strong: Hints, weak: Hints, unit: Unit) -> str | None:
    """The dimension that the number or the nearest label states; of notes, only their currency."""
    if shown.dimension is not None:
        return shown.dimension
    for hint in strong:
        if hint.dimension is not None:
            return hint.dimension
    if not unit.is_money:
        return None
    currencies = [
        hint.dimension for hint in weak if hint.dimension and hint.dimension.startswith(MONEY)
    ]
    return unit.dimension if unit.dimension in currencies else next(iter(currencies), None)


def _scale(shown: ShownNumber, strong: Hints, weak: Hints, unit: Unit) -> float | None:
    ours = {None, unit.dimension}
    scale = next(
        (hint.scale for hint in strong if hint.scale is not None and hint.dimension in ours), None
    )
    if scale is not None:
        return scale
    if unit.is_money:
        scale = next(
            (hint.scale for hint in weak if hint.scale is not None and hint.dimension in ours), None
        )
        return _bare_scale(shown.number, unit) if scale is None else scale
    if unit.dimension == PERCENT:
        points = (hint.scale for hint in weak if hint.sure and hint.dimension == PERCENT)
        return next(points, None) or _bare_scale(shown.number, unit)
    if unit.dimension == COUNT and any(hint.scale and hint.dimension is None for hint in weak):
        return None  # "figures in thousands" on a sheet may or may not mean its counts
    return _bare_scale(shown.number, unit)


def _bare_scale(number: float, unit: Unit) -> float:
    if unit.dimension == PERCENT:
        return 0.01 if abs(number) > LARGEST_BARE_RATIO else 1.0
    if unit.scale > 1 and abs(number) < unit.scale / 1000:
        return unit.scale
    return 1.0


def _times(number: float, scale: float) -> float:
    """The product without the last bits of noise: 66.1 times a million is 66,100,000."""
    return number if scale == 1.0 else float(f"{number * scale:.15g}")
