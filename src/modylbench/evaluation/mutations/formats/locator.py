"""Where in a work product: how is a place written down, and read back?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import short_repr
from modylbench.products.pointer import join, steps

if TYPE_CHECKING:
    from modylbench.evaluation.mutations.edit import LocatorKind

_LINES = re.compile(r"(?P<path>.+):L(?P<first>[1-9]\d{0,8})-L(?P<last>\d{1,9})", re.DOTALL)


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


Place = LineRange | Pointer | ElementId | FilePath


def parse(locator: str, kind: LocatorKind) -> Place:
    """The place that a locator names; raises ValueError where it names none.

    >>> parse("src/app.py:L10-L15", "line_range")
    LineRange(path='src/app.py', first=10, last=15)
    """
    match kind:
        case "pointer":
            return Pointer(tuple(steps(locator)))
        case "line_range":
            return _lines(locator)
        case "element_id" if locator:
            return ElementId(locator)
        case "file_path" if locator:
            return FilePath(locator)
        case _:
            message = f"found the {kind} {short_repr(locator)}, expected it to name something"
            raise ValueError(message)


def written(place: Place) -> str:
    """The locator that `parse` reads back.

    >>> written(LineRange("src/app.py", 10, 15))
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


def _lines(locator: str) -> LineRange:
    found = _LINES.fullmatch(locator)
    if found is None or int(found["last"]) < int(found["first"]) - 1:
        message = f"found the lines {short_repr(locator)}, expected them as in 'src/app.py:L10-L15'"
        raise ValueError(message)
    return LineRange(found["path"], int(found["first"]), int(found["last"]))
