"""Where products show a value that somebody stated."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from modylbench.evaluation.reference.possible_measures import (
    HUNDREDTHS,
    PossibleMeasure,
    possible_measures,
)
from modylbench.products.quantities.closeness import CLOSE
from modylbench.products.quantities.labels import sentence_words
from modylbench.products.quantities.units import COUNT, PERCENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.products.reading.index import Index, ProductPart
    from modylbench.products.reading.observation import Observation


class ValueReading(NamedTuple):
    """One of the measures that a shown number may be; first, so that readings sort by size."""

    measure: PossibleMeasure
    observation: Observation


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Where a value stands."""

    product_id: str
    observation: Observation
    number: float


def places_showing(
    stated: StatedFigure, indexes: Iterable[Index], scales: tuple[float, ...]
) -> Iterator[ShownPlace]:
    """Every place that shows the value told, at the precision of both."""
    wanted = abs(stated.shown.number)
    reach = max(stated.reach, CLOSE.explained_rounding(wanted, wanted))
    for index in indexes:
        for part in index.parts:
            numbers, values = _values(part, scales)
            first = bisect_left(numbers, wanted - reach)
            for value in values[first : bisect_right(numbers, wanted + reach)]:
                if is_shown_by(stated, value):
                    yield ShownPlace(index.product.id, value.observation, value.measure.number)


def value_readings(observation: Observation, scales: tuple[float, ...]) -> list[ValueReading]:
    """All that a shown number may come to, by its own marks, its labels and the usual units."""
    return [
        ValueReading(measure, observation)
        for measure in possible_measures(observation, (HUNDREDTHS, *scales))
    ]


def agrees(stated: StatedFigure, observation: Observation, scales: tuple[float, ...]) -> bool:
    """Whether a shown number may be the value told."""
    return any(is_shown_by(stated, value) for value in value_readings(observation, scales))


def is_shown_by(stated: StatedFigure, value: ValueReading) -> bool:
    """Whether a reading is the value told, as finely as it was told.

    What is shown more coarsely is that value only where a label says that it is of the same thing.
    """
    if not _fits(stated, value):
        return False
    number, half_step, _ = value.measure
    if stated.is_value(number, 0.0):
        return True
    rounding = CLOSE.explained_rounding(half_step, stated.shown.number)
    return stated.is_value(number, rounding) and is_named(stated, value.observation)


def is_named(stated: StatedFigure, observation: Observation) -> bool:
    """Whether the words of a figure have a word of the labels of a number."""
    labels = {word for axis in (*observation.axes, *observation.context) for word in axis}
    return not labels.isdisjoint(sentence_words(stated.sentence))


def nearest(stated: StatedFigure, observation: Observation, scales: tuple[float, ...]) -> float:
    """The reading of a shown number that comes closest to the value told."""
    wanted = abs(stated.shown.number)
    fitting = [value for value in value_readings(observation, scales) if _fits(stated, value)]
    every = fitting or value_readings(observation, scales)
    return min(
        (value.measure.number for value in every), key=lambda n: abs(n - wanted), default=0.0
    )


def _fits(stated: StatedFigure, value: ValueReading) -> bool:
    said, stands = stated.shown.dimension, value.measure.dimension
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
        values.sort(key=lambda value: value.measure.number)
        part.answers[key] = ([value.measure.number for value in values], values)
    return cast("tuple[list[float], list[ValueReading]]", part.answers[key])
