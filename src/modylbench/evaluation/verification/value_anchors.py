"""Numbers that are read by their value, where their labels are in words that no rule knows.

An analyst may call sponsor equity "Equity from the fund". Where nothing in a product bears a name
of what is sought, the right value stands there, its unit, period and case are not another's, its
label shares a word with the names, and no other quantity was found there, that is where it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.verification.right_values import (
    is_akin,
    is_telling,
    label_at,
    shows,
    with_digits_of,
    words_beside,
    words_of,
)
from modylbench.products.finding.addresses import refusal, value_at
from modylbench.products.finding.find import FoundNumber, agreed_number
from modylbench.products.finding.likeness import IDLE, aliases_of, may_stand_for
from modylbench.products.finding.tables import role_reader
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.quantity import aliases_of_member
from modylbench.products.quantities.units import COUNT, unit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.quantities.quantity import NumberSought, Quantity, TableSought
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation

TableKey = tuple[str, ...]
SAYING_NOTHING = IDLE | {"value", "amount", "figure", "number", "total"}
"""Words that head any column."""
LEAST_OF_A_NAME = 2  # ours: "debt" alone stands in many names


class OtherQuantities(NamedTuple):
    """The places at which the others of a deliverable were found by name, and their names."""

    places: frozenset[PlaceKey]
    names: frozenset[frozenset[str]]


def names_of(quantity: Quantity) -> frozenset[frozenset[str]]:
    """The names of a quantity that say enough, each as its words."""
    names = (frozenset(label_words(alias).words) for alias in aliases_of(quantity))
    return frozenset(name for name in names if len(name) >= LEAST_OF_A_NAME)


def anchored_number(
    sought: NumberSought,
    right: Measure,
    indexes: Sequence[Index],
    others: OtherQuantities,
    *,
    is_named: bool = False,
) -> FoundNumber | None:
    """The number that is the one sought by its value; None where none is, or its label is not akin.

    What bears the whole name of another quantity, and none of its own, is that other one. Where
    the label must name it (`is_named`), a word in common is not enough.
    """
    if not is_telling(right):
        return None
    words, own = words_of(sought) - SAYING_NOTHING, names_of(sought)
    pairs = [
        (index, observation)
        for index, observation in _showing(right, unit(sought.unit), indexes, others.places)
        if (_bears_a_name(observation, own) if is_named else is_akin(observation, words))
        and not _bears_another_name(observation, own, others.names)
        and not refusal(sought, observation, _label(index, observation))
    ]
    return value_at(sought, pairs)


def anchored_entries(
    sought: TableSought,
    lacking: Mapping[TableKey, Measure],
    indexes: Sequence[Index],
    others: OtherQuantities,
) -> dict[TableKey, FoundNumber]:
    """The entries of a table that were not found, by their values; none where one does not stand.

    A part of a table is no plan: what reads it would find it wrong.
    """
    found: dict[TableKey, FoundNumber] = {}
    are_counts = unit(sought.unit).dimension == COUNT
    units_of = role_reader(sought.members_by_role, sought.labels, are_counts=are_counts).units_of
    roles = [_words_of_members(members) for _, members in sought.members_by_role]
    for key, right in lacking.items():
        pairs = [
            pair
            for pair in _showing(right, unit(sought.unit), indexes, others.places)
            if _is_of_members(pair[1], key, roles)
        ]
        reading = agreed_number(pairs, unit(sought.unit), units_of(key))
        if not isinstance(reading, FoundNumber) or any(p.is_foreign for p in reading.places):
            return {}
        found[key] = reading
    return found if any(is_telling(right) for right in lacking.values()) else {}


def _showing(
    right: Measure, kind: Unit, indexes: Sequence[Index], claimed: Collection[PlaceKey]
) -> Iterator[tuple[Index, Observation]]:
    for index in indexes:
        for part in index.parts:
            for observation in with_digits_of(part, right.number):
                key = (index.product.id, observation.pointer, observation.span)
                if key not in claimed and shows(observation, right, kind):
                    yield index, observation


def _bears_a_name(observation: Observation, names: frozenset[frozenset[str]]) -> bool:
    said = words_beside(observation)
    return any(name <= said for name in names)


def _bears_another_name(
    observation: Observation, own: frozenset[frozenset[str]], others: frozenset[frozenset[str]]
) -> bool:
    return _bears_a_name(observation, others - own) and not _bears_a_name(observation, own)


def _label(index: Index, observation: Observation) -> str:
    return label_at(index.product, observation.pointer, observation.span)


def _words_of_members(members: Sequence[str]) -> dict[str, frozenset[str]]:
    """The words by which each member of a role is told from the others, by its key."""
    words = {
        aliases_of_member(member)[0]: frozenset(
            word for alias in aliases_of_member(member) for word in label_words(alias).words
        )
        for member in members
    }
    shared = frozenset[str].intersection(*words.values()) if len(words) > 1 else frozenset()
    return {name: own - shared for name, own in words.items()}


def _is_of_members(
    observation: Observation, key: TableKey, roles: Sequence[Mapping[str, frozenset[str]]]
) -> bool:
    """Whether the labels speak of one member of the key at least, and of no other member."""
    said = {
        word
        for words in (*observation.axes, *observation.kinds, *observation.aside)
        for word in words
    }
    named = 0
    for name, members in zip(key, roles, strict=True):
        own = members.get(name, frozenset())
        if _speaks_of(said, own):
            named += 1
        elif any(
            _speaks_of(said, others - own) for other, others in members.items() if other != name
        ):
            return False
    return named > 0


def _speaks_of(said: set[str], words: frozenset[str]) -> bool:
    return not words.isdisjoint(said) or any(
        may_stand_for(word, whole) for word in said for whole in words
    )
