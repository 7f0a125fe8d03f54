"""Sounds of listening, made where those who speak to each other pause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.providers.speech.speech import estimated_duration_s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from modylbench.agents.agent import Seat
    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.scenario import FollowUp

EVERY_S = 30.0  # people's median is 1.68 a minute (AMI, SPEC 7); some lines have no pause for it
IRREGULAR = 0.6  # ours: by such a share of that they come sooner or later
APART_S = 3.0  # ours
LEAD_S = 0.25  # ours: the harness's voice begins about so long after it is asked to
AFTER_ONSET_S = 1.3  # SPEC 7: who has talked for less than 1.0 s does not hold the floor yet
BEFORE_END_S = 0.7  # ours: nor one who is about to end, for the next would wait
CERTAIN = 0.55  # ours: before a request only so far into a line, for who murmurs then gives way
SOUNDS = ("Mm-hm.", "Right.", "Yeah.", "I see.", "OK.", "Sure.")
_CLAUSE = re.compile(r"[.?!,;:](?=\s)")


@dataclass(frozen=True, slots=True)
class ExpectedSpeech:
    """What somebody is about to say, and in which seconds of it there is a pause."""

    lasts_s: float
    pauses_s: tuple[float, ...] = ()


class ListeningAloud:
    """Murmurs now and then while people speak to each other, at moments that its seed decides.

    It counts for how long it has listened, to requests too, into which it does not murmur.
    `coming_turn` gives the turn of the script that has not been heard yet.
    """

    def __init__(self, coming_turn: Callable[[], FollowUp | None], draw: Draw) -> None:
        self._coming_turn, self._draw = coming_turn, draw
        self._begun: set[tuple[int, str]] = set()
        self._listened_s = 0.0
        self._due_s = self._interval_s()

    async def listen(self, speaker: str, seat: Seat) -> None:
        """Murmur where somebody who begins to speak will pause, if it is time."""
        speech = self._expected_speech(speaker)
        since_s, waited_s = self._listened_s, 0.0
        self._listened_s += speech.lasts_s
        for at_s in self._moments_s(speech, since_s):
            await seat.wait(at_s - LEAD_S - waited_s)
            waited_s = at_s - LEAD_S
            await seat.say(self._draw.one_of(SOUNDS))

    def _moments_s(self, speech: ExpectedSpeech, since_s: float) -> Iterator[float]:
        """In which seconds of a speech to murmur."""
        earliest_s = 0.0
        for pause_s in speech.pauses_s:
            if pause_s >= earliest_s and since_s + pause_s >= self._due_s:
                self._due_s += self._interval_s()
                earliest_s = pause_s + APART_S
                yield pause_s

    def _expected_speech(self, speaker: str) -> ExpectedSpeech:
        """What the script has that person say next: a line to others, else the request."""
        coming = self._coming_turn()
        if coming is None:
            return ExpectedSpeech(0.0)
        asked = coming.alternatives[-1]
        spoken = [line for line in asked.before if line.channel == "voice"]
        index = coming.turn_index
        ahead = (
            line
            for line in spoken
            if line.speaker == speaker and (index, line.id) not in self._begun
        )
        line = next(ahead, None)
        if line is None:
            return ExpectedSpeech(estimated_duration_s(asked.human_utterance))
        self._begun.add((index, line.id))
        lasts_s = estimated_duration_s(line.text)
        until_s = lasts_s * CERTAIN if line is spoken[-1] else lasts_s
        pauses = tuple(at_s for at_s in pauses_s(line.text) if at_s <= until_s)
        return ExpectedSpeech(lasts_s, pauses)

    def _interval_s(self) -> float:
        return EVERY_S * self._draw.uniform(1.0 - IRREGULAR, 1.0 + IRREGULAR)


def pauses_s(text: str) -> Iterator[float]:
    """In which seconds of a text its clauses end, the first and the last words left out.

    >>> [round(at_s, 1) for at_s in pauses_s("I have looked at it twice, and it holds up well.")]
    [2.1]
    """
    lasts_s = estimated_duration_s(text)
    for end in _CLAUSE.finditer(text):
        at_s = lasts_s * end.end() / len(text)
        if AFTER_ONSET_S <= at_s <= lasts_s - BEFORE_END_S:
            yield at_s
