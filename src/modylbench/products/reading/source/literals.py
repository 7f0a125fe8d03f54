"""Numbers in literal data, named by the keys that lead to them, and the tables among it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import LabelWords, identifier_words
from modylbench.products.quantities.numbers import number_shown
from modylbench.products.reading import tables
from modylbench.products.reading.grids import GridEntry, GridLine, NumberGrid, readings_of
from modylbench.products.reading.observation import Observation, field_hints, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.pointer import Steps
    from modylbench.products.quantities.units import Hints
    from modylbench.products.reading.observation import Words
    from modylbench.products.reading.source.remarks import Remarks

    Pairs = Sequence[tuple[str, "LiteralNode"]]

NAMES_OF_NAMES = frozenset(
    {"name", "label", "metric", "title", "kpi", "item", "measure", "indicator", "quantity"}
)
ROW_NAMES = "index"
_TYPE_SUFFIX = re.compile(r"(?<=\d)[LlfFdDn]$")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number or a string: its text without quotes, and where that stands in the file."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Values in order."""

    items: tuple[LiteralNode, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """Values by name."""

    items: tuple[tuple[str, LiteralNode], ...]


LiteralNode = Leaf | Listing | Mapping | None
"""None is a value that is computed."""


@dataclass(frozen=True, slots=True)
class NamedLiteral:
    """A value and the names that lead to it; `is_variable` where code may set it again."""

    path: tuple[str, ...]
    value: LiteralNode
    is_variable: bool = False


def with_fixed_values(literals: list[NamedLiteral]) -> list[NamedLiteral]:
    """What keeps its value: variables that are also computed somewhere are left out."""
    computed = {named.path for named in literals if named.is_variable and named.value is None}
    return [named for named in literals if named.value is not None and named.path not in computed]


@dataclass(frozen=True, slots=True)
class LiteralContext:
    """The file that literals stand in."""

    pointer: str
    remarks: Remarks
    context: tuple[Words, ...]


def literal_observations(named: NamedLiteral, context: LiteralContext) -> Iterator[Observation]:
    """Every number of a named value."""
    yield from _node(named.value, named.path, context, ())


def _node(
    node: LiteralNode, path: Steps, context: LiteralContext, units: Hints
) -> Iterator[Observation]:
    match node:
        case Leaf():
            yield from _leaf(node, path, context, units)
        case Listing(items=items):
            grid = of_listing(items, context.pointer)
            if grid is not None:
                yield from _table(grid, path, context, units)
            else:
                for item in items:
                    if not isinstance(item, Leaf):
                        yield from _node(item, path, context, units)
        case Mapping(items=pairs):
            yield from _mapping(pairs, path, context, units)
        case None:
            pass


def _mapping(
    pairs: tuple[tuple[str, LiteralNode], ...], path: Steps, context: LiteralContext, units: Hints
) -> Iterator[Observation]:
    units = (*_units(pairs), *units)
    grid = of_mapping(pairs, context.pointer)
    if grid is not None:
        yield from _table(grid, path, context, units)
        return
    for key, value in pairs:
        yield from _node(value, (*path, key), context, units)


def _units(pairs: tuple[tuple[str, LiteralNode], ...]) -> Hints:
    """The units that a key such as `unit` or `currency` gives to all that stands beside it."""
    texts = tuple(
        value.text
        for key, value in pairs
        if isinstance(value, Leaf)
        and vocabulary.UNIT_HEADERS.issuperset(identifier_words(key).words)
    )
    return field_hints(*texts) if len(texts) == 1 else hints_of(*texts)


def _table(
    grid: NumberGrid, path: Steps, context: LiteralContext, units: Hints
) -> Iterator[Observation]:
    names = _names(path)[::-1]
    grid.context = (*_context(names), *context.context)
    grid.weak = (*units, *(name.hint for name in names if name.hint), *context.remarks.stated)
    yield from tables.table_observations(grid)


def _leaf(leaf: Leaf, path: Steps, context: LiteralContext, units: Hints) -> Iterator[Observation]:
    shown = number_shown(_TYPE_SUFFIX.sub("", leaf.text))
    names = _names(path)
    while len(names) > 1 and vocabulary.NEUTRAL.issuperset(names[-1].words):
        names.pop()
    if shown is None or not names:
        return
    last, *others = names[::-1]
    own = (last.hint,) if last.hint else ()
    inherited = tuple(name.hint for name in others if name.hint)
    yield Observation(
        pointer=context.pointer,
        shown=(shown,),
        axes=(last.words,),
        context=(*_context(others), *context.remarks.heading(leaf.start), *context.context),
        strong=(*own, *context.remarks.hints(leaf.start), *inherited, *units),
        weak=context.remarks.stated,
        span=(leaf.start, leaf.end),
    )


def _context(names: list[LabelWords]) -> Iterator[Words]:
    """The names above a value, nearest first, and each joined to the one above it."""
    yield from (name.words for name in names)
    yield from (outer.words + inner.words for inner, outer in pairwise(names))


def _names(path: Steps) -> list[LabelWords]:
    """The words of each name; a key 1 below `revenue_by_year` is year 1."""
    names: list[LabelWords] = []
    for name in path:
        above = names[-1].words if names else ()
        if name.isdigit() and len(name) < 3 and "year" in above:
            name = f"year {name}"
        names.append(identifier_words(name))
    return names


def of_listing(items: Sequence[LiteralNode], pointer: str) -> NumberGrid | None:
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
        GridLine("", {column: _entry(leaf, pointer) for column, leaf in enumerate(row)})
        for row in rows
    ]
    return NumberGrid(headers=[], lines=lines)


