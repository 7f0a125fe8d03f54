"""How much of what others wrote goes into a report, and how it says what it leaves out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TEXT = 4_000  # ours: characters of what is said or written at once; a page of print
MOST_LINE = 400  # ours: of a name, a cell, a reason
MOST_ITEMS = 60  # ours: of messages, files, pictures, edits of one turn

T = TypeVar("T")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What shows nothing, or turns round what follows it."""


def shorten_text(text: str, most: int = MOST_TEXT) -> str:
    """The text, or its beginning and how much is missing.

    >>> shorten_text("a long story", 6)
    'a long… [6 more characters left out]'
    """
    shown = _UNPRINTABLE.sub("\ufffd", text[:most].replace("\r\n", "\n"))
    if len(text) <= most:
        return shown
    return f"{shown}… [{len(text) - most:,} more characters left out]"


def shorten_line(text: str, most: int = MOST_LINE) -> str:
    """The same for a text of one line.

    >>> shorten_line("one   two")
    'one two'
    """
    shown = shorten_text(text, most * 4)
    return shorten_text(" ".join(shown.split()), most)


def first_items(
    items: Sequence[T], what: str, left_out: list[str], most: int = MOST_ITEMS
) -> list[T]:
    """The first of the items; where there are more, a line is added on how many are left out."""
    if len(items) > most:
        left_out.append(f"{len(items) - most:,} of {len(items):,} {what}")
    return list(items[:most])
