"""What a text says of the matter, its words and its figures, found fast for a whole meeting."""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS
from modylbench.language.spoken.number_words import in_figures
from modylbench.language.stems import stem

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NO_DIGIT = re.compile(r"\D")
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


@lru_cache(maxsize=8192)
def figures_of(text: str) -> frozenset[str]:
    """Its numbers in figures, without what may be written or not.

    >>> sorted(figures_of("Seven of 1,200.50, and 3.0."))
    ['1200.5', '3', '7']
    """
    return frozenset(_plain(found) for found in _FIGURE.findall(in_figures(text)))


@lru_cache(maxsize=8192)
def leading_digits_in(text: str) -> frozenset[str]:
    """How its numbers begin: a fast test, before a true one, of whether it may name a figure.

    >>> leading_digits("1,670,000") in leading_digits_in("1.67 million")
    True
    """
    return frozenset(map(leading_digits, figures_of(text)))


def leading_digits(figure: str) -> str:
    """The first two that count, whatever the number is of."""
    return _NO_DIGIT.sub("", figure).strip("0")[:2]


def _plain(figure: str) -> str:
    whole = figure.replace(",", "")
    return whole.rstrip("0").rstrip(".") if "." in whole else whole
