"""Stems: what words of one family, or of one sense, have in common.

The groups are of general English, and of meetings in any trade; none is from a scenario.
"""

from __future__ import annotations

import re
from functools import lru_cache

import snowballstemmer

_ONE_SENSE = (
    "total totals aggregate sum", "segment segments group groups", "chart charts graph plot drawn",
    "fall falls fell fallen drop drops dropped decline declines declined decrease decreases "
    "decreased slip slips slipped lower lowers lowered falling dropping declining decreasing",
    "rise rises rose risen increase increases increased climb climbs climbed grow grows grew grown "
    "higher improve improves improved rising increasing climbing growing improving",
    "start begin opening initial", "end finish finishes final closing last",
    "big bigger biggest large larger largest", "small smaller smallest little tiny",
    "wrong incorrect mistaken false", "missing absent lacking gone", "remove removed removes "
    "deleted dropped excluded exclude excludes stripped", "cost costs expense expenses",
    "revenue sales", "page sheet tab", "row line", "table grid", "deal deals opportunity "
    "opportunities", "won win wins winner closed", "lost lose loses loser losers dead",
    "quarter period", "buy purchase acquire", "company firm business", "patients participants "
    "subjects people", "uneven lopsided", "source sources reference document", "prove proof "
    "evidence", "verify verified confirm confirmed", "older earlier previous former",
    "newer recent latest", "untouched unchanged same", "biased bias skewed", "circle circular",
)  # fmt: skip
"""Words of general English that may stand for each other."""
_SENSE = {word: group.split()[0] for group in _ONE_SENSE for word in group.split()}
_AMERICAN = re.compile(r"(?<=[a-z]{3})iz(?=(?:e|ed|es|er|ers|ing|ation|ations)$)")
_STEMMER = snowballstemmer.stemmer("english")


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """The stem of a word, or of the first word of its sense, in British spelling.

    >>> stem("amortization"), stem("amortised"), stem("growing"), stem("grows")
    ('amortis', 'amortis', 'rise', 'rise')
    """
    return british_stem(_SENSE.get(word, word))


def british_stem(word: str) -> str:
    """The stem of a word in British spelling, whatever its sense.

    >>> british_stem("amortization"), british_stem("growing")
    ('amortis', 'grow')
    """
    return str(_STEMMER.stemWord(_AMERICAN.sub("is", word)))
