"""Tables in literal data: lists of records, rows of values, columns of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products import vocabulary
from modylbench.products.labels import identifier_words
from modylbench.products.numbers import number_shown
from modylbench.products.reading.grids import Entry, Grid, Line, readings_of
from modylbench.products.reading.source.tree import Leaf, Listing, Mapping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.products.reading.source.tree import Node

    Pairs = Sequence[tuple[str, Node]]

NAMES_OF_NAMES = frozenset(
    {"name", "label", "metric", "title", "kpi", "item", "measure", "indicator", "quantity"}
)
ROW_NAMES = "index"


def of_listing(items: Sequence[Node], pointer: str) -> Grid | None:
    """A list of records or of rows as a grid; None for any other list."""
    if items and all(isinstance(item, Mapping) and _is_flat(item) for item in items):
        return _of_records([item.items for item in items if isinstance(item, Mapping)], pointer)
    rows = [
        [leaf for leaf in item.items if isinstance(leaf, Leaf)]
        for item in items
        if isinstance(item, Listing)
    ]
    if not rows or len(rows) < len(items) or min(len(row) for row in rows) < 2:
        return None
    lines = [
        Line("", {column: _entry(leaf, pointer) for column, leaf in enumerate(row)}) for row in rows
    ]
    return Grid(headers=[], lines=lines)


def of_mapping(pairs: Pairs, pointer: str) -> Grid | None:
    """A record of a name and a value, or columns of values, as a grid; None for any other."""
    said = {word for key, _ in pairs for word in identifier_words(key).words}
    if not NAMES_OF_NAMES.isdisjoint(said) and "value" in said and _is_flat(Mapping(tuple(pairs))):
        return _of_records([pairs], pointer)
    return _of_columns(pairs, pointer)


def _is_flat(mapping: Mapping) -> bool:
    leaves = [value for _, value in mapping.items if isinstance(value, Leaf)]
    nested = any(isinstance(value, Mapping | Listing) for _, value in mapping.items)
    return not nested and any(number_shown(leaf.text) is None for leaf in leaves)


def _of_records(records: Sequence[Pairs], pointer: str) -> Grid:
    keys = list(dict.fromkeys(key for record in records for key, _ in record))
    lines = [
        Line(
            "",
            {
                keys.index(key): _entry(leaf, pointer)
                for key, leaf in record
                if isinstance(leaf, Leaf)
            },
        )
        for record in records
    ]
    return Grid(headers=[_spaced(key) for key in keys], lines=lines)


def _of_columns(pairs: Pairs, pointer: str) -> Grid | None:
    columns = {
        key: value.items
        for key, value in pairs
        if isinstance(value, Listing) and not _is_nested(value)
    }
    lengths = {len(items) for items in columns.values()}
    if len(columns) < len(pairs) or len(lengths) != 1 or lengths == {0} or not _names_rows(columns):
        return None
    labels = columns.pop(ROW_NAMES, ())
    lines = [
        Line(
            _text(labels[place]) if labels else "",
            {
                c: _entry(leaf, pointer)
                for c, items in enumerate(columns.values())
                if isinstance(leaf := items[place], Leaf)
            },
        )
        for place in range(lengths.pop())
    ]
    return Grid(headers=[_spaced(key) for key in columns], lines=lines)


def _is_nested(listing: Listing) -> bool:
    return any(isinstance(item, Mapping | Listing) for item in listing.items)


def _names_rows(columns: dict[str, tuple[Node, ...]]) -> bool:
    """True when some column says what each row is."""
    for key, items in columns.items():
        said = identifier_words(key).words
        if key == ROW_NAMES or (said and vocabulary.DIMENSION_HEADERS.issuperset(said)):
            return True
        if all(isinstance(item, Leaf) and number_shown(item.text) is None for item in items):
            return True
    return False


def _entry(leaf: Leaf, pointer: str) -> Entry:
    return Entry(pointer, leaf.text, readings_of(leaf.text, None), span=(leaf.start, leaf.end))


def _text(node: Node) -> str:
    return node.text if isinstance(node, Leaf) else ""


def _spaced(key: str) -> str:
    return key.replace("_", " ")
