"""How does a nested property of a drawing become plain names with plain values?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.drawings.noise import colour, settled
from modylbench.foundation.errors import short_repr
from modylbench.products.canvas import LONGEST_NAME, MOST_STYLES

if TYPE_CHECKING:
    from collections.abc import Iterator

Scalar = bool | float | str | None


def flat(properties: dict[str, Any]) -> dict[str, Scalar]:
    """Every value by the names that lead to it, those that say nothing left out.

    Raises ValueError for more values, or longer names, than an element can have.

    >>> flat({"roundness": {"type": 3}, "dash": [1], "link": None, "strokeColor": "#FFF"})
    {'dash.0': 1, 'roundness.type': 3, 'strokeColor': '#ffffff'}
    """
    found: dict[str, Scalar] = {}
    for name, value in _leaves(properties, ""):
        found[name] = value
        if len(found) > MOST_STYLES:
            message = f"style: found more than {MOST_STYLES} values, expected fewer"
            raise ValueError(message)
    return dict(sorted(found.items()))


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Scalar]]:
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _leaves(child, _inner(name, key))
    elif isinstance(value, list | tuple):
        for at, child in enumerate(value):
            yield from _leaves(child, _inner(name, str(at)))
    elif isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        yield name, settled(value)
    elif isinstance(value, str) and "color" in name.lower():
        yield name, colour(value)
    elif value is not None:
        yield name, value


def _inner(name: str, key: str) -> str:
    if len(name) + 1 + len(key) > LONGEST_NAME:
        message = (
            f"style: found the name {short_repr(key)}, expected {LONGEST_NAME} characters in all"
        )
        raise ValueError(message)
    return f"{name}.{key}" if name else key
