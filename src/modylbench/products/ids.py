"""Ids for parts of a product that came without one: from labels, so that they stay the same."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 80
_LONGEST_WISH = 60  # leaves room for a mark that tells cut labels apart, and for a number
_LONGEST_LOOKED_AT = 2_000
_VALID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,79}")
_SIGN = re.compile(r"(?<![\w.)])[-\u2212](?=[$€£]?\d)")
_SPELT = {"%": " pct ", "$": " usd ", "€": " eur ", "£": " gbp ", "+": " plus ", "#": " no "}
_BREAK = re.compile(r"[^a-z0-9]+")


def is_id(text: object) -> bool:
    """True for a valid id."""
    return isinstance(text, str) and _VALID.fullmatch(text) is not None


def id_from(label: str, otherwise: str = "part") -> str:
    """The id that a label stands for; `otherwise` where the label says nothing.

    Labels that differ in more than marks and case give different ids: letters outside ASCII and
    words behind the first 60 characters count by a short hash.

    >>> id_from("Gross margin (%)"), id_from("-10%"), id_from("!")
    ('gross_margin_pct', 'minus_10_pct', 'part')
    """
    text = unicodedata.normalize("NFKD", label[:_LONGEST_LOOKED_AT]).lower()
    spelt = _SIGN.sub(" minus ", text)
    for sign, word in _SPELT.items():
        spelt = spelt.replace(sign, word)
    made = _BREAK.sub("_", spelt).strip("_")
    unsaid = any(c.isalnum() and not c.isascii() for c in text)
    if unsaid or len(made) > _LONGEST_WISH or len(label) > _LONGEST_LOOKED_AT:
        mark = hashlib.sha256(" ".join(label.split()).lower().encode(errors="replace")).hexdigest()
        return f"{made[:_LONGEST_WISH] or otherwise}_{mark[:8]}".lstrip("_")
    return made or otherwise


def ids_for(parts: Sequence[tuple[object, str]], otherwise: str = "part") -> list[str]:
    """A valid id of its own for every part of one list, from (the id it came with, its label).

    Who came with a valid id keeps it, the first of several; all others get one made from their
    id or label, with _2, _3 behind it where that is taken. A part that says nothing is counted.

    >>> ids_for([(None, "Total"), ("net debt", ""), ("total", "x"), (None, "")], "row")
    ['total_2', 'net_debt', 'total', 'row_4']
    """
    result = [""] * len(parts)
    taken: set[str] = set()
    for place, (given, _) in enumerate(parts):
        if isinstance(given, str) and given not in taken and is_id(given):
            result[place] = given
            taken.add(given)
    tried: dict[str, int] = {}
    for place, (given, label) in enumerate(parts):
        if not result[place]:
            wish = given if isinstance(given, str) and is_id(given) else None
            wish = wish or id_from(given if isinstance(given, str) and given else label, "")
            result[place] = _free_id(wish or f"{otherwise}_{place + 1}", taken, tried)
            taken.add(result[place])
    return result


def _free_id(wish: str, taken: set[str], tried: dict[str, int]) -> str:
    """The wish, or the wish with the next number; `tried` keeps a long list linear."""
    if wish not in taken:
        return wish
    number = tried.get(wish, 1)
    while True:
        number += 1
        tried[wish] = number
        candidate = f"{wish[: LONGEST - 1 - len(str(number))]}_{number}"
        if candidate not in taken:
            return candidate
