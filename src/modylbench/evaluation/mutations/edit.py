"""One edit of a work product, of a known type and at a known place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

LocatorKind = Literal["pointer", "line_range", "element_id", "file_path"]


@dataclass(frozen=True, slots=True)
class Edit:
    """What changed between two snapshots of one work product, at one place.

    `locator` is an RFC 6901 pointer whose steps into lists are ids, or what the format uses in its
    place: `src/app.py:L10-L15`, an element's id, a file's path. `old` and `new` are JSON values,
    None where there was or is nothing. `after` is the id of the item that an added or moved item
    stands behind, "" for the first place; None where order has no meaning.
    """

    type: str
    locator: str
    locator_kind: LocatorKind = "pointer"
    old: Any = None
    new: Any = None
    after: str | None = None
