"""Labels in which the words of a name may stand in another order.

"Total cost, landed" is the total landed cost and "Equity from sponsor" the sponsor's equity, but
"Equity to sponsor" is not, and neither is "Placebo - high dose" the same as the reverse.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    from collections.abc import Sequence

_PARTS = re.compile(r"[,()]|\b(?:of|from|for|in)\b")
_DIRECTED = re.compile(
    r"[/<>\u2192&]|\s[-\u2013\u2014]\s|^[a-z]+-[a-z]+$"
    r"|\b(?:to|by|on|at|and|or|as|with|per|vs|versus|v|minus|less|plus|over|against|compared"
    r"|between|than|until|before|after|without|x)\b"
)
_UNIT = re.compile(r"\(\s*/[^()]*\)")  # what is left of "($/kWh)"
_SAYS_SOMETHING = re.compile(r"[^\W_]")


class PartedWords(tuple[str, ...]):
    """The words of a label whose parts may change places.

    It differs from the same words in a label that leaves no such choice, so that what was found
    for one is never taken for the other.
    """

    __slots__ = ()

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, PartedWords) and tuple.__eq__(self, other)

    @override
    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


def is_parted(label: str) -> bool:
    """True when a comma, brackets or "of" part a label in two, and nothing says which way round.

    >>> is_parted("total cost, landed"), is_parted("revenue ( )"), is_parted("equity to sponsor")
    (True, False, False)
    """
    bare = _UNIT.sub(" ", label)
    parts = [part for part in _PARTS.split(bare) if _SAYS_SOMETHING.search(part)]
    return len(parts) > 1 and not _DIRECTED.search(bare)


def is_free(alias: str) -> bool:
    """True for a name whose words say the same in any order, of which at most one is a number."""
    lowered = alias.lower()
    return not _DIRECTED.search(lowered) and len(re.findall(r"\d+", lowered)) < 2


def found_in_any_order(rest: Sequence[str | None], alias: tuple[str, ...]) -> int | None:
    """Where the words of an alias stand together, whichever comes first."""
    wanted = sorted(alias)
    for start in range(len(rest) - len(alias) + 1):
        there = [word for word in rest[start : start + len(alias)] if word is not None]
        if sorted(there) == wanted:
            return start
    return None
