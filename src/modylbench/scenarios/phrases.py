"""Whether somebody said a thing: phrases found in running text, small words and all."""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.products.quantities.labels import sentence_words

NEGATIONS = frozenset({"not", "never", "no", "nor", "without", "cannot", "neither", "t"})
NEGATED_WITHIN = 4  # ours: "I have not yet added it" negates "added it"

_MARK = re.compile(r"\W+")
_CLAUSE_END = re.compile(r"[.;:!?](?=\s|$)|\n|\b(?:but|so)\b", re.IGNORECASE)


@lru_cache(maxsize=8192)
def spoken_words(text: str) -> tuple[str, ...]:
    """The words of a text in one spelling, without its punctuation.

    >>> spoken_words("It isn't in the CIM.")
    ('it', 'isn', 't', 'in', 'the', 'cim')
    """
    return tuple(word for word in sentence_words(text) if not _MARK.fullmatch(word))


def mentions(text: str, phrase: str) -> bool:
    """True when the phrase stands in the text, word for word."""
    sought = spoken_words(phrase)
    return bool(sought) and f" {' '.join(sought)} " in _line(text)


def affirms(text: str, phrase: str) -> bool:
    """True when the phrase stands in the text somewhere without a negation shortly before it.

    >>> affirms("I have added LithiumMax.", "added LithiumMax")
    True
    >>> affirms("I haven't added LithiumMax.", "added LithiumMax")
    False
    """
    if not mentions(text, phrase):
        return False
    sought = spoken_words(phrase)
    return any(
        NEGATIONS.isdisjoint(words[max(0, place - NEGATED_WITHIN) : place])
        for words in map(spoken_words, _CLAUSE_END.split(text))
        for place in range(len(words) - len(sought) + 1)
        if words[place : place + len(sought)] == sought
    )


@lru_cache(maxsize=1024)
def _line(text: str) -> str:
    return f" {' '.join(spoken_words(text))} "
