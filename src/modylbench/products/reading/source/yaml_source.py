"""Named literals in YAML, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from modylbench.products.reading.source.literals import Leaf, Listing, Mapping, NamedLiteral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.source.literals import Node

MAX_DEPTH = 40  # ours: deeper nesting is no table of results
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def named_values(source: str) -> list[NamedLiteral]:
    """Every value of the file; raises yaml.YAMLError where it is not YAML or nested too deeply."""
    return [NamedLiteral((), document) for document in _documents(source)]


def _documents(source: str) -> Iterator[Node]:
    """The documents of the file, from events: the library's own tree recurses without limit."""
    open_parts: list[list[Node]] = [[]]
    for event in yaml.parse(source, Loader=_Loader):
        match event:
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                open_parts.append([])
                if len(open_parts) > MAX_DEPTH:
                    message = f"nested more than {MAX_DEPTH} levels"
                    raise yaml.YAMLError(message)
            case yaml.MappingEndEvent():
                parts = open_parts.pop()
                open_parts[-1].append(_mapping(parts))
            case yaml.SequenceEndEvent():
                open_parts[-2].append(Listing(tuple(open_parts[-1])))
                open_parts.pop()
            case yaml.ScalarEvent():
                open_parts[-1].append(_leaf(event))
            case yaml.AliasEvent():
                open_parts[-1].append(None)
            case _:
                pass
    yield from open_parts[0]


def _mapping(parts: list[Node]) -> Mapping:
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return Mapping(tuple((key.text, value) for key, value in pairs if isinstance(key, Leaf)))


def _leaf(event: yaml.ScalarEvent) -> Leaf:
    quoted = event.style in {"'", '"'}
    start, end = (mark.index if mark else 0 for mark in (event.start_mark, event.end_mark))
    return Leaf(str(event.value), start + quoted, end - quoted)
