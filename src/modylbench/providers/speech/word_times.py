"""When each word of a text is said: an estimate from the sound of it.

Voices here tell no times, and a recogniser takes too long. So each sentence gets the stretch of
sound between two breaths, and each of its words a share of that by the letters of what is said for
it. Of RHVoice's speech the words begin on average 0.12 s from where Whisper hears them, nine in ten
within 0.24 s (395 words of 16 lines of two scenarios).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

import numpy as np

from modylbench.language.spoken.spoken_form import spoken_form
from modylbench.providers.speech.activity import FRAME_S, voiced_frames
from modylbench.providers.speech.speech import Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

A_WORD = 2.0  # ours, in letters: what a word takes beside its letters; 1 and 3 are no better
BREATH_FRAMES = 15  # ours: between sentences our voices are silent for 18 frames and more
PLAIN_WORD = re.compile(r"([A-Za-z']+)[,;:.?!]*")
SENTENCE_END = re.compile(r"[.?!][\"')\]]*$")


def word_times(text: str, duration_s: float, pcm: bytes = b"") -> tuple[Word, ...]:
    """The words of a text that takes so long, with their seconds from its beginning.

    Without sound, and where it has other breaths than the text has sentences, the words share all
    of the time.

    >>> [(word.text, word.start_s, word.end_s) for word in word_times("So, we agree.", 1.5)]
    [('So,', 0.0, 0.4), ('we', 0.4, 0.8), ('agree.', 0.8, 1.5)]
    """
    words = text.split()
    if not words:
        return ()
    voiced = np.flatnonzero(voiced_frames(pcm))
    if not len(voiced):
        edges = [share * duration_s for share in _shares(words)]
        return tuple(map(_word, words, edges, edges[1:]))
    sentences, parts = _sentences(words), _breath_groups(voiced)
    if len(sentences) != len(parts):
        sentences, parts = [words], [voiced]
    return tuple(
        word
        for sentence, frames in zip(sentences, parts, strict=True)
        for word in _words_within(sentence, frames)
    )


def _words_within(words: Sequence[str], frames: NDArray[np.intp]) -> Iterator[Word]:
    """These words over these frames of voice: each from its first to its last."""
    edges = [round(share * len(frames)) for share in _shares(words)]
    for word, (start, end) in zip(words, pairwise(edges), strict=True):
        before = int(frames[start - 1]) + 1 if start else int(frames[0])
        first = int(frames[start]) if end > start else before  # a dash is where a word has ended
        last = int(frames[end - 1]) if end > start else first - 1
        yield _word(word, first * FRAME_S, (last + 1) * FRAME_S)


def _word(text: str, start_s: float, end_s: float) -> Word:
    return Word(text, round(start_s, 3), round(end_s, 3))


def _shares(words: Sequence[str]) -> list[float]:
    """Which share of the whole is over before each word, and after the last."""
    weights = [_weight(word) for word in words]
    if not any(weights):
        weights = [1.0] * len(words)
    whole = sum(weights)
    return [done / whole for done in accumulate(weights, initial=0.0)]


@lru_cache(maxsize=4096)
def _weight(word: str) -> float:
    """What a word takes, in letters of what is said for it; nothing for a dash."""
    plain = PLAIN_WORD.fullmatch(word)
    said = [plain[1]] if plain else re.findall(r"[A-Za-z]+", spoken_form(word))
    return sum(len(part) + A_WORD for part in said)


def _sentences(words: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for word in words:
        found[-1].append(word)
        if SENTENCE_END.search(word):
            found.append([])
    return [sentence for sentence in found if sentence]


def _breath_groups(voiced: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """The frames of voice from one breath to the next."""
    return np.split(voiced, np.flatnonzero(np.diff(voiced) > BREATH_FRAMES) + 1)
