"""How does flite speak?"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.providers.speech.engines.program import answer_of, found_on_path, said_by
from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.personas import Voice, nearest

if TYPE_CHECKING:
    from modylbench.providers.speech.sound import Sound
    from modylbench.providers.speech.speech import Speech

PROGRAM = "flite"
HOW_TO_GET = "install flite (on Debian: apt-get install flite)"
VOICES = (
    Voice("rms", "male", "us"),
    Voice("slt", "female", "us"),
    Voice("awb", "male", "uk"),
)


class Flite:
    """The program flite with the voices that are built into it."""

    def __init__(self, program: str | None = None) -> None:
        self.place = found_on_path(program or PROGRAM, HOW_TO_GET)

    @cached_property
    def name(self) -> str:
        """The engine and its version."""
        lines = answer_of(self.place, "--version").splitlines()
        versions = [line.split()[-1] for line in lines if line.strip().startswith("version")]
        return f"flite {versions[0].removeprefix('flite-')}" if versions else "flite"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.said(sentence, voice))

    def said(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the program says it."""
        options = ["-voice", self.voice_for(voice), "-f", "/dev/stdin"]
        return said_by(self.place, sentence, lambda file: [*options, "-o", str(file)])
