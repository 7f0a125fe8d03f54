"""Meetings as who talked when, read from recordings of our own; `rttm.py` reads others'."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.recording.reading import read_recording, record_digest, recording_folders
from modylbench.recording.talk import talk_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from modylbench.recording.talk import Talk

FEWEST_PEOPLE = 2
RECORDINGS = "recordings of ModylBench, people only"


@dataclass(frozen=True, slots=True)
class MeetingTalk:
    """All talk of one meeting in the order of its beginning; an agent talks too, as no person."""

    name: str
    talk: tuple[Talk, ...]
    people: frozenset[str]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Meetings, what kind of files they were read from, and the hash of these files."""

    kind: str
    meetings: tuple[MeetingTalk, ...]
    sha256: str


def read_recordings(path: Path) -> Corpus:
    """The talk of all recordings there in which two people or more talk; spoilt ones are left out.

    Raises BadFile where none is.
    """
    meetings, digests = [], []
    for folder in recording_folders(path):
        recording = read_recording(folder)
        talk = talk_of(recording.events)
        people = recording.people() & {span.speaker for span in talk}
        if recording.is_valid and len(people) >= FEWEST_PEOPLE:
            name = folder.relative_to(path).as_posix() if folder != path.parent else folder.name
            meetings.append(MeetingTalk(name, talk, people))
            digests.append((name, record_digest(folder)))
    if not meetings:
        problem = "found no recording in which two people talk, expected one or more"
        raise BadFile(path, "", problem)
    return Corpus(RECORDINGS, tuple(meetings), inputs_digest(digests))


def inputs_digest(digests: Iterable[tuple[str, str]]) -> str:
    """The hash of files by their names and hashes, in whatever order they come."""
    lines = "".join(f"{digest} {name}\n" for name, digest in sorted(digests))
    return hashlib.sha256(lines.encode()).hexdigest()
