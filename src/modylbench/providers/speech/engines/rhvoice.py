"""RHVoice as a voice, which gives the same bytes for the same text every time."""

from __future__ import annotations

import hashlib
from pathlib import Path

from modylbench.providers.speech.engines.program import VoiceProgram, output_of
from modylbench.providers.speech.engines.rhvoice_voices import VOICES
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ

PITCH_PERCENT, RATE_PERCENT = 110, 95  # the best heard by Whisper of those tried


def _options(voice: str, file: str) -> list[str]:
    sound = ["-t", str(PITCH_PERCENT), "-r", str(RATE_PERCENT)]
    return ["-p", voice, "-R", str(SAMPLE_RATE_HZ), *sound, "-o", file]


def _engine_name(place: str) -> str:
    """The engine and its version; the program itself does not know it, so Debian is asked."""
    version = output_of("dpkg-query", "-W", "-f", "${Version}", "rhvoice").partition("+")[0]
    if version:
        return f"RHVoice {version}"
    content = hashlib.sha256(Path(place).read_bytes()).hexdigest()
    return f"RHVoice of unknown version ({content[:12]})"


RHVOICE = VoiceProgram(
    program="RHVoice-test",
    how_to_get=(
        "install Debian's rhvoice and rhvoice-english (component non-free), or run: make setup"
    ),
    voices=VOICES,
    options=_options,
    engine_name=_engine_name,
)
