"""How does eSpeak NG speak? It is GPL: a program that may be there, never one of our parts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.providers.speech.engines.program import answer_of, found_on_path, said_by
from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.personas import Voice, nearest

if TYPE_CHECKING:
    from modylbench.providers.speech.sound import Sound
    from modylbench.providers.speech.speech import Speech

PROGRAM = "espeak-ng"
HOW_TO_GET = "install espeak-ng (on Debian: apt-get install espeak-ng)"
VOICES = (
    Voice("en-us", "male", "us"),
    Voice("en-us+f3", "female", "us"),
    Voice("en-gb", "male", "uk"),
    Voice("en-gb+f3", "female", "uk"),
)
WORDS_PER_MINUTE = 160


class Espeak:
    """The program espeak-ng."""

    def __init__(self, program: str | None = None) -> None:
        self.place = found_on_path(program or PROGRAM, HOW_TO_GET)

    @cached_property
    def name(self) -> str:
        """The engine and its version."""
        words = answer_of(self.place, "--version").partition("Data at")[0].split()
        return f"eSpeak NG {words[-1]}" if words else "eSpeak NG"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.said(sentence, voice))

    def said(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the program says it."""
        options = ["-v", self.voice_for(voice), "-s", str(WORDS_PER_MINUTE), "-b", "1", "--stdin"]
        return said_by(self.place, sentence, lambda file: [*options, "-w", str(file)])
