"""What do the products of one turn show, at a place and by a name?"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import TypeAdapter

from modylbench.evaluation.mutations.classification.places import kind_of
from modylbench.evaluation.mutations.lookup import MISSING, Lookup
from modylbench.evaluation.mutations.matching.parts import parts_of
from modylbench.products.naming.tables import VALUES
from modylbench.products.pointer import steps
from modylbench.products.reading.index import index
from modylbench.products.work_product import WorkProduct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.evaluation.mutations.matching.parts import Part, Words
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation

Name = frozenset["Words"]

_PRODUCT: TypeAdapter[Any] = TypeAdapter(WorkProduct)


class View:
    """The products at the end of a turn, by id; what they say is read when it is asked for."""

    def __init__(self, documents: Mapping[str, dict[str, Any]], before: View | None = None) -> None:
        self.documents = dict(documents)
        self._lookups = {own: Lookup(document) for own, document in self.documents.items()}
        kept = before._known.items() if before else ()
        self._known: dict[str, Reading] = {
            own: reading for own, reading in kept if self.documents.get(own) is reading.document
        }

    def at(self, product: str, pointer: str) -> Any:
        """The value at the pointer; MISSING where there is none."""
        lookup = self._lookups.get(product)
        return MISSING if lookup is None else lookup.at(steps(pointer))

    def reading(self, product: str) -> Reading | None:
        """What the product says; None where it is of no canonical kind."""
        document = self.documents[product]
        if product not in self._known and kind_of(document):
            self._known[product] = Reading(product, document)
        return self._known.get(product)

    def readings(self) -> Iterator[Reading]:
        """What every product says."""
        for product in self.documents:
            reading = self.reading(product)
            if reading is not None:
                yield reading


class Reading:
    """What one product says."""

    def __init__(self, product: str, document: dict[str, Any]) -> None:
        self.product = product
        self.document = document

        self._lookup = Lookup(document)

    def value_at(self, pointer: str) -> Any:
        """The JSON value at the pointer."""
        return self._lookup.at(steps(pointer))

    @cached_property
    def index(self) -> Index:
        """Every number that the product shows, with the labels around it."""
        return index(_PRODUCT.validate_json(orjson.dumps(self.document)))

    @cached_property
    def numbers(self) -> dict[Name, list[Observation]]:
        """The numbers that stand on axes of a table or chart, by the words of these."""
        found: dict[Name, list[Observation]] = defaultdict(list)
        for observation in self.index.observations:
            name = name_of(observation.axes)
            if name:
                found[name].append(observation)
        return dict(found)

    @cached_property
    def places(self) -> dict[str, list[Observation]]:
        """The numbers by their pointers."""
        found: dict[str, list[Observation]] = defaultdict(list)
        for observation in self.index.observations:
            found[observation.pointer].append(observation)
        return dict(found)

    @cached_property
    def pointers(self) -> list[str]:
        """The pointers of all numbers, sorted."""
        return sorted(self.places)

    @cached_property
    def parts(self) -> dict[tuple[str, Name], list[Part]]:
        """The named parts by group and name."""
        found: dict[tuple[str, Name], list[Part]] = defaultdict(list)
        for part in parts_of(self.product, self.document):
            name = name_of(part.name)
            if name:
                found[part.group, name].append(part)
        return dict(found)

    @cached_property
    def part_at(self) -> dict[str, Part]:
        """The named parts by their pointers."""
        return {part.pointer: part for parts in self.parts.values() for part in parts}


def name_of(labels: frozenset[Words] | tuple[Words, ...]) -> Name:
    """The labels as a name: in no order, without those that say nothing but "value".

    >>> name_of((("net", "debt"), ("value",))) == name_of((("net", "debt"),))
    True
    """
    said = frozenset(label for label in labels if label and not VALUES.issuperset(label))
    return said or frozenset(label for label in labels if label)


def share_words(some: Iterable[Words], others: Iterable[Words]) -> bool:
    """Whether a word of some labels is in the others."""
    return not {word for label in some for word in label}.isdisjoint(
        word for label in others for word in label
    )
