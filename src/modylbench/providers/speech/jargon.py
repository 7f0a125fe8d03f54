"""Terms of a meeting that a transcriber would not know."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 300
"""Ours: characters; more of it costs accuracy elsewhere."""
ACRONYM = re.compile(r"(?<![\w$-])[A-Z][A-Za-z]*[A-Z][A-Za-z]*(?![\w-])")
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]{2,}(?: [A-Z][a-z]{2,}){0,2}(?![\w-])")
DAYS = frozenset((
    "January", "February", "March", "April", "June", "July", "August", "September", "October",
    "November", "December", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    "Sunday",
))  # fmt: skip


def jargon_of(texts: Iterable[str]) -> str:
    """Acronyms and names in the texts, the most frequent first; never a figure.

    >>> jargon_of(["The LBO of CloudSync at 12x EBITDA, an LBO."])
    'LBO, CloudSync, EBITDA'
    """
    counts = Counter(
        term
        for text in texts
        for pattern in (ACRONYM, NAME)
        for term in pattern.findall(text)
        if term not in DAYS
    )
    terms: list[str] = []
    length = 0
    for term, _ in counts.most_common():
        length += len(term) + 2
        if length > LONGEST:
            break
        terms.append(term)
    return ", ".join(terms)
