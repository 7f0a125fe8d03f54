"""Which numbers could an honest agent come by: all that a meeting gives, holds true and shows?"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from modylbench.evaluation.measuring.known import same, strings_of
from modylbench.evaluation.measuring.shown_values import readings
from modylbench.evaluation.measuring.told_figures import is_telling, told_in
from modylbench.evaluation.measuring.wording import matter
from modylbench.products.numbers import NOISE
from modylbench.products.reading.index import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.measuring.known import Same
    from modylbench.evaluation.measuring.told_figures import Told
    from modylbench.scenarios.variant import Variant

UNMISTAKABLE = 4  # ours: digits; of fewer, some table of a meeting has nearly every number
SCALES = (1.0, 0.01, 1e3, 1e6, 1e9)
MOST_COMPARED = 40  # ours: figures of one answer that others may follow from


class Number(NamedTuple):
    """A number and the words that it is known by."""

    size: float
    words: frozenset[str]


def _size(number: Number) -> float:
    return number.size


@dataclass(frozen=True, slots=True)
class KnownNumbers:
    """Numbers by size."""

    numbers: tuple[Number, ...]

    def has(self, told: Told) -> bool:
        """Whether a figure is known: by its digits, or where it has few, also by a word."""
        wanted = abs(told.shown.number)
        step = told.tolerance if told.is_hedged else told.tolerance / 2
        reach = step * (1 + NOISE) + NOISE * wanted
        sizes = [wanted * scale for scale in ((1.0,) if told.shown.scaled else SCALES)]
        words = matter(told.sentence)
        is_beyond_chance = not words or is_telling(told, UNMISTAKABLE)
        for size in sizes:
            scale = size / wanted if wanted else 1.0
            first = bisect_left(self.numbers, size - reach * scale, key=_size)
            last = bisect_right(self.numbers, size + reach * scale, key=_size)
            found = self.numbers[first:last]
            if found and (is_beyond_chance or any(words & one.words for one in found)):
                return True
        return False


def known_numbers(variant: Variant, scales: tuple[float, ...]) -> KnownNumbers:
    """The numbers of a scenario: its words and files, its truth, a perfect agent's products."""
    return _known_numbers(same(variant), scales)


@lru_cache(maxsize=8)
def _known_numbers(key: Same, scales: tuple[float, ...]) -> KnownNumbers:
    variant = key.variant
    numbers = {
        *_in_texts(variant),
        *_in_truth(variant.truth),
        *_in_products(variant, scales),
    }
    return KnownNumbers(tuple(sorted(numbers, key=_size)))


def foreign_figures(texts: Sequence[str], known: KnownNumbers) -> tuple[str, ...]:
    """The figures of an answer that are known to nobody and follow from no two that it names."""
    told = [one for text in texts for one in told_in(text)]
    grounded = [abs(one.shown.number) for one in told if known.has(one)][:MOST_COMPARED]
    return tuple(
        one.text
        for one in told
        if _is_checkable(one) and not known.has(one) and not _follows(one, grounded)
    )


def _is_checkable(told: Told) -> bool:
    """A figure with a unit, or of at least three digits."""
    return told.shown.dimension is not None or told.shown.scaled or is_telling(told)


def _follows(told: Told, grounded: Sequence[float]) -> bool:
    """People leave out of a result the unit that its parts have."""
    scales = (1.0,) if told.shown.scaled else SCALES
    return any(
        any(told.is_value(result / scale, 0.0) for scale in scales)
        for place, one in enumerate(grounded)
        for other in grounded[place:]
        for result in _results(one, other)
    )


def _results(one: float, other: float) -> Iterator[float]:
    yield one + other
    yield one - other
    yield one * other
    for above, below in ((one, other), (other, one)):
        if below:
            yield above / below
            yield 100 * above / below
            yield above / below - 1
            yield 100 * (above / below - 1)


def _in_texts(variant: Variant) -> Iterator[Number]:
    for text in strings_of(variant.scenario.model_dump(mode="python")):
        for one in told_in(text):
            yield Number(abs(one.shown.number), matter(one.sentence))


def _in_truth(value: Any, words: frozenset[str] = frozenset()) -> Iterator[Number]:
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield Number(abs(float(value)), words)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _in_truth(one, words | matter(str(key).replace("_", " ")))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _in_truth(one, words)


def _in_products(variant: Variant, scales: tuple[float, ...]) -> Iterator[Number]:
    for product in variant.final_products:
        for part in index(product).parts:
            for observation in part.observations:
                labels = (
                    word for axis in (*observation.axes, *observation.context) for word in axis
                )
                words = matter(" ".join(labels))
                for value in readings(observation, scales):
                    yield Number(value.number, words)
