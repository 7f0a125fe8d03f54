"""How does RHVoice speak?"""

from __future__ import annotations

import hashlib
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.providers.speech.engines.program import answer_of, found_on_path, said_by
from modylbench.providers.speech.engines.rhvoice_voices import VOICES
from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.personas import nearest
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech

if TYPE_CHECKING:
    from modylbench.providers.speech.sound import Sound

PROGRAM = "RHVoice-test"
HOW_TO_GET = "install Debian's rhvoice and rhvoice-english (component non-free), or run: make setup"
PITCH_PERCENT, RATE_PERCENT = 110, 95  # the best heard by Whisper of those tried


class RHVoice:
    """The program RHVoice-test, which gives the same bytes for the same text every time."""

    def __init__(self, program: str | None = None) -> None:
        self.place = found_on_path(program or PROGRAM, HOW_TO_GET)

    @cached_property
    def name(self) -> str:
        """The engine and its version; the program itself does not know it, so Debian is asked."""
        version = answer_of("dpkg-query", "-W", "-f", "${Version}", "rhvoice").partition("+")[0]
        if version:
            return f"RHVoice {version}"
        content = hashlib.sha256(Path(self.place).read_bytes()).hexdigest()
        return f"RHVoice of unknown version ({content[:12]})"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.said(sentence, voice))

    def said(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the program says it."""
        options = ["-p", self.voice_for(voice), "-R", str(SAMPLE_RATE_HZ)]
        options += ["-t", str(PITCH_PERCENT), "-r", str(RATE_PERCENT)]
        return said_by(self.place, sentence, lambda file: [*options, "-o", str(file)])
