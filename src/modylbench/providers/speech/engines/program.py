"""How does a program of the system say a sentence?"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, one_line
from modylbench.providers.speech.sound import sound_of
from modylbench.providers.speech.speech import NoVoice, SpeechFailure

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.providers.speech.sound import Sound

LIMIT_S = 60.0
"""Ours: a sentence takes well under a second."""


def found_on_path(program: str, how_to_get: str) -> str:
    """Where the program is; raises NoVoice."""
    place = shutil.which(program)
    if place is None:
        message = f"found no {program!r} on PATH; {how_to_get}"
        raise NoVoice(message)
    return place


def said_by(program: str, sentence: str, options: Callable[[Path], list[str]]) -> Sound:
    """What the program makes of the sentence: text on its stdin, the WAV in a file it is given."""
    with tempfile.TemporaryDirectory(prefix="modylbench-voice-") as folder:
        file = Path(folder) / "said.wav"
        outcome = _run([program, *options(file)], f"{sentence}\n")
        if not file.is_file():
            message = f"{program} wrote no sound (exit code {outcome.returncode}): {_end(outcome)}"
            raise SpeechFailure(message)
        try:
            return sound_of(file.read_bytes(), program)
        except BadFile as error:
            raise SpeechFailure(str(error)) from error


def answer_of(*command: str) -> str:
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
