"""How does a nested property of a drawing become plain names with plain values?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats.drawings.noise import colour, settled

if TYPE_CHECKING:
    from collections.abc import Iterator

Scalar = bool | float | str | None


def flat(properties: dict[str, Any]) -> dict[str, Scalar]:
    """Every value by the names that lead to it, those that say nothing left out.

    >>> flat({"roundness": {"type": 3}, "groupIds": ["g"], "link": None, "strokeColor": "#FFF"})
    {'groupIds.0': 'g', 'roundness.type': 3, 'strokeColor': '#ffffff'}
    """
    return dict(sorted(_leaves(properties, "")))


def _leaves(value: Any, name: str) -> Iterator[tuple[str, Scalar]]:
    inner = f"{name}." if name else ""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _leaves(child, f"{inner}{key}")
    elif isinstance(value, list | tuple):
        for at, child in enumerate(value):
            yield from _leaves(child, f"{inner}{at}")
    elif isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        yield name, settled(value)
    elif isinstance(value, str) and "color" in name.lower():
        yield name, colour(value)
    elif value is not None:
        yield name, value
