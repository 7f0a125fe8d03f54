"""Names that look the same, by the table of confusable characters of Unicode (UTS 39, 4)."""

from __future__ import annotations

import unicodedata
from functools import cache

UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"))
"""What is not seen, or only as a gap, does not tell names apart."""


def skeleton(name: str) -> str:
    """What names have in common that a reader takes for one; it is not for showing.

    Beyond the standard's own, names that differ in case and gaps alone are one too.

    >>> skeleton("P\u0430y Pal") == skeleton("PayPa1")
    True
    """
    return _replace_confusables(_replace_confusables(name).casefold())


def _replace_confusables(text: str) -> str:
    prototypes = _prototypes()
    seen = (mark for mark in _decompose(text) if unicodedata.category(mark) not in UNSEEN)
    return _decompose("".join(prototypes.get(mark, mark) for mark in seen))


def _decompose(text: str) -> str:
    return unicodedata.normalize("NFD", text)


@cache
def _prototypes() -> dict[str, str]:
    """What each character is written as in a skeleton.

    The library pairs each character with its prototype, both ways: of a pair, the prototype is what
    has more partners, or else the longer one.
    """
    from confusable_homoglyphs.confusables import confusables_data  # reads a megabyte

    pairs: dict[str, set[str]] = {}
    for mark, found in confusables_data.items():
        for other in found:
            pairs.setdefault(mark, set()).add(other["c"])
            pairs.setdefault(other["c"], set()).add(mark)

    def rank(text: str) -> tuple[int, int, str]:
        return len(pairs[text]), len(text), text

    return {
        mark: _without_unseen(max((mark, *partners), key=rank))
        for mark, partners in pairs.items()
        if len(mark) == 1
    }


def _without_unseen(text: str) -> str:
    return "".join(mark for mark in text if unicodedata.category(mark) not in UNSEEN)
