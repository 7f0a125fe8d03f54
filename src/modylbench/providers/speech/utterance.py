"""A text as one even piece of speech, whatever engine says its sentences."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import numpy as np

from modylbench.foundation.errors import short_repr
from modylbench.language.sentences import sentences
from modylbench.language.spoken.spoken_form import WORDS, sayable
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from modylbench.providers.speech.sound import Sound

PROCESSING = 2
"""Raise it whenever the same engine would give other bytes: caches then begin anew."""
LONGEST_S = 300.0
"""Ours: of a text that takes longer to say, the rest is not said."""
LONGEST_SENTENCE = 400  # characters; engines slow down and slur beyond
MOST_SENTENCES = 60
"""Ours: a text of more is said several sentences at a time, for each time starts a program."""
PAUSE_S = 0.35  # between sentences; engines' own pauses differ
LEAD_S, TAIL_S = 0.02, 0.06  # silence kept around a sentence
QUIET = 0.01  # of the peak: below it is silence
PEAK = 0.7  # of full scale, about -3 dB
RESPELLED = {
    "ANCOVA": "ancova", "ANOVA": "anova", "ASEAN": "ah see ahn", "CAGR": "kaggar", "COGS": "cogs",
    "COVID": "covid", "EBIT": "ebit", "EBITDA": "ebitda", "FIFO": "fifo", "GAAP": "gap",
    "HIPAA": "hippa", "LIFO": "lifo", "NASA": "nasa", "NASDAQ": "nasdaq", "PIK": "pick",
    "SAM": "sam", "SUM": "sum", "SWOT": "swat", "SaaS": "sass", "TAM": "tam", "WACC": "wack",
}  # fmt: skip
"""Heard right from the voices here; services get the words as they are, for to anyone else these
spellings are other words."""
WORD = re.compile(r"\b[A-Z][A-Za-z]*[A-Z](?=s?\b)")


def sayable_words(text: str) -> str:
    """What is said of the text, or SpeechFailure where there is nothing to say."""
    words = sayable(text)
    if not words:
        message = f"found nothing that can be said in {short_repr(text)}, expected words"
        raise SpeechFailure(message)
    return words


async def utterance(text: str, say: Callable[[str], Sound]) -> Speech:
    """The text, said sentence by sentence in threads, with pauses of our own between.

    The loudest sample is always the same, so nothing clips and voices are equally loud. Equal
    sentences are said once, and nothing after `LONGEST_S`.
    """
    pause = np.zeros(int(PAUSE_S * SAMPLE_RATE_HZ))
    said: dict[str, NDArray[np.float64]] = {}
    pieces: list[NDArray[np.float64]] = []
    left = int(LONGEST_S * SAMPLE_RATE_HZ)
    for sentence in split_breaths(respell(sayable_words(text))):
        if left <= 0:
            break
        if sentence not in said:
            said[sentence] = _trim(await asyncio.to_thread(_samples, say, sentence))
        pieces += [said[sentence][:left], pause]
        left -= len(said[sentence]) + len(pause)
    joined = np.concatenate(pieces[:-1])
    peak = float(np.abs(joined).max(initial=0.0))
    if peak == 0.0:
        message = f"the voice was silent on {short_repr(text)}, expected speech"
        raise SpeechFailure(message)
    return Speech(np.rint(joined * (PEAK * 32767 / peak)).astype("<i2").tobytes())


def split_breaths(words: str) -> list[str]:
    """What is said at a time, in order: sentences, and parts of very long ones."""
    parts = [part for sentence in sentences(words) for part in _cut(sentence.strip())]
    if len(parts) <= MOST_SENTENCES:
        return parts
    packed = [parts[0]]
    for part in parts[1:]:
        if len(packed[-1]) + 1 + len(part) <= LONGEST_SENTENCE:
            packed[-1] = f"{packed[-1]} {part}"
        else:
            packed.append(part)
    return packed


def _cut(sentence: str) -> Iterator[str]:
    """The sentence; one that is very long is cut between words."""
    rest = sentence
    while len(rest) > LONGEST_SENTENCE:
        comma, space = rest.rfind(", ", 0, LONGEST_SENTENCE), rest.rfind(" ", 0, LONGEST_SENTENCE)
        cut = comma + 1 if comma > LONGEST_SENTENCE // 2 else max(space, 0) or LONGEST_SENTENCE
        yield rest[:cut].strip()
        rest = rest[cut:].strip()
    if WORDS.search(rest):
        yield rest


def _samples(say: Callable[[str], Sound], sentence: str) -> NDArray[np.float64]:
    return np.frombuffer(say(sentence).speech().pcm, dtype="<i2").astype(np.float64)


def _trim(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """The samples with a fixed silence around them instead of the engine's own."""
    level = np.abs(samples)
    loud = np.flatnonzero(level > QUIET * level.max(initial=0.0))
    if not len(loud):
        return samples[:0]
    sound = samples[loud[0] : loud[-1] + 1]
    lead, tail = int(LEAD_S * SAMPLE_RATE_HZ), int(TAIL_S * SAMPLE_RATE_HZ)
    # What lies just outside is below one percent of the peak: fading it in is not heard.
    before = samples[max(0, loud[0] - lead) : loud[0]]
    after = samples[loud[-1] + 1 : loud[-1] + 1 + tail]
    return np.concatenate(
        (np.zeros(lead - len(before)), before, sound, after, np.zeros(tail - len(after)))
    )


def respell(words: str) -> str:
    """A spoken form in the spelling that the voices here say right.

    >>> respell("EBITDA has a CAGR")
    'ebitda has a kaggar'
    """
    return WORD.sub(lambda match: RESPELLED.get(match[0], match[0]), words)
