"""What a shown number may be: as it stands, in the unit of its labels, in one that was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.closeness import Measure
from modylbench.products.quantities.numbers import UNREADABLE
from modylbench.products.quantities.units import COUNT, PERCENT, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.products.quantities.numbers import ShownNumber
    from modylbench.products.quantities.units import UnitHint
    from modylbench.products.reading.observation import Observation

HUNDREDTHS = 0.01
LEFT_OUT = (HUNDREDTHS, 1e3, 1e6, 1e9)
"""The scales that people leave out where they are clear: "67.5 million of senior, 37.5 of sub"."""


class PossibleMeasure(NamedTuple):
    """What a number may be, without its sign; first its size, so that measures sort by it."""

    number: float
    half_step: float
    dimension: str | None

    @property
    def measure(self) -> Measure:
        """The number with its precision."""
        return Measure(self.number, self.half_step)


def possible_measures(
    observation: Observation, left_out: Iterable[float] = ()
) -> Iterator[PossibleMeasure]:
    """All that a shown number may come to, by its own marks, its labels and scales left out."""
    hints = (*observation.strong, *observation.weak)
    for shown in observation.shown:
        if shown is UNREADABLE:
            continue
        stated = shown.dimension or next(
            (hint.dimension for hint in observation.strong if hint.dimension), None
        )
        if shown.scaled:
            number, half_step = abs(shown.number), shown.half_step
            yield PossibleMeasure(number, half_step, stated)
            if stated == PERCENT:  # "-4.644" for what stands there as -4.644 percentage points
                bare = float(f"{number / HUNDREDTHS:.15g}")
                yield PossibleMeasure(bare, half_step / HUNDREDTHS, stated)
            continue
        factors = {1.0, *(hint.scale for hint in hints if hint.scale)}
        if not any(hint.scale for hint in observation.strong):
            factors.update(left_out)
        for factor in sorted(factors):
            is_percent = factor == HUNDREDTHS
            if is_percent and not _may_be_percent(shown, stated, hints):
                continue
            number = float(f"{abs(shown.number) * factor:.15g}")
            yield PossibleMeasure(
                number, shown.half_step * factor, PERCENT if is_percent else stated
            )


def measure_in(observation: Observation, unit: Unit) -> Measure | None:
    """What it is in base units of a unit that is known; None where its labels name another."""
    return in_base_units(observation.shown[0], observation.strong, observation.weak, unit)


def unit_of(observation: Observation) -> Unit:
    """The unit that a number is in by the labels around it."""
    dimensions = [hint.dimension for hint in observation.strong if hint.dimension is not None]
    scales = [hint.scale for hint in observation.strong if hint.scale is not None]
    return Unit(dimensions[0] if dimensions else COUNT, scales[0] if scales else 1.0)


def _may_be_percent(shown: ShownNumber, stated: str | None, hints: Sequence[UnitHint]) -> bool:
    """Whether 37.5 may be 37.5 %: a whole number is a count unless something says otherwise."""
    if stated is not None:
        return stated == PERCENT
    if any(hint.dimension == PERCENT for hint in hints):
        return True
    return shown.number != int(shown.number)
