"""How is a recording listened to only once, by however many evaluations and processes?"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line
from modylbench.providers.speech.speech import SpeechFailed, Transcript, Word

if TYPE_CHECKING:
    from modylbench.providers.speech.speech import Speech, SpeechToText

FORMAT = "1"
"""Of the files; another one makes all of them anew."""


class CachedTranscripts:
    """A transcriber that keeps what it heard, named by the sound, its own name and the jargon.

    A file that is damaged counts for nothing and is made anew.
    """

    def __init__(self, transcriber: SpeechToText, folder: Path) -> None:
        self._transcriber = transcriber
        self._folder = folder

    @property
    def name(self) -> str:
        """The transcriber's own name."""
        return self._transcriber.name

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        """What was said: from the folder where it has been heard before."""
        path = self._path(speech, jargon)
        kept = read_kept(path)
        if kept is not None:
            return kept
        heard = await self._transcriber.transcribe(speech, jargon=jargon)
        try:
            write_kept(path, heard)
        except OSError as error:
            place = one_line(str(error.filename or path))
            message = (
                f"no transcript can be kept in {place} ({error.strerror}); name another folder"
            )
            raise SpeechFailed(message) from error
        return heard

    def _path(self, speech: Speech, jargon: str) -> Path:
        sound = hashlib.sha256(speech.pcm).hexdigest()
        key = "\0".join((FORMAT, self.name, jargon, sound))
        name = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / name[:2] / f"{name[2:]}.json"


def read_kept(path: Path) -> Transcript | None:
    """What the file holds; nothing where there is none or it is damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        words = tuple(
            Word(str(text), float(start), float(end)) for text, start, end in value["words"]
        )
        heard = Transcript(str(value["text"]), words)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return heard if value.get("digest") == _digest(heard) else None


def write_kept(path: Path, heard: Transcript) -> None:
    """Write the file whole or not at all, whoever else writes it."""
    value = {
        "text": heard.text,
        "words": [[word.text, word.start_s, word.end_s] for word in heard.words],
        "digest": _digest(heard),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=True)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _digest(heard: Transcript) -> str:
    words = [[word.text, word.start_s, word.end_s] for word in heard.words]
    return hashlib.sha256(json.dumps([heard.text, words]).encode()).hexdigest()
