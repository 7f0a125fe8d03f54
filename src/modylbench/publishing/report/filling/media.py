"""Where a page finds the sound and pictures of a meeting: beside itself, or within."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from modylbench.foundation.errors import UserMistake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.recording.events import KeptFile
    from modylbench.recording.recording import MeetingRecording

TYPES = {".png": "image/png", ".wav": "audio/wav", ".jpg": "image/jpeg"}
MOST_WITHIN = 200_000_000  # ours: bytes of media in one page; a meeting has some 30 million
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
    """Files are part of the page, as they are; everybody's voices never, the agent's if asked."""

    has_voices: bool = True

    def picture(self, folder: Path, kept: KeptFile) -> str:
        """The file itself."""
        path = folder / kept.path
        kind = TYPES.get(path.suffix.lower())
        if kind is None or not _is_there(path) or path.stat().st_size != kept.size:
            return ""
        return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"

    def voice(self, folder: Path, kept: KeptFile) -> str:
        """The file itself, where there is room for voices."""
        return self.picture(folder, kept) if self.has_voices else ""

    def room(self, folder: Path, kept: KeptFile) -> str:  # noqa: ARG002  # as the others
        """Nothing: it is twice as large as the agent's voice, and says that once more."""
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
        """What fits one page; UserMistake where not even the pictures do."""
        if self.pictures > MOST_WITHIN:
            message = (
                f"found {_megabytes(self.pictures)} of pictures, expected at most "
                f"{_megabytes(MOST_WITHIN)} in one file; name one meeting, as in "
                "`modylbench report RUN/SCENARIO/seed-0 --one-file`"
            )
            raise UserMistake(message)
        return InlineMedia(has_voices=self.pictures + self.voices <= MOST_WITHIN)

    def media_text(self, media: ReportMedia) -> str:
        """What a person finds where, and what not."""
        if not self.pictures + self.voices + self.rooms:
            return "no pictures and no sound were recorded"
        if not isinstance(media, InlineMedia):
            return "pictures and sound stay beside it, in the run's folder"
        has_voices = bool(self.voices) and media.has_voices
        inside = [*["pictures"] * bool(self.pictures), *["the agent's voice"] * has_voices]
        outside = []
        if self.voices and not media.has_voices:
            more = "name one meeting's folder to have it"
            outside.append(f"the agent's voice ({_megabytes(self.voices)}; {more})")
        if self.rooms:
            outside.append(f"the room's sound ({_megabytes(self.rooms)})")
        text = f"{' and '.join(inside) or 'no pictures'} inside it"
        return text + (f"; left out: {', '.join(outside)}" if outside else "")


def _megabytes(size: int) -> str:
    return f"{size / MEGABYTE:,.1f} MB"


def _is_there(path: Path) -> bool:
    """A link could lead anywhere: no recording holds one."""
    return path.is_file() and not path.is_symlink()
