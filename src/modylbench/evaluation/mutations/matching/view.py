"""What the products of one turn show, at a place and by the name of a part."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import orjson
from pydantic import TypeAdapter

from modylbench.evaluation.mutations.json_documents import MISSING, Lookup
from modylbench.evaluation.mutations.product_parts import kind_of
from modylbench.products.finding.tables import VALUES
from modylbench.products.pointer import join, steps
from modylbench.products.quantities.labels import label_words
from modylbench.products.reading.index import index
from modylbench.products.work_product import WorkProduct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation, Words

LabelSet = frozenset["Words"]
_PRODUCT: TypeAdapter[Any] = TypeAdapter(WorkProduct)
PartGroup = Literal["line", "cell", "block", "source"]


class SnapshotView:
    """The products at the end of a turn, by id; what they say is read when it is asked for."""

    def __init__(
        self, documents: Mapping[str, dict[str, Any]], before: SnapshotView | None = None
    ) -> None:
        self.documents = dict(documents)
        self._lookups = {own: Lookup(document) for own, document in self.documents.items()}
        kept = before._known.items() if before else ()
        self._known: dict[str, ProductReading] = {
            own: reading for own, reading in kept if self.documents.get(own) is reading.document
        }

    def at(self, product: str, pointer: str) -> Any:
        """The value at the pointer; MISSING where there is none."""
        lookup = self._lookups.get(product)
        return MISSING if lookup is None else lookup.at(steps(pointer))

    def reading(self, product: str) -> ProductReading | None:
        """What the product says; None where it is of no canonical kind."""
        document = self.documents[product]
        if product not in self._known and kind_of(document):
            self._known[product] = ProductReading(product, document)
        return self._known.get(product)

    def readings(self) -> Iterator[ProductReading]:
        """What every product says."""
        for product in self.documents:
            reading = self.reading(product)
            if reading is not None:
                yield reading


class ProductReading:
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
    def numbers(self) -> dict[LabelSet, list[Observation]]:
        """The numbers that stand on axes of a table or chart, by the words of these."""
        found: dict[LabelSet, list[Observation]] = defaultdict(list)
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
    def parts(self) -> dict[tuple[str, LabelSet], list[NamedPart]]:
        """The named parts by group and name."""
        found: dict[tuple[str, LabelSet], list[NamedPart]] = defaultdict(list)
        for part in parts_of(self.product, self.document):
            name = name_of(part.name)
            if name:
                found[part.group, name].append(part)
        return dict(found)

    @cached_property
    def part_at(self) -> dict[str, NamedPart]:
        """The named parts by their pointers."""
        return {part.pointer: part for parts in self.parts.values() for part in parts}


def name_of(labels: frozenset[Words] | tuple[Words, ...]) -> LabelSet:
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


class NamedPart(NamedTuple):
    """A part with a name of its own.

    A row, a column and a series are all lines: another agent may well turn the table. A cell is
    called by its row and column, in either order. A block is a sheet, section or widget.
    """

    product: str
    pointer: str
    group: PartGroup
    name: frozenset[Words]
    within: Words


def parts_of(product: str, document: dict[str, Any]) -> Iterator[NamedPart]:
    """Every named part of a product of a canonical kind."""
    title = label_words(str(document.get("title", ""))).words
    match document.get("kind"):
        case "spreadsheet":
            for sheet in document["sheets"]:
                yield from _of_sheet(product, sheet, join("sheets", sheet["id"]))
        case "chart":
            yield from _of_series(product, document, "", title)
        case "document":
            yield from _of_document(product, document, title)
        case "dashboard":
            for widget in document["widgets"]:
                yield from _of_widget(product, widget, title)
        case _:
            pass


def _name_of(text: str) -> frozenset[Words]:
    words = label_words(text).words
    return frozenset({words}) if words else frozenset()


def _of_sheet(product: str, sheet: dict[str, Any], here: str) -> Iterator[NamedPart]:
    name = label_words(sheet["name"]).words
    yield NamedPart(product, here, "block", _name_of(sheet["name"]), ())
    columns = {column["id"]: _name_of(column["label"]) for column in sheet["columns"]}
    for own, label in columns.items():
        yield NamedPart(product, here + join("columns", own), "line", label, name)
    for row in sheet["rows"]:
        label, pointer = _name_of(row["label"]), here + join("rows", row["id"])
        yield NamedPart(product, pointer, "line", label, name)
        for own in row["cells"]:
            cell = pointer + join("cells", own)
            yield NamedPart(product, cell, "cell", label | columns.get(own, frozenset()), name)


def _of_series(product: str, chart: dict[str, Any], here: str, title: Words) -> Iterator[NamedPart]:
    for series in chart["series"]:
        pointer, label = here + join("series", series["id"]), _name_of(series["label"])
        yield NamedPart(product, pointer, "line", label, title)
        for point in series["points"]:
            place = pointer + join("points", point["id"])
            yield NamedPart(product, place, "cell", label | _name_of(str(point["x"])), title)


def _of_document(product: str, document: dict[str, Any], title: Words) -> Iterator[NamedPart]:
    for section in document["sections"]:
        pointer = join("sections", section["id"])
        yield NamedPart(product, pointer, "block", _name_of(section["heading"]), title)
    for citation in document["citations"]:
        pointer, address = join("citations", citation["id"]), citation["url"].strip().rstrip("/")
        yield NamedPart(product, pointer, "source", frozenset({(address,)}), ())


def _of_widget(product: str, widget: dict[str, Any], title: Words) -> Iterator[NamedPart]:
    here = join("widgets", widget["id"])
    yield NamedPart(product, here, "block", _name_of(widget["title"]), title)
    if widget["table"]:
        yield from _of_sheet(product, widget["table"], here + "/table")
    if widget["chart"]:
        yield from _of_series(product, widget["chart"], here + "/chart", title)
