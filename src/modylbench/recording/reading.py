"""The recordings in a folder, and whether their files are still what they were."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.recording.recording import MeetingRecording

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.recording.events import KeptFile

STAGE = "recording"
FILE = "recording.json"
BLOCK = 1 << 20
LATER = frozenset(
    {"evaluation.json", "judgments.jsonl", "scorecard.json", "report.html", "report.md", ".lock"}
)
"""What later stages put into the same folder."""
PARTIAL = re.compile(r"\.(.+)\.\d+\.partial")
"""A file of theirs that is being written, or was when its process was killed."""


def recording_folders(path: Path) -> list[Path]:
    """The folders of the recordings there: of a trial, of a run, or of a recording.json itself."""
    if path.name == FILE and path.is_file():
        return [path.parent]
    if (path / FILE).is_file():
        return [path]
    folders = sorted(record.parent for record in path.glob(f"**/{FILE}"))
    if not folders:
        problem = f"holds no {FILE}; expected the folder of a trial or of a run"
        raise BadFile(path, "", problem if path.exists() else "is not there")
    return folders


def read_recording(folder: Path) -> MeetingRecording:
    """The recording in a trial's folder."""
    return TrialDirectory(folder).load(STAGE, MeetingRecording)


def record_digest(folder: Path) -> str:
    """The SHA-256 of the record itself."""
    return _digest(folder / FILE)


def altered_files(recording: MeetingRecording, folder: Path) -> list[str]:
    """What is wrong with a recording's files, a line each; nothing where all are as recorded."""
    named = {FILE, *LATER, *(file.path for file in recording.files())}
    there = sorted(path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
    found = [str(path.relative_to(folder)) for path in there]
    extra = [name for name in found if name not in named and not _is_under_way(name)]
    return [
        *damaged_files(recording, folder),
        *(f"{name}: is not part of the recording" for name in extra),
    ]


def damaged_files(recording: MeetingRecording, folder: Path) -> list[str]:
    """Which files are missing or no longer what they were; what lies beside them is no matter."""
    return [problem for file in recording.files() if (problem := _problem_of(file, folder))]


def _is_under_way(name: str) -> bool:
    partial = PARTIAL.fullmatch(name)
    return partial is not None and partial[1] in LATER


def _problem_of(kept: KeptFile, folder: Path) -> str | None:
    path = folder / kept.path
    if not path.is_file() or path.is_symlink():
        return f"{kept.path}: is missing"
    size = path.stat().st_size
    if size != kept.size:
        return f"{kept.path}: found {size:,} bytes, recorded were {kept.size:,}"
    digest = _digest(path)
    if digest != kept.sha256:
        return f"{kept.path}: found SHA-256 {digest[:12]}…, recorded was {kept.sha256[:12]}…"
    return None


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            digest.update(block)
    return digest.hexdigest()
