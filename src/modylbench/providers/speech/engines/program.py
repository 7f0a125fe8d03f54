"""Engines that are programs of the system: text on stdin, a WAV file out."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, one_line
from modylbench.providers.speech.engines.utterance import utterance
from modylbench.providers.speech.personas import nearest
from modylbench.providers.speech.sound import sound_of
from modylbench.providers.speech.speech import NoVoice, SpeechFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.providers.speech.personas import Voice
    from modylbench.providers.speech.sound import Sound
    from modylbench.providers.speech.speech import Speech

LIMIT_S = 60.0
"""Ours: a sentence takes well under a second."""


@dataclass(frozen=True, slots=True)
class VoiceProgram:
    """A program of the system that speaks, as its engine's module describes it."""

    program: str
    how_to_get: str
    voices: tuple[Voice, ...]
    options: Callable[[str, str], list[str]]
    """By which it says what is on its stdin: of a voice, into a WAV file."""
    engine_name: Callable[[str], str]
    """The engine and its version, of the program at a place."""


class ProgramEngine:
    """An engine that is a program on PATH; raises NoVoice where it is not there."""

    def __init__(self, spec: VoiceProgram) -> None:
        self._spec = spec
        place = shutil.which(spec.program)
        if place is None:
            message = f"found no {spec.program!r} on PATH; {spec.how_to_get}"
            raise NoVoice(message)
        self.place = place

    @cached_property
    def name(self) -> str:
        """The engine and its version."""
        return self._spec.engine_name(self.place)

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(self._spec.voices, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.say(sentence, voice))

    def say(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the program says it."""
        with tempfile.TemporaryDirectory(prefix="modylbench-voice-") as folder:
            file = Path(folder) / "said.wav"
            options = self._spec.options(self.voice_for(voice), str(file))
            outcome = _run([self.place, *options], f"{sentence}\n")
            if not file.is_file():
                problem = (
                    f"{self.place} wrote no sound (exit code {outcome.returncode}): {_end(outcome)}"
                )
                raise SpeechFailure(problem)
            try:
                return sound_of(file.read_bytes(), self.place)
            except BadFile as error:
                raise SpeechFailure(str(error)) from error


def output_of(*command: str) -> str:
    """What a program prints of itself; nothing where it cannot be asked."""
    try:
        return _run(list(command), "").stdout.decode(errors="replace").strip()
    except SpeechFailure:
        return ""


def _run(command: list[str], text: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603 - a list and no shell; the text is on stdin
            command, input=text.encode(), capture_output=True, timeout=LIMIT_S, check=False
        )
    except subprocess.TimeoutExpired as error:
        message = f"{command[0]} took more than {LIMIT_S:g} s for one sentence, so it was stopped"
        raise SpeechFailure(message) from error
    except OSError as error:
        message = f"{command[0]} could not be started ({error.strerror})"
        raise SpeechFailure(message) from error


def _end(outcome: subprocess.CompletedProcess[bytes]) -> str:
    return one_line(outcome.stderr.decode(errors="replace"))[-200:] or "it said nothing"
