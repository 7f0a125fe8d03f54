"""What can go wrong, and whose fault it is.

ModylBenchError
└── UserMistake          a person gave us something we cannot use: one line, exit code 2
    ├── BadFile          a file that does not say what it should, with the place in it
    ├── UnknownName      a name we do not have, with the nearest one that we do
    └── MissingExtra     a package that an extra brings is not installed (extras.py)
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Iterable, Sized
    from pathlib import Path

QUOTED_LENGTH = 80


class ModylBenchError(Exception):
    """Anything that this package raises on purpose.

    The arguments are kept as given, so that an error can be sent from one process to another.
    """


class UserMistake(ModylBenchError):
    """Input from a person that cannot be used; the message is one line for that person."""


class BadFile(UserMistake):
    """A file that cannot be used: what was found where, and what was expected."""

    def __init__(self, path: Path | str, place: str, problem: str) -> None:
        super().__init__(str(path), place, problem)

    @override
    def __str__(self) -> str:
        return one_line(": ".join(part for part in self.args if part))


class UnknownName(UserMistake):
    """A name that is not among those we have."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(kind, name, sorted(known))

    @override
    def __str__(self) -> str:
        kind, name, names = self.args
        close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
        hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(names)}"
        return one_line(f"unknown {kind} {short_repr(name)}: {hint}")


def one_line(text: str) -> str:
    """The text with every run of white space folded, so that it prints as one line."""
    return " ".join(text.split())


def short_repr(value: object) -> str:
    """The value as Python would write it, cut to a length a person can read."""
    shown = repr(value)
    return ellipsize(shown, QUOTED_LENGTH)


def ellipsize(text: str, most: int) -> str:
    """The text, or as much of it as fits into so many characters with an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def and_more(items: Sized, told: int) -> str:
    """What to say behind so many of the items: how many more there are, if any.

    >>> and_more("abcde", 3), and_more("abc", 3)
    (' and 2 more', '')
    """
    return f" and {len(items) - told} more" if len(items) > told else ""
