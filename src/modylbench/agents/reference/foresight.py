"""Agents that know the script begin to answer as people do: now and then before the last word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.agent import HeardTurn
from modylbench.agents.seating.timing import USUAL_FIRST_AUDIO_S
from modylbench.agents.seating.turns import ForeseenTurn
from modylbench.meeting.synthetic_user import request_segment, split_at_last_voice
from modylbench.providers.speech.speech import (
    BYTES_PER_SAMPLE,
    SAMPLE_RATE_HZ,
    estimated_duration_s,
)

if TYPE_CHECKING:
    from modylbench.agents.seating.timing import HumanTiming
    from modylbench.foundation.clock import Clock
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.scenario import Alternative, Scenario

LONGER_BY_S = 1.0  # ours: an answer that begins early is to go on for so long after the last word


class ScriptForesight:
    """Foresees the requests of a script which have one alternative: others are heard out."""

    def __init__(self, scenario: Scenario, timing: HumanTiming, voice: TextToSpeech | None) -> None:
        self._first = scenario.participants[0].identity
        self._voices = {person.identity: person.voice for person in scenario.participants}
        self._requests = {
            request_segment(slot.turn_index): slot.alternatives[0]
            for slot in scenario.human_turns()
            if len(slot.alternatives) == 1
        }
        self._timing, self._voice = timing, voice

    async def foresee(self, speaker: str, segment: str, clock: Clock) -> ForeseenTurn | None:
        """What is being said where it is a request, and is to be answered before its end."""
        asked = self._requests.get(segment)
        if asked is None or (asked.speaker or self._first) != speaker:
            return None
        offset_s = self._timing.offset_s()
        lasts_s = await self._duration_s(asked.human_utterance, speaker, clock)
        early_s = max(offset_s, -lasts_s / 2.0) - USUAL_FIRST_AUDIO_S
        if early_s >= 0.0 or not _outlasts(asked, -early_s):
            self._timing.hear_out(abs(offset_s))
            return None
        heard = HeardTurn(speaker, asked.human_utterance, "voice", addressees=asked.to)
        return ForeseenTurn(heard, max(0.0, lasts_s + early_s))

    async def _duration_s(self, text: str, speaker: str, clock: Clock) -> float:
        """How long it takes to say; where voices are made in the meeting's time, about how long."""
        if self._voice is None or not clock.is_virtual:
            return estimated_duration_s(text)
        with clock.pausing():
            speech = await self._voice.speak(text, self._voice.voice_for(self._voices[speaker]))
        sound, _ = split_at_last_voice(speech.pcm)
        return len(sound) / (BYTES_PER_SAMPLE * SAMPLE_RATE_HZ)


def _outlasts(asked: Alternative, early_s: float) -> bool:
    return estimated_duration_s(asked.model_answer) >= early_s + LONGER_BY_S