def of_mapping(pairs: Pairs, pointer: str) -> NumberGrid | None:
    """A record of a name and a value, or columns of values, as a grid; None for any other."""
    said = {word for key, _ in pairs for word in identifier_words(key).words}
    if not NAMES_OF_NAMES.isdisjoint(said) and "value" in said and _is_flat(Mapping(tuple(pairs))):
        return _of_records([pairs], pointer)
    return _of_columns(pairs, pointer)


def _is_flat(mapping: Mapping) -> bool:
    leaves = [value for _, value in mapping.items if isinstance(value, Leaf)]
    nested = any(isinstance(value, Mapping | Listing) for _, value in mapping.items)
    return not nested and any(number_shown(leaf.text) is None for leaf in leaves)


def _of_records(records: Sequence[Pairs], pointer: str) -> NumberGrid:
    keys = list(dict.fromkeys(key for record in records for key, _ in record))
    lines = [
        GridLine(
            "",
            {
                keys.index(key): _entry(leaf, pointer)
                for key, leaf in record
                if isinstance(leaf, Leaf)
            },
        )
        for record in records
    ]
    return NumberGrid(headers=[_with_spaces(key) for key in keys], lines=lines)


def _of_columns(pairs: Pairs, pointer: str) -> NumberGrid | None:
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
        GridLine(
            _text(labels[place]) if labels else "",
            {
                c: _entry(leaf, pointer)
                for c, items in enumerate(columns.values())
                if isinstance(leaf := items[place], Leaf)
            },
        )
        for place in range(lengths.pop())
    ]
    return NumberGrid(headers=[_with_spaces(key) for key in columns], lines=lines)


def _is_nested(listing: Listing) -> bool:
    return any(isinstance(item, Mapping | Listing) for item in listing.items)


def _names_rows(columns: dict[str, tuple[LiteralNode, ...]]) -> bool:
    """True when some column says what each row is."""
    for key, items in columns.items():
        said = identifier_words(key).words
        if key == ROW_NAMES or (said and vocabulary.DIMENSION_HEADERS.issuperset(said)):
            return True
        if all(isinstance(item, Leaf) and number_shown(item.text) is None for item in items):
            return True
    return False


def _entry(leaf: Leaf, pointer: str) -> GridEntry:
    return GridEntry(pointer, leaf.text, readings_of(leaf.text, None), span=(leaf.start, leaf.end))


def _text(node: LiteralNode) -> str:
    return node.text if isinstance(node, Leaf) else ""


def _with_spaces(key: str) -> str:
    return key.replace("_", " ")
