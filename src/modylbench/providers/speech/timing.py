"""How long it would take to say a text, where nobody says it."""

from __future__ import annotations

import re

from modylbench.language.spoken.spoken_form import spoken_form

WORDS_PER_MINUTE = 170.0
"""Ours: about what the default voice does, so that meetings with and without sound are alike."""
SENTENCE_PAUSE_S = 0.35
SHORTEST_S = 0.2
OTHER_LETTERS_PER_S = 10.0
"""Ours: of scripts that no voice here says, so that words in them are not out in no time."""


def estimated_duration_s(text: str) -> float:
    """The seconds that the spoken form takes, 0 where there is nothing to say.

    >>> round(estimated_duration_s("We pay 12x. OK?"), 2)
    2.12
    """
    words = spoken_form(text)
    count = len(re.findall(r"[A-Za-z']+", words))
    if not count:
        return round(sum(map(str.isalpha, text)) / OTHER_LETTERS_PER_S, 3)
    pauses = len(re.findall(r"[.?!] ", words))
    return max(SHORTEST_S, round(60.0 * count / WORDS_PER_MINUTE + SENTENCE_PAUSE_S * pauses, 3))
