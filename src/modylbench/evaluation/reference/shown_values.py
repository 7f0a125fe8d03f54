"""Where products show a value that somebody stated."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from modylbench.products.quantities.labels import sentence_words
from modylbench.products.quantities.numbers import UNREADABLE
from modylbench.products.quantities.units import COUNT, PERCENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.products.quantities.numbers import ShownNumber
    from modylbench.products.quantities.units import UnitHint
    from modylbench.products.reading.index import Index, ProductPart
    from modylbench.products.reading.observation import Observation

WINDOW = 0.06  # ours: what is farther off than this is no rounding of anything
HUNDREDTHS = 0.01


class ValueReading(NamedTuple):
    """One reading of a shown number, without its sign; first, so that values sort by size."""

    number: float
    half_step: float
    dimension: str | None
    observation: Observation


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Where a value stands."""

    product_id: str
    observation: Observation
    number: float


def places_showing(
    told: StatedFigure, indexes: Iterable[Index], scales: tuple[float, ...]
) -> Iterator[ShownPlace]:
    """Every place that shows the value told, at the precision of both."""
    wanted = abs(told.shown.number)
    reach = max(told.tolerance, WINDOW * wanted)
    for index in indexes:
        for part in index.parts:
            numbers, values = _values(part, scales)
            first = bisect_left(numbers, wanted - reach)
            for value in values[first : bisect_right(numbers, wanted + reach)]:
                if is_shown_by(told, value):
                    yield ShownPlace(index.product.id, value.observation, value.number)


def value_readings(observation: Observation, scales: tuple[float, ...]) -> list[ValueReading]:
    """All that a shown number may come to, by its own marks, its labels and the usual units."""
    return [
        ValueReading(abs(number), half_step, dimension, observation)
        for number, half_step, dimension in _possible_values(observation, scales)
    ]


def agrees(told: StatedFigure, observation: Observation, scales: tuple[float, ...]) -> bool:
    """Whether a shown number may be the value told."""
    return any(is_shown_by(told, value) for value in value_readings(observation, scales))


def is_shown_by(told: StatedFigure, value: ValueReading) -> bool:
    """Whether a reading is the value told, as finely as it was told.

    What is shown more coarsely is that value only where a label says that it is of the same thing.
    """
    if not _fits(told, value):
        return False
    if told.is_value(value.number, 0.0):
        return True
    return told.is_value(value.number, value.half_step) and is_named(told, value.observation)


def is_named(told: StatedFigure, observation: Observation) -> bool:
    """Whether the words of a figure have a word of the labels of a number."""
    labels = {word for axis in (*observation.axes, *observation.context) for word in axis}
    return not labels.isdisjoint(sentence_words(told.sentence))


def nearest(told: StatedFigure, observation: Observation, scales: tuple[float, ...]) -> float:
    """The reading of a shown number that comes closest to the value told."""
    wanted = abs(told.shown.number)
    fitting = [value for value in value_readings(observation, scales) if _fits(told, value)]
    every = fitting or value_readings(observation, scales)
    return min((value.number for value in every), key=lambda n: abs(n - wanted), default=0.0)


def _possible_values(
    observation: Observation, scales: tuple[float, ...]
) -> Iterator[tuple[float, float, str | None]]:
    hints = (*observation.strong, *observation.weak)
    for shown in observation.shown:
        if shown is UNREADABLE:
            continue
        stated = shown.dimension or next(
            (hint.dimension for hint in observation.strong if hint.dimension), None
        )
        if shown.scaled:
            yield shown.number, shown.half_step, stated
            continue
        factors = {1.0, *(hint.scale for hint in hints if hint.scale)}
        if not any(hint.scale for hint in observation.strong):
            factors |= {HUNDREDTHS, *scales}
        for factor in sorted(factors):
            is_percent = factor == HUNDREDTHS
            if is_percent and not _may_be_percent(shown, stated, hints):
                continue
            number = float(f"{shown.number * factor:.15g}")
            yield number, shown.half_step * factor, PERCENT if is_percent else stated


def _may_be_percent(shown: ShownNumber, stated: str | None, hints: Sequence[UnitHint]) -> bool:
    """Whether 37.5 may be 37.5 %: a whole number is a count unless something says otherwise."""
    if stated is not None:
        return stated == PERCENT
    if any(hint.dimension == PERCENT for hint in hints):
        return True
    return shown.number != int(shown.number)


def _fits(told: StatedFigure, value: ValueReading) -> bool:
    said, stands = told.shown.dimension, value.dimension
    if said is None or stands is None or said == stands:
        return True
    return stands == COUNT and said != PERCENT


def _values(part: ProductPart, scales: tuple[float, ...]) -> tuple[list[float], list[ValueReading]]:
    """The readings of a part by size, made once."""
    key = ("shown values", scales)
    if key not in part.answers:
        values = [
            value
            for observation in part.observations
            for value in value_readings(observation, scales)
        ]
        values.sort(key=lambda value: value.number)
        part.answers[key] = ([value.number for value in values], values)
    return cast("tuple[list[float], list[ValueReading]]", part.answers[key])
