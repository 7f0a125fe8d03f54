"""The words that a person would say who reads a text aloud."""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.language.spoken.abbreviations import expand_abbreviations, say_capitals
from modylbench.language.spoken.amounts import say_amounts
from modylbench.language.spoken.dates import say_dates
from modylbench.language.spoken.figures import cut_long_digits, say_names, say_numbers
from modylbench.language.spoken.marks import plain_marks, words_only

LONGEST_TEXT = 30_000
"""Ours: characters, half an hour of speech; of a longer text only the beginning is said."""
LONGEST_SPEECH = 20_000
"""Ours: characters of spoken form that are said in one go, about twenty minutes."""
WORDS = re.compile(r"[A-Za-z]")


@lru_cache(maxsize=1024)
def spoken_form(text: str) -> str:
    """The text in English words, commas and sentence ends: no figure and no symbol is left.

    Voices drop or mangle figures and symbols, and what is lost would be charged to the agent.

    >>> spoken_form("Paying 12x on $15M of LTM EBITDA, up 20%.")
    'Paying twelve times on fifteen million dollars of L T M EBITDA, up twenty percent.'
    """
    text = plain_marks(cut_long_digits(text[:LONGEST_TEXT]))
    text = say_amounts(say_names(say_dates(expand_abbreviations(text))))
    return say_capitals(words_only(say_numbers(text)))


def sayable(text: str) -> str:
    """What a voice says of a text: its spoken form up to a length; empty where no word is in it.

    >>> sayable("日本, …")
    ''
    """
    words = spoken_form(text)
    if not WORDS.search(words):
        return ""
    if len(words) <= LONGEST_SPEECH:
        return words
    end = words.rfind(" ", 0, LONGEST_SPEECH + 1)
    return words[: end if end > 0 else LONGEST_SPEECH].rstrip(" ,;:")
