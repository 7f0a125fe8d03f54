"""Which voices are there, who speaks with which, and what if there is none?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import UnknownName
from modylbench.providers.speech.engines.espeak import Espeak
from modylbench.providers.speech.engines.flite import Flite
from modylbench.providers.speech.engines.pico import Pico
from modylbench.providers.speech.engines.rhvoice import HOW_TO_GET, RHVoice
from modylbench.providers.speech.speech import NoVoice

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from modylbench.providers.speech.speech import TextToSpeech

ENGINES: Mapping[str, Callable[[], TextToSpeech]] = {
    "rhvoice": RHVoice,
    "flite": Flite,
    "pico": Pico,
    "espeak": Espeak,
}
"""The best first, by the word error rates in docs/speech.md."""

AGENT_WISHES = ("male_us", "female_us", "male_uk", "female_uk")


def best_voice(name: str = "") -> TextToSpeech:
    """The engine of that name, or the best one that is present; NoVoice where there is none."""
    if name and name not in ENGINES:
        raise UnknownName("voice engine", name, ENGINES)
    if name:
        return ENGINES[name]()
    for engine in ENGINES.values():
        try:
            return engine()
        except NoVoice:
            continue
    message = (
        f"found no voices (tried {', '.join(ENGINES)}), so meetings need --no-audio; {HOW_TO_GET}"
    )
    raise NoVoice(message)


def present() -> tuple[str, ...]:
    """The names of the engines that are here, the best first."""
    found = []
    for name, engine in ENGINES.items():
        try:
            engine()
        except NoVoice:
            continue
        found.append(name)
    return tuple(found)


def agent_voice(engine: TextToSpeech, humans: Collection[str] = ()) -> str:
    """A voice for an agent that has none of its own: another than the humans' where there is one.

    With RHVoice that is `bdl`.
    """
    wishes = [engine.voice_for(wish) for wish in AGENT_WISHES]
    return next((voice for voice in wishes if voice not in humans), wishes[0])
