"""Where does a page find the sound and pictures of a meeting: beside itself, or within?"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

if TYPE_CHECKING:
    from modylbench.recording.recording import KeptFile

TYPES = {".png": "image/png", ".wav": "audio/wav", ".jpg": "image/jpeg"}


class Media(Protocol):
    """How a page refers to a file of a recording."""

    @property
    def is_one_file(self) -> bool:
        """Whether the file is part of the page."""
        ...

    def address(self, folder: Path, kept: KeptFile) -> str:
        """The address of a file in a trial's folder; empty where it is not there."""
        ...


@dataclass(frozen=True, slots=True)
class Beside:
    """Files stay where they are; `home` is the folder that the page is written to."""

    home: Path
    is_one_file: bool = False

    def address(self, folder: Path, kept: KeptFile) -> str:
        """The way from the page to the file."""
        path = folder / kept.path
        if not _is_there(path):
            return ""
        return quote(Path(os.path.relpath(path, self.home)).as_posix())


@dataclass(frozen=True, slots=True)
class Within:
    """Files are part of the page, as they are."""

    is_one_file: bool = True

    def address(self, folder: Path, kept: KeptFile) -> str:
        """The file itself."""
        path = folder / kept.path
        kind = TYPES.get(path.suffix.lower())
        if kind is None or not _is_there(path) or path.stat().st_size != kept.size:
            return ""
        return f"data:{kind};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _is_there(path: Path) -> bool:
    """A link could lead anywhere: no recording holds one."""
    return path.is_file() and not path.is_symlink()
