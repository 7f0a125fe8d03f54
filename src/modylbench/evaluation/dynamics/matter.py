"""The words of a text that speak of the matter, found fast enough for a whole meeting."""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS
from modylbench.language.stems import stem

_WORD = re.compile(r"[a-z][a-z-]*")


@lru_cache(maxsize=8192)
def matter_of(text: str) -> frozenset[str]:
    """The stems of its words but for grammar, courtesies and promises; a contraction is its first.

    >>> sorted(matter_of("Thank you, the accrual's short by 7."))
    ['accrual', 'short']
    """
    words = set(_WORD.findall(text.lower().replace("\u2019", "'").replace("'s ", " ")))
    return frozenset(found for found in map(_matter_of_word, words) if found)


@lru_cache(maxsize=16384)
def _matter_of_word(word: str) -> str:
    """The stem of a word that speaks of the matter; nothing of another."""
    is_empty = len(word) < 3 or word in STOP_WORDS or word in EMPTY_WORDS
    return "" if is_empty else stem(word)
