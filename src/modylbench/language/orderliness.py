"""Whether a text has the order of speech, or is words without one."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from modylbench.language.content_words import LONGEST_TEXT, STOP_WORDS, content_words, words_in
from modylbench.language.plain import plain, word_set

LEAST_BROKEN = 2  # ours: one slip is how people talk
BROKEN, SOUND = 0.15, 0.05  # ours: of the joints; of speech nearly none breaks, shuffled 1 in 5
LEAST_WORDS = 8  # ours: a shorter answer may be a list
LEAST_SMALL = 0.15  # ours: of the words; speech has no less than 0.2, catchwords next to none
TAKEN_OVER = 0.75  # ours: of the telling words
LEAST_PAIRS = 6  # ours: of fewer pairs one more or less would decide
LOOSE, TOGETHER = 0.35, 0.6  # ours: of the pairs; shuffled words keep a quarter, speech most
NEAR = 3  # ours: telling words apart; a pair of them is said together

_MARKS = frozenset(".,;:!?")
_BE = word_set("is are was were be been am")
_JOINTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        word_set("a an the every our your their my"),
        _MARKS | _BE | word_set("a an the of and or but has have had from with into to in on at by")
        | word_set("for as than that it its he she they we i me us them so because if would could"),
    ),
    (
        word_set("of from with between into against per than"),
        _BE | word_set("of and or but has have had so because would could will he they"),
    ),
    (word_set("in on at by for"), _BE - {"be"} | word_set("of has have had would will i he")),
    (word_set("to"), _BE - {"be"} | word_set("of or has had would will i he and")),
    (word_set("and or but"), word_set(". ; : ! ?") | word_set("and or but than of")),
    (_BE, _BE - {"been", "be"} | word_set("has have had do does will would of than i")),
    (word_set("i we they"), _MARKS | word_set("of the a an to is in at for from by than and with")),
    (word_set("has have had"), _BE - {"been"} | word_set("has have of than will would i and")),
)  # fmt: skip
"""Small words, and what never follows them: marks stand for the end of a clause."""
_NEVER_NEXT = {word: never for words, never in _JOINTS for word in words}
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?|[.,;:!?]")


@lru_cache(maxsize=4096)
def orderliness(text: str) -> float:
    """From 0 for words in any order to 1 for sentences: do small words stand where they can?

    >>> orderliness("The total of the debt is in the table and the rest of it is on a tab.")
    1.0
    """
    tokens = _TOKEN.findall(plain(text[:LONGEST_TEXT]))
    joints = broken = 0
    for word, following in pairwise([*tokens, "."]):
        never = _NEVER_NEXT.get(word)
        if never is not None:
            joints += 1
            broken += following in never
    if broken < LEAST_BROKEN:
        return 0.0 if _is_list_of_catchwords(text) else 1.0
    share = broken / joints
    return min(1.0, max(0.0, (BROKEN - share) / (BROKEN - SOUND)))


def _is_list_of_catchwords(text: str) -> bool:
    words = words_in(text)
    small = sum(word in STOP_WORDS for word in words)
    return len(words) >= LEAST_WORDS and small < LEAST_SMALL * len(words)


@lru_cache(maxsize=4096)
def nearby_pairs(text: str) -> frozenset[tuple[str, str]]:
    """The telling words of a text that are said close together, two and two, in their order."""
    words = content_words(text)
    return frozenset(
        (word, other)
        for place, word in enumerate(words)
        for other in words[place + 1 : place + 1 + NEAR]
        if word != other
    )


def word_order_kept(wanted: str, text: str) -> float:
    """From 0 to 1: how far words taken over from a text stand together as they did there.

    1 where few are taken over: who uses words of his own puts them in an order of his own.
    """
    there, here = frozenset(content_words(wanted)), frozenset(content_words(text))
    both = there & here
    bound = {pair for pair in nearby_pairs(wanted) if both.issuperset(pair)}
    if len(both) < TAKEN_OVER * len(there) or len(bound) < LEAST_PAIRS:
        return 1.0
    share = len(bound & nearby_pairs(text)) / len(bound)
    return min(1.0, max(0.0, (share - LOOSE) / (TOGETHER - LOOSE)))
