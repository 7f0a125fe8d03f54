"""Named literals in YAML, with their places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from modylbench.products.reading.source.tree import Leaf, Listing, Mapping, Named

if TYPE_CHECKING:
    from modylbench.products.reading.source.tree import Node

MAX_NODES = 20_000  # ours: aliases may make a small file endless
_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def named(source: str) -> list[Named]:
    """Every value of the file; raises yaml.YAMLError where it is not YAML."""
    left = [MAX_NODES]
    return [
        Named((), _node(document, left))
        for document in yaml.compose_all(source, Loader=_Loader)
        if document is not None
    ]


def _node(node: yaml.Node, left: list[int]) -> Node:
    left[0] -= 1
    if left[0] < 0:
        return None
    if isinstance(node, yaml.MappingNode):
        return Mapping(tuple((str(key.value), _node(value, left)) for key, value in node.value))
    if isinstance(node, yaml.SequenceNode):
        return Listing(tuple(_node(item, left) for item in node.value))
    quoted = isinstance(node, yaml.ScalarNode) and node.style in {"'", '"'}
    return Leaf(str(node.value), node.start_mark.index + quoted, node.end_mark.index - quoted)
