"""Which words would a person say who reads this text aloud?"""

from __future__ import annotations

import re
from functools import lru_cache

from modylbench.providers.speech.words.abbreviations import phrased
from modylbench.providers.speech.words.dates import dated
from modylbench.providers.speech.words.figures import counted, named, shortened
from modylbench.providers.speech.words.letters import spelled
from modylbench.providers.speech.words.marks import plain, words_only
from modylbench.providers.speech.words.measures import measured

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
    text = plain(shortened(text[:LONGEST_TEXT]))
    text = measured(named(dated(phrased(text))))
    return spelled(words_only(counted(text)))


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
