"""eSpeak NG as a voice; it is GPL: a program that may be there, never one of our parts."""

from __future__ import annotations

from modylbench.providers.speech.engines.program import VoiceProgram, output_of
from modylbench.providers.speech.personas import Voice

WORDS_PER_MINUTE = 160


def _options(voice: str, file: str) -> list[str]:
    return ["-v", voice, "-s", str(WORDS_PER_MINUTE), "-b", "1", "--stdin", "-w", file]


def _engine_name(place: str) -> str:
    words = output_of(place, "--version").partition("Data at")[0].split()
    return f"eSpeak NG {words[-1]}" if words else "eSpeak NG"


ESPEAK = VoiceProgram(
    program="espeak-ng",
    how_to_get="install espeak-ng (on Debian: apt-get install espeak-ng)",
    voices=(
        Voice("en-us", "male", "us"),
        Voice("en-us+f3", "female", "us"),
        Voice("en-gb", "male", "uk"),
        Voice("en-gb+f3", "female", "uk"),
    ),
    options=_options,
    engine_name=_engine_name,
)
