"""One edit of a work product: its type, and its place as a locator that can be read back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from modylbench.foundation.errors import short_repr
from modylbench.products.pointer import join, steps

LocatorKind = Literal["pointer", "line_range", "element_id", "file_path"]
_LINES = re.compile(r"(?P<path>.+):L(?P<first>[1-9]\d{0,8})-L(?P<last>\d{1,9})", re.DOTALL)


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


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines of a file, counted from 1, both ends in it; `last` one less than `first`: none.

    No lines, `app.py:L10-L9`, is the place before line 10.
    """

    path: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Pointer:
    """The steps of an RFC 6901 pointer; steps into lists are ids."""

    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ElementId:
    """An element of a drawing."""

    id: str


@dataclass(frozen=True, slots=True)
class FilePath:
    """A file, a folder or a link, from the project's top folder."""

    path: str


EditPlace = LineRange | Pointer | ElementId | FilePath


def parse_locator(locator: str, kind: LocatorKind) -> EditPlace:
    """The place that a locator names; raises ValueError where it names none.

    >>> parse_locator("src/app.py:L10-L15", "line_range")
    LineRange(path='src/app.py', first=10, last=15)
    """
    match kind:
        case "pointer":
            return Pointer(tuple(steps(locator)))
        case "line_range":
            return _parse_lines(locator)
        case "element_id" if locator:
            return ElementId(locator)
        case "file_path" if locator:
            return FilePath(locator)
        case _:
            message = f"found the {kind} {short_repr(locator)}, expected it to name something"
            raise ValueError(message)


def write_locator(place: EditPlace) -> str:
    """The locator that `parse_locator` reads back.

    >>> write_locator(LineRange("src/app.py", 10, 15))
    'src/app.py:L10-L15'
    """
    match place:
        case LineRange(path, first, last):
            return f"{path}:L{first}-L{last}"
        case Pointer(parts):
            return join(*parts)
        case ElementId(own):
            return own
        case FilePath(path):
            return path


def _parse_lines(locator: str) -> LineRange:
    match = _LINES.fullmatch(locator)
    if match is None or int(match["last"]) < int(match["first"]) - 1:
        message = f"found the lines {short_repr(locator)}, expected them as in 'src/app.py:L10-L15'"
        raise ValueError(message)
    return LineRange(match["path"], int(match["first"]), int(match["last"]))
