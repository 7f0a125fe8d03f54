"""Numbers in literal data, named by the keys that lead to them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.products import vocabulary
from modylbench.products.labels import LabelWords, identifier_words
from modylbench.products.numbers import number_shown
from modylbench.products.reading import tables
from modylbench.products.reading.observation import Observation, field_hints, hints_of
from modylbench.products.reading.source import records
from modylbench.products.reading.source.tree import Leaf, Listing, Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.grids import Grid
    from modylbench.products.reading.observation import Words
    from modylbench.products.reading.source.remarks import Remarks
    from modylbench.products.reading.source.tree import Named, Node
    from modylbench.products.units import UnitHint

    Path = tuple[str, ...]
    Hints = tuple[UnitHint, ...]

_TYPE_SUFFIX = re.compile(r"(?<=\d)[LlfFdDn]$")


@dataclass(frozen=True, slots=True)
class Place:
    """The file that literals stand in."""

    pointer: str
    remarks: Remarks
    context: tuple[Words, ...]


def observed(named: Named, place: Place) -> Iterator[Observation]:
    """Every number of a named value."""
    yield from _node(named.value, named.path, place, ())


def _node(node: Node, path: Path, place: Place, units: Hints) -> Iterator[Observation]:
    match node:
        case Leaf():
            yield from _leaf(node, path, place, units)
        case Listing(items=items):
            grid = records.of_listing(items, place.pointer)
            if grid is not None:
                yield from _table(grid, path, place, units)
            else:
                for item in items:
                    if not isinstance(item, Leaf):
                        yield from _node(item, path, place, units)
        case Mapping(items=pairs):
            yield from _mapping(pairs, path, place, units)
        case None:
            pass


def _mapping(
    pairs: tuple[tuple[str, Node], ...], path: Path, place: Place, units: Hints
) -> Iterator[Observation]:
    units = (*_units(pairs), *units)
    grid = records.of_mapping(pairs, place.pointer)
    if grid is not None:
        yield from _table(grid, path, place, units)
        return
    for key, value in pairs:
        yield from _node(value, (*path, key), place, units)


def _units(pairs: tuple[tuple[str, Node], ...]) -> Hints:
    """The units that a key such as `unit` or `currency` gives to all that stands beside it."""
    texts = tuple(
        value.text
        for key, value in pairs
        if isinstance(value, Leaf)
        and vocabulary.UNIT_HEADERS.issuperset(identifier_words(key).words)
    )
    return field_hints(*texts) if len(texts) == 1 else hints_of(*texts)


def _table(grid: Grid, path: Path, place: Place, units: Hints) -> Iterator[Observation]:
    names = _names(path)[::-1]
    grid.context = (*_context(names), *place.context)
    grid.weak = (*units, *(name.hint for name in names if name.hint), *place.remarks.stated)
    yield from tables.observed(grid)


def _leaf(leaf: Leaf, path: Path, place: Place, units: Hints) -> Iterator[Observation]:
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
        pointer=place.pointer,
        shown=(shown,),
        axes=(last.words,),
        context=(*_context(others), *place.remarks.heading(leaf.start), *place.context),
        strong=(*own, *place.remarks.hints(leaf.start), *inherited, *units),
        weak=place.remarks.stated,
        span=(leaf.start, leaf.end),
    )


def _context(names: list[LabelWords]) -> Iterator[Words]:
    """The names above a value, nearest first, and each joined to the one above it."""
    yield from (name.words for name in names)
    yield from (outer.words + inner.words for inner, outer in pairwise(names))


def _names(path: Path) -> list[LabelWords]:
    """The words of each name; a key 1 below `revenue_by_year` is year 1."""
    names: list[LabelWords] = []
    for name in path:
        above = names[-1].words if names else ()
        if name.isdigit() and len(name) < 3 and "year" in above:
            name = f"year {name}"
        names.append(identifier_words(name))
    return names
