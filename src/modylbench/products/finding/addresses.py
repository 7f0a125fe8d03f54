"""A quantity read where somebody says that it stands: the value is what code reads there.

Whoever points at a place gives no value. The number there counts only if the label that it is said
to rest on stands beside it, if its unit fits, and if nothing there says that it is something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.finding.axes import is_another_case, is_another_measure, is_rate
from modylbench.products.finding.find import FoundNumber, agreed_number, facets_of
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.base_units import in_base_units, stated_dimension
from modylbench.products.quantities.labels import GRAMMAR, RATE_WORDS, label_words
from modylbench.products.quantities.numbers import UNREADABLE
from modylbench.products.quantities.units import COUNT, unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.quantities.quantity import NumberSought
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation, Words

LONGEST_LABEL = 200  # ours: more is no label
NEAR_WORDS = 12  # ours: so many words of a sentence before and after a number stand beside it
NO_NUMBER = "no number stands there"
NOT_BESIDE = "the label that it is said to rest on does not stand beside it"


@dataclass(frozen=True, slots=True)
class NumberAddress:
    """A place in a product, and the label beside it that says what the number there is."""

    product: str
    pointer: str
    span: tuple[int, int] | None
    label: str

    @property
    def key(self) -> PlaceKey:
        """What tells the place from every other, whatever the label."""
        return self.product, self.pointer, self.span


@dataclass(frozen=True, slots=True)
class LocatedQuantity:
    """Where a quantity stands that code could not find, by whom it was located, and if it counts.

    `reason` says why not, where it does not.
    """

    addresses: tuple[NumberAddress, ...]
    located_by: str
    counts: bool
    reason: str = ""


def read_located(
    sought: NumberSought, indexes: Iterable[Index], located: LocatedQuantity
) -> FoundNumber | None:
    """The number at these addresses; None where none can be read, or they show different ones."""
    pairs = [
        (index, observation)
        for index in indexes
        for address in located.addresses
        for observation in observations_at(index, address)
        if not refusal(sought, observation, address.label)
    ]
    reading = value_at(sought, pairs)
    if reading is None:
        return None
    return FoundNumber(reading.measure, reading.places, located.located_by)


def value_at(
    sought: NumberSought, observations: Iterable[tuple[Index, Observation]]
) -> FoundNumber | None:
    """The one value of these numbers, in a unit that can be the quantity's."""
    units = frozenset[str]().union(*facets_of(sought).units.values())
    reading = agreed_number(observations, unit(sought.unit), units)
    if not isinstance(reading, FoundNumber) or any(place.is_foreign for place in reading.places):
        return None
    return reading


def observations_at(index: Index, address: NumberAddress) -> Iterator[Observation]:
    """The numbers that code reads at an address."""
    if index.product.id == address.product:
        for observation in index.observations:
            if (observation.pointer, observation.span) == (address.pointer, address.span):
                yield observation


def refusal(sought: NumberSought, observation: Observation, label: str) -> str:
    """Why the number there is not taken for the quantity; empty where it may be."""
    kind, facets = unit(sought.unit), facets_of(sought)
    known = facets.vocabulary | {word for name in sought.within for word in label_words(name).words}
    is_readable = UNREADABLE not in observation.shown and fits_unit(observation, sought.unit)
    doubts = (
        (not is_readable, f"the number there is not in {sought.unit}"),
        (not stands_beside(label, observation), NOT_BESIDE),
        (any(map(facets.other_period_in, _labels(observation))), "it is of another period"),
        (_is_another_case(observation, known), "it is of another case"),
        (is_another_measure(observation, known, kind), "it is another measure"),
        (_is_rate(observation, known), "it is so much for each of something"),
    )
    return next((doubt for is_in_doubt, doubt in doubts if is_in_doubt), "")


def fits_unit(observation: Observation, unit_name: str) -> bool:
    """Whether the number there is one of that unit, as it or its labels state it.

    Where nothing states a unit, nothing can be checked: only a count may stand without.
    """
    kind, strong, weak = unit(unit_name), observation.strong, observation.weak
    return any(
        in_base_units(shown, strong, weak, kind) is not None
        and (kind.dimension == COUNT or stated_dimension(shown, strong, weak, kind) is not None)
        for shown in observation.shown
    )


def stands_beside(label: str, observation: Observation) -> bool:
    """Whether all words of the label stand beside the number or above it, and some beside it."""
    said = set(label_words(label[:LONGEST_LABEL]).words) - GRAMMAR
    beside = {word for words in _labels(observation) for word in _both_ways(words)}
    above = {word for words in observation.context for word in _both_ways(words)}
    if not any(any(letter.isalpha() for letter in word) for word in said):
        return False
    return said <= beside | above and (not said.isdisjoint(beside) or not beside)


def _both_ways(words: Words) -> Iterator[str]:
    """The words as they were read, and as a label of the same words is."""
    yield from words
    yield from label_words(" ".join(words)).words


def _labels(observation: Observation) -> Iterator[Words]:
    """What stands in the number's row, column or sentence."""
    yield from (*observation.axes, *observation.kinds, *observation.aside)
    if observation.sentence is not None:
        yield observation.sentence.before[-NEAR_WORDS:]
        yield observation.sentence.after[:NEAR_WORDS]


def _is_rate(observation: Observation, known: frozenset[str]) -> bool:
    """Whether its unit or its labels say that it is a price or a rate, which is not sought."""
    rates = RATE_WORDS - known
    is_named = any(not rates.isdisjoint(words) for words in observation.axes)
    return is_named or (is_rate(observation) and RATE_WORDS.isdisjoint(known))


def _is_another_case(observation: Observation, known: frozenset[str]) -> bool:
    """Whether what stands around it says that it is the downside, a target, an if."""
    others = (vocabulary.OTHER_CASES | vocabulary.CONDITIONS) - known
    is_conditional = any(not others.isdisjoint(words) for words in _labels(observation))
    return is_conditional or is_another_case(observation, known)
