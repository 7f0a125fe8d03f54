"""What tells one thing that an agent sent from another, so that a repeat is known?"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import orjson

from modylbench.surfaces.measure import measure
from modylbench.surfaces.state.taking import surface_id_of


class Mark(NamedTuple):
    """A digest, the surface that is made, if one is, and the length as JSON."""

    digest: str
    makes: str | None
    length: int


def mark(operation: object) -> Mark:
    """The mark of an operation; all that cannot be read have the same."""
    if measure(operation).fault is not None:
        return Mark("", None, 0)
    content = orjson.dumps(operation)
    makes = isinstance(operation, dict) and "createSurface" in operation
    made = surface_id_of(operation) if makes and isinstance(operation, dict) else None
    return Mark(hashlib.sha256(content).hexdigest(), made, len(content))


def digest_of(operations: list[object]) -> str:
    """One digest for a list of operations in their order."""
    return hashlib.sha256(
        "".join(mark(operation).digest for operation in operations).encode()
    ).hexdigest()
