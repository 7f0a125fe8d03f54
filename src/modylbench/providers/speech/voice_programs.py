"""The engines that speak here: programs with text on stdin and a WAV file out, and Pico."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import BadFile, one_line
from modylbench.providers.speech.personas import RHVOICE_VOICES, Voice, nearest
from modylbench.providers.speech.sound import Sound, sound_of
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, NoVoice, Speech, SpeechFailure
from modylbench.providers.speech.utterance import utterance

if TYPE_CHECKING:
    from collections.abc import Callable


LIMIT_S = 60.0
"""Ours: a sentence takes well under a second."""


@dataclass(frozen=True, slots=True)
class VoiceProgram:
    """A program of the system that speaks."""

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


PITCH_PERCENT, RATE_PERCENT = 110, 95  # the best heard by Whisper of those tried


def _rhvoice_options(voice: str, file: str) -> list[str]:
    sound = ["-t", str(PITCH_PERCENT), "-r", str(RATE_PERCENT)]
    return ["-p", voice, "-R", str(SAMPLE_RATE_HZ), *sound, "-o", file]


def _rhvoice_name(place: str) -> str:
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
    voices=RHVOICE_VOICES,
    options=_rhvoice_options,
    engine_name=_rhvoice_name,
)


def _flite_options(voice: str, file: str) -> list[str]:
    return ["-voice", voice, "-f", "/dev/stdin", "-o", file]


def _flite_name(place: str) -> str:
    lines = output_of(place, "--version").splitlines()
    versions = [line.split()[-1] for line in lines if line.strip().startswith("version")]
    return f"flite {versions[0].removeprefix('flite-')}" if versions else "flite"


FLITE = VoiceProgram(
    program="flite",
    how_to_get="install flite (on Debian: apt-get install flite)",
    voices=(
        Voice("rms", "male", "us"),
        Voice("slt", "female", "us"),
        Voice("awb", "male", "uk"),
    ),
    options=_flite_options,
    engine_name=_flite_name,
)


ESPEAK_WORDS_PER_MINUTE = 160


def _espeak_options(voice: str, file: str) -> list[str]:
    return ["-v", voice, "-s", str(ESPEAK_WORDS_PER_MINUTE), "-b", "1", "--stdin", "-w", file]


def _espeak_name(place: str) -> str:
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
    options=_espeak_options,
    engine_name=_espeak_name,
)


PICO_PACKAGE = "ttspico"
PICO_HOW_TO_GET = "pip install ttspico (it needs gcc)"
PICO_VOICES = (Voice("en-US", "female", "us"), Voice("en-GB", "female", "uk"))
PICO_RATE_HZ = 16_000
PICO_VOLUME = 60  # of 100; at 100 it clips


class Pico:
    """SVOX Pico, which has one woman's voice for each accent."""

    def __init__(self) -> None:
        try:
            self.place = version(PICO_PACKAGE)
        except PackageNotFoundError as error:
            message = f"found no package {PICO_PACKAGE!r}; {PICO_HOW_TO_GET}"
            raise NoVoice(message) from error
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        """The engine and its version."""
        return f"Pico (ttspico {self.place})"

    def voice_for(self, wanted: str) -> str:
        """The nearest voice."""
        return nearest(PICO_VOICES, wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken."""
        return await utterance(text, lambda sentence: self.say(sentence, voice))

    def say(self, sentence: str, voice: str) -> Sound:
        """One sentence, as the engine says it."""
        engines: Any = import_module(PICO_PACKAGE)
        with self._turn:  # one engine at a time: it keeps state outside of its objects
            engine = engines.TtsEngine(self.voice_for(voice))
            engine.volume = PICO_VOLUME
            pcm: bytes | None = engine.speak(sentence)
        if not pcm:
            message = f"Pico said nothing of a sentence of {len(sentence)} characters"
            raise SpeechFailure(message)
        return Sound(pcm, PICO_RATE_HZ)
