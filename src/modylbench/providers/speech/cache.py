"""Speech, transcripts and profiles of sounds kept on disk: each is made once by all processes."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import one_line
from modylbench.providers.speech.acoustics.profile import PitchProfile, SoundProfile
from modylbench.providers.speech.sound import HEADER_BYTES, wav_bytes
from modylbench.providers.speech.speech import Speech, SpeechFailure, Transcript, Word
from modylbench.providers.speech.utterance import PROCESSING, sayable_words

if TYPE_CHECKING:
    from modylbench.providers.speech.acoustics.profile import Profiler
    from modylbench.providers.speech.speech import SpeechToText, TextToSpeech

MOST_BYTES = 2_000_000_000
"""Ours: about eleven hours of speech; beyond it the files used longest ago go."""
DIGEST_BYTES = 32
LOOKS_EVERY = 64  # files written between two looks at the folder's size
FORMAT = "1"
"""Of the files; another one makes all of them anew."""
PROFILE_FORMAT = "profile 1"
"""Of profiles, and of how they are made: raised with every change of what one says of a sound."""


class CachedVoice:
    """An engine that keeps what it says as WAV files, named by what was said and by whom.

    The SHA-256 of the sound stands behind the sound in the file, where players do not look; a file
    that does not fit it is made anew.
    """

    def __init__(self, engine: TextToSpeech, folder: Path, *, most_bytes: int = MOST_BYTES) -> None:
        self._engine = engine
        self._folder = folder
        self._most_bytes = most_bytes
        self._under_way: dict[str, asyncio.Task[Speech]] = {}
        self._written = 0

    @property
    def name(self) -> str:
        """The engine's own name."""
        return self._engine.name

    def voice_for(self, wanted: str) -> str:
        """The engine's own choice."""
        return self._engine.voice_for(wanted)

    async def speak(self, text: str, voice: str) -> Speech:
        """The text, spoken: from the folder where it has been said before."""
        path = self._path(text, voice)
        kept = read_kept_speech(path)
        if kept is not None:
            return kept
        task = self._under_way.get(path.name)
        if task is None:
            task = asyncio.create_task(self._say(text, voice, path))
            self._under_way[path.name] = task
            task.add_done_callback(lambda _: self._under_way.pop(path.name, None))
        # One who no longer waits must not stop the sentence for the others.
        return await asyncio.shield(task)

    def _path(self, text: str, voice: str) -> Path:
        said = "\0".join((self._engine.name, voice, str(PROCESSING), sayable_words(text)))
        key = hashlib.sha256(said.encode()).hexdigest()
        return self._folder / key[:2] / f"{key[2:]}.wav"

    async def _say(self, text: str, voice: str, path: Path) -> Speech:
        speech = await self._engine.speak(text, voice)
        try:
            write_kept_speech(path, speech)
            self._written += 1
            if self._written % LOOKS_EVERY == 1:
                shrink(self._folder, self._most_bytes)
        except OSError as error:
            place = one_line(str(error.filename or path))
            message = f"speech cannot be kept in {place} ({error.strerror}); name another folder"
            raise SpeechFailure(message) from error
        return speech


def read_kept_speech(path: Path) -> Speech | None:
    """What the file holds; nothing where there is none or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    pcm, digest = data[HEADER_BYTES:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    if hashlib.sha256(pcm).digest() != digest:
        return None
    with suppress(OSError):
        os.utime(path)  # so that the oldest by this time is the one used longest ago
    return Speech(pcm)


def write_kept_speech(path: Path, speech: Speech) -> None:
    """Write the file whole or not at all, whoever else writes it."""
    _write_whole(path, wav_bytes(speech) + hashlib.sha256(speech.pcm).digest())


def shrink(folder: Path, most_bytes: int) -> None:
    """Remove the files used longest ago until the rest fits; others may do the same meanwhile."""
    files: list[tuple[int, str, int]] = []
    for path in folder.glob("*/*.wav"):
        with suppress(OSError):
            facts = path.stat()
            files.append((facts.st_mtime_ns, str(path), facts.st_size))
    total = sum(size for _, _, size in files)
    for _, path_text, size in sorted(files):
        if total <= most_bytes:
            return
        with suppress(OSError):
            Path(path_text).unlink()
        total -= size


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
        kept = read_kept_transcript(path)
        if kept is not None:
            return kept
        heard = await self._transcriber.transcribe(speech, jargon=jargon)
        try:
            write_kept_transcript(path, heard)
        except OSError as error:
            place = one_line(str(error.filename or path))
            message = (
                f"no transcript can be kept in {place} ({error.strerror}); name another folder"
            )
            raise SpeechFailure(message) from error
        return heard

    def _path(self, speech: Speech, jargon: str) -> Path:
        sound = hashlib.sha256(speech.pcm).hexdigest()
        key = "\0".join((FORMAT, self.name, jargon, sound))
        name = hashlib.sha256(key.encode()).hexdigest()
        return self._folder / name[:2] / f"{name[2:]}.json"


class CachedProfiles:
    """A profiler that keeps its profiles, named by the sound and by who tells the pitch.

    A file that is damaged counts for nothing and is made anew.
    """

    def __init__(self, profiler: Profiler, folder: Path) -> None:
        self._profiler = profiler
        self._folder = folder

    @property
    def pitch_by(self) -> str:
        """The profiler's own."""
        return self._profiler.pitch_by

    def profile(self, speech: Speech) -> SoundProfile:
        """The profile: from the folder where this sound was profiled before."""
        sound = hashlib.sha256(speech.pcm).hexdigest()
        key = "\0".join((PROFILE_FORMAT, self.pitch_by, sound))
        name = hashlib.sha256(key.encode()).hexdigest()
        path = self._folder / name[:2] / f"{name[2:]}.json"
        kept = read_kept_profile(path)
        if kept is not None:
            return kept
        made = self._profiler.profile(speech)
        try:
            write_kept_profile(path, made)
        except OSError as error:
            place = one_line(str(error.filename or path))
            message = f"no profile can be kept in {place} ({error.strerror}); name another folder"
            raise SpeechFailure(message) from error
        return made


def read_kept_profile(path: Path) -> SoundProfile | None:
    """What the file holds; nothing where there is none or it is damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        fields = value["profile"]
        if value["digest"] != _profile_digest(fields):
            return None
        pitch = None if fields["pitch"] is None else PitchProfile(**fields["pitch"])
        voice = tuple((float(start_s), float(end_s)) for start_s, end_s in fields["voice"])
        return SoundProfile(**(fields | {"pitch": pitch, "voice": voice}))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_kept_profile(path: Path, profile: SoundProfile) -> None:
    """Write the file whole or not at all, whoever else writes it."""
    fields = asdict(profile)
    value = {"profile": fields, "digest": _profile_digest(fields)}
    _write_whole(path, json.dumps(value).encode())


def _profile_digest(fields: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def read_kept_transcript(path: Path) -> Transcript | None:
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


def write_kept_transcript(path: Path, heard: Transcript) -> None:
    """Write the file whole or not at all, whoever else writes it."""
    value = {
        "text": heard.text,
        "words": [[word.text, word.start_s, word.end_s] for word in heard.words],
        "digest": _digest(heard),
    }
    _write_whole(path, json.dumps(value).encode())


def _write_whole(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    finally:
        Path(temporary).unlink(missing_ok=True)


def _digest(heard: Transcript) -> str:
    words = [[word.text, word.start_s, word.end_s] for word in heard.words]
    return hashlib.sha256(json.dumps([heard.text, words]).encode()).hexdigest()
