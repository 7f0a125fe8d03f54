"""How does flite speak?"""

from __future__ import annotations

import shutil
from functools import cached_property

from modylbench.providers.speech.engines.personas import Voice, nearest
from modylbench.providers.speech.engines.program import answer_of, said_by
from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.speech import NoVoice, Speech

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
        found = shutil.which(program or PROGRAM)
        if found is None:
            message = f"found no {program or PROGRAM!r} on PATH; {HOW_TO_GET}"
            raise NoVoice(message)
        self._program = found

    @cached_property
    def name(self) -> str:
        """The engine and its version."""
        lines = answer_of(self._program, "--version").splitlines()
        versions = [line.split()[-1] for line in lines if line.strip().startswith("version")]
        return f"flite {versions[0].removeprefix('flite-')}" if versions else "flite"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        chosen = self.voice_for(voice)
        return await utterance(
            text,
            lambda sentence: said_by(
                self._program,
                sentence,
                lambda file: ["-voice", chosen, "-f", "/dev/stdin", "-o", str(file)],
            ),
        )
