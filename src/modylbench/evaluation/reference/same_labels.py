"""Numbers of a product that stand under the same labels in a perfect one, compared with it.

Criteria look at some numbers of a product. The others are compared with a perfect product wherever
row, column and heading are called the same; what has no counterpart is nobody's fault.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from modylbench.evaluation.reference.possible_measures import possible_measures
from modylbench.products.quantities.closeness import CLOSE, IDENTICAL, Tolerance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from modylbench.evaluation.reference.possible_measures import PossibleMeasure
    from modylbench.products.reading.index import Index, ProductPart
    from modylbench.products.reading.observation import Observation

MOST_ALIKE = 20  # ours: numbers under one label that are looked at

Labels = tuple[frozenset[tuple[str, ...]], frozenset[tuple[str, ...]]]


@dataclass(frozen=True, slots=True)
class LabelledNumbers:
    """Numbers under the same labels in both products, and those of them that are the same."""

    both: int = 0
    same: int = 0


def compare_labelled_numbers(
    own: Index,
    perfect: Index,
    *,
    besides: Collection[str] = (),
    exact: Collection[float] = (),
) -> LabelledNumbers:
    """Of the perfect product's numbers, those that its own has too.

    `besides` are pointers of the perfect one that are left out; numbers in `exact` have no
    tolerance.
    """
    narrow, wide = _by_labels(own)
    both = same = 0
    for number in _labelled_numbers(perfect):
        if number.observation.pointer in besides:
            continue
        found = narrow.get(number.narrow) or wide.get(number.labels) or []
        if not found:
            continue
        both += 1
        same += any(_is_same(other, number, exact) for other in found[:MOST_ALIKE])
    return LabelledNumbers(both, same)


class _LabelledNumber(NamedTuple):
    """A number of a product, its labels, these with the heading above, and what it may be."""

    observation: Observation
    labels: Labels
    narrow: object
    measures: tuple[PossibleMeasure, ...]


def _by_labels(
    own: Index,
) -> tuple[dict[object, list[_LabelledNumber]], dict[object, list[_LabelledNumber]]]:
    """The product's numbers by their labels with the heading above them, and without it."""
    narrow: dict[object, list[_LabelledNumber]] = defaultdict(list)
    wide: dict[object, list[_LabelledNumber]] = defaultdict(list)
    for number in _labelled_numbers(own):
        narrow[number.narrow].append(number)
        wide[number.labels].append(number)
    return narrow, wide


def _labelled_numbers(index: Index) -> Iterator[_LabelledNumber]:
    return (number for part in index.parts for number in _of_part(part))


def _of_part(part: ProductPart) -> tuple[_LabelledNumber, ...]:
    """Those of a part, read once: it stays the same from turn to turn for the most part."""
    key = "labelled numbers"
    if key not in part.answers:
        part.answers[key] = tuple(
            _labelled_number(observation)
            for observation in part.observations
            if observation.sentence is None and observation.span is None and any(observation.axes)
        )
    return cast("tuple[_LabelledNumber, ...]", part.answers[key])


def _labelled_number(observation: Observation) -> _LabelledNumber:
    labels = _labels(observation)
    narrow = (*labels, observation.context[:1])
    return _LabelledNumber(observation, labels, narrow, tuple(possible_measures(observation)))


def _labels(observation: Observation) -> Labels:
    """Row and column in whatever order, and what else tells the number from others."""
    return _label_words(observation.axes), _label_words(observation.kinds)


def _label_words(labels: Iterable[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(sorted(words)) for words in labels if words)


def _is_same(own: _LabelledNumber, perfect: _LabelledNumber, exact: Collection[float]) -> bool:
    return any(
        mine.measure.is_close(right.measure, _tolerance(right.number, exact))
        for mine in own.measures
        for right in perfect.measures
    )


def _tolerance(number: float, exact: Collection[float]) -> Tolerance:
    return CLOSE.at(0.0) if is_exact(number, exact) else CLOSE


def is_exact(number: float, exact: Collection[float]) -> bool:
    """Whether a number is one of those without a tolerance."""
    return any(IDENTICAL.allows(abs(number), value) for value in exact)
