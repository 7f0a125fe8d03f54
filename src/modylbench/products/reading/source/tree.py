"""Literal data in source files, whatever the language: leaves with their place, lists, mappings."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Leaf:
    """A number or a string: its text without quotes, and where that stands in the file."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Values in order."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """Values by name."""

    items: tuple[tuple[str, Node], ...]


Node = Leaf | Listing | Mapping | None
"""None is a value that is computed."""


@dataclass(frozen=True, slots=True)
class Named:
    """A value and the names that lead to it; `is_variable` where code may set it again."""

    path: tuple[str, ...]
    value: Node
    is_variable: bool = False


def settled(found: list[Named]) -> list[Named]:
    """What keeps its value: variables that are also computed somewhere are left out."""
    computed = {named.path for named in found if named.is_variable and named.value is None}
    return [named for named in found if named.value is not None and named.path not in computed]
