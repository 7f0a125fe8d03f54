"""Where a page finds the sound and pictures of a meeting: beside itself, or within."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.providers.speech.opus import BITS_A_SECOND, has_opus, opus_bytes
from modylbench.providers.speech.sound import read_wav
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, SAMPLE_RATE_HZ

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.recording.events import KeptFile
    from modylbench.recording.recording import MeetingRecording

OPUS = "audio/webm"
TYPES = {".png": "image/png", ".wav": "audio/wav", ".jpg": "image/jpeg"}
MOST_WITHIN = 110_000_000  # ours: bytes of media in one page, which are 150 million as text
OPUS_SHARE = BITS_A_SECOND / (8 * BYTES_PER_SAMPLE * SAMPLE_RATE_HZ) * 1.15  # with its container
MEGABYTE = 1_000_000


class ReportMedia(Protocol):
    """How a page refers to the files of a recording; an address is empty where there is none."""

    def picture(self, folder: Path, kept: KeptFile) -> str:
        """The address of a picture in a trial's folder."""
        ...

    def voice(self, folder: Path, kept: KeptFile) -> str:
        """That of the agent's voice."""
        ...

    def room(self, folder: Path, kept: KeptFile) -> str:
        """That of everybody's voices."""
        ...


@dataclass(frozen=True, slots=True)
class LinkedMedia:
    """Files stay where they are; `home` is the folder that the page is written to."""

    home: Path

    def picture(self, folder: Path, kept: KeptFile) -> str:
        """The way from the page to the file."""
        path = folder / kept.path
        if not _is_there(path):
            return ""
        return quote(Path(os.path.relpath(path, self.home)).as_posix())

    voice = room = picture


@dataclass(frozen=True, slots=True)
class InlineMedia:
    """Files are part of the page: pictures as they are, sound smaller where that can be done."""

    has_voices: bool = True
    has_rooms: bool = False
    is_small: bool = False
    """Whether sound is made smaller: Opus in WebM in the place of WAV."""

    def picture(self, folder: Path, kept: KeptFile) -> str:
        """The file itself."""
        path = folder / kept.path
        kind = TYPES.get(path.suffix.lower())
        if kind is None or not _is_there(path) or path.stat().st_size != kept.size:
            return ""
        return _within(kind, path.read_bytes())

    def voice(self, folder: Path, kept: KeptFile) -> str:
        """The sound itself, where there is room for voices."""
        return self._sound(folder, kept) if self.has_voices else ""

    def room(self, folder: Path, kept: KeptFile) -> str:
        """That of all voices, likewise."""
        return self._sound(folder, kept) if self.has_rooms else ""

    def _sound(self, folder: Path, kept: KeptFile) -> str:
        path = folder / kept.path
        if not self.is_small:
            return self.picture(folder, kept)
        if not _is_there(path) or path.stat().st_size != kept.size:
            return ""
        try:
            return _within(OPUS, opus_bytes(read_wav(path)))
        except BadFile:
            return ""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many bytes of each kind a run's recordings name."""

    pictures: int
    voices: int
    rooms: int

    @staticmethod
    def of(recordings: Sequence[MeetingRecording]) -> Sizes:
        """Those of all of them together."""
        turns = [turn for recording in recordings for turn in recording.turns]
        return Sizes(
            pictures=sum(frame.file.size for turn in turns for frame in turn.agent.frames),
            voices=sum(turn.agent.audio.file.size for turn in turns if turn.agent.audio),
            rooms=sum(turn.room.file.size for turn in turns if turn.room),
        )

    @property
    def within(self) -> InlineMedia:
        """What fits one page; UserMistake where not even the pictures do.

        As WAV the room's sound stays out, which is twice as large as the agent's voice and has it
        once more; as Opus it comes first, since people hear everybody in it.
        """
        if self.pictures > MOST_WITHIN:
            message = (
                f"found {_megabytes(self.pictures)} of pictures, expected at most "
                f"{_megabytes(MOST_WITHIN)} in one file; name one meeting, as in "
                "`modylbench report RUN/SCENARIO/seed-0 --one-file`"
            )
            raise UserMistake(message)
        if not has_opus():
            return InlineMedia(has_voices=self.pictures + self.voices <= MOST_WITHIN)
        rooms, voices = OPUS_SHARE * self.rooms, OPUS_SHARE * self.voices
        has_rooms = self.pictures + rooms <= MOST_WITHIN
        has_voices = self.pictures + rooms * has_rooms + voices <= MOST_WITHIN
        return InlineMedia(has_voices=has_voices, has_rooms=has_rooms, is_small=True)

    def media_text(self, media: ReportMedia) -> str:
        """What a person finds where, and what not."""
        if not self.pictures + self.voices + self.rooms:
            return "no pictures and no sound were recorded"
        if not isinstance(media, InlineMedia):
            return "pictures and sound stay beside it, in the run's folder"
        has_voices = bool(self.voices) and media.has_voices
        has_rooms = bool(self.rooms) and media.has_rooms
        inside = [
            *["pictures"] * bool(self.pictures),
            *["the agent's voice"] * has_voices,
            *["the room's sound"] * has_rooms,
        ]
        outside = []
        if self.voices and not media.has_voices:
            more = "name one meeting's folder to have it"
            outside.append(f"the agent's voice ({_megabytes(self.voices)}; {more})")
        if self.rooms and not media.has_rooms:
            outside.append(f"the room's sound ({_megabytes(self.rooms)})")
        text = f"{_enumeration(inside) or 'no pictures'} inside it"
        return text + (f"; left out: {', '.join(outside)}" if outside else "")


def _within(kind: str, content: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def _enumeration(names: Sequence[str]) -> str:
    """Names as people say them: pictures, the agent's voice and the room's sound."""
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:,.1f} MB"


def _is_there(path: Path) -> bool:
    """A link could lead anywhere: no recording holds one."""
    return path.is_file() and not path.is_symlink()
