"""Sound and pictures of a meeting as the viewer serves them: by its key and their place in it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from modylbench.publishing.report.filling.media import TYPES

if TYPE_CHECKING:
    from modylbench.recording.events import KeptFile


@dataclass(frozen=True, slots=True)
class ServedMedia:
    """Addresses of a meeting's files, relative to the viewer's page."""

    key: str

    def picture(self, folder: Path, kept: KeptFile) -> str:
        """The address of a file that is there."""
        if served_file(folder, kept.path) is None:
            return ""
        return f"media/{quote(self.key, safe='')}/{quote(kept.path)}"

    voice = room = picture


def served_file(folder: Path, place: str) -> Path | None:
    """The sound or picture at a place in a trial's folder; None for whatever else is asked for."""
    way = PurePosixPath(place)
    if way.suffix.lower() not in TYPES or way.is_absolute() or ".." in way.parts:
        return None
    path = folder / way
    if "\0" in place or not path.resolve().is_relative_to(folder.resolve()) or path.is_symlink():
        return None
    return path if path.is_file() else None
