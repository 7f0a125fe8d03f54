"""The voices of this machine, the best first, and who speaks with which."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol

import numpy as np

from modylbench.foundation.errors import UnknownName
from modylbench.providers.speech.speech import NoVoice, SpeechFailure, TextToSpeech
from modylbench.providers.speech.voice_programs import ESPEAK, FLITE, RHVOICE, Pico, ProgramEngine

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from modylbench.providers.speech.sound import Sound

AGENT_WISHES = ("male_us", "female_us", "male_uk", "female_uk")
TRIED_WITH = "Yes."
QUIETEST = 300  # of 32,767: a peak that any voice has
SHORTEST_S = 0.05


class Engine(TextToSpeech, Protocol):
    """A voice of this machine, which can also say one sentence here and now."""

    @property
    def place(self) -> str:
        """Its program or version: another place, another engine."""

    def say(self, sentence: str, voice: str) -> Sound:
        """One sentence; raises SpeechFailure."""


ENGINES: Mapping[str, Callable[[], Engine]] = {
    "rhvoice": partial(ProgramEngine, RHVOICE),
    "flite": partial(ProgramEngine, FLITE),
    "pico": Pico,
    "espeak": partial(ProgramEngine, ESPEAK),
}
"""The best first, by the word error rates in docs/speech.md."""


def best_voice(name: str = "") -> Engine:
    """The engine of that name, or the best one that speaks; NoVoice where there is none."""
    if name and name not in ENGINES:
        raise UnknownName("voice engine", name, ENGINES)
    if name:
        return _open_engine(name)
    problems = []
    for engine in ENGINES:
        try:
            return _open_engine(engine)
        except NoVoice as error:
            problems.append(f"{engine}: {str(error).partition(';')[0]}")
    message = (
        f"found no voices ({', '.join(problems)}), so meetings need --no-audio; "
        f"{RHVOICE.how_to_get}"
    )
    raise NoVoice(message)


def speaking_engines() -> tuple[str, ...]:
    """The names of the engines that speak here, the best first."""
    found = []
    for name in ENGINES:
        try:
            _open_engine(name)
        except NoVoice:
            continue
        found.append(name)
    return tuple(found)


def _open_engine(name: str) -> Engine:
    """The engine, which has said a word; NoVoice where it is not there or says nothing."""
    engine = ENGINES[name]()
    problem = _problem(name, engine.place)
    if problem:
        message = f"{name} is here ({engine.place}) and does not speak: {problem}; install it anew"
        raise NoVoice(message)
    return engine


@lru_cache(maxsize=32)
def _problem(name: str, _place: str) -> str:
    """What is wrong with an engine, tried once in a process; empty where it speaks."""
    engine = ENGINES[name]()
    try:
        speech = engine.say(TRIED_WITH, engine.voice_for(AGENT_WISHES[0])).speech()
    except SpeechFailure as error:
        return str(error)
    samples = np.frombuffer(speech.pcm, dtype="<i2").astype(np.int32)
    if speech.duration_s < SHORTEST_S or np.abs(samples).max(initial=0) < QUIETEST:
        return f"of {TRIED_WITH!r} came {speech.duration_s:.2f} s of silence"
    return ""


def agent_voice(engine: TextToSpeech, humans: Collection[str] = ()) -> str:
    """A voice for an agent that has none of its own: another than the humans' where there is one.

    With RHVoice that is `bdl`.
    """
    wishes = [engine.voice_for(wish) for wish in AGENT_WISHES]
    return next((voice for voice in wishes if voice not in humans), wishes[0])
