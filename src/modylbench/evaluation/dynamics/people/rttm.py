"""Who spoke when, as RTTM has it: the format in which speech activity of corpora is published.

A line is `SPEAKER meeting channel start duration <NA> <NA> speaker <NA> <NA>`, in seconds. Of the
other kinds of lines that the format has none says who talks: they are skipped, as are comments, and
spans without length, which aligners leave. Recorders may count from any moment, that of day or of
an epoch.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.people.corpus import (
    FEWEST_PEOPLE,
    Corpus,
    MeetingTalk,
    inputs_digest,
)
from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import read_text
from modylbench.recording.talk import Talk, join_sound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    Spans = dict[str, list[tuple[float, float]]]

ENDING = ".rttm"
RTTM = "RTTM"
SPEAKER, NOT_GIVEN = "SPEAKER", "<NA>"
FIELDS = (8, 9, 10)
"""How many the format has: some tools leave out confidence, and look-ahead came later."""
LONGEST_MEETING_S = 24 * 3600.0  # ours: a clock that says more has jumped
LATEST_S = 1e11  # ours: in seconds no clock shows more, in milliseconds and less they do
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", re.ASCII)


def read_rttm(path: Path) -> Corpus:
    """All meetings in the RTTM files of a folder, or in one such file, by name.

    Raises BadFile, with the line, for the first mistake in them.
    """
    files = _files(path)
    meetings: dict[str, tuple[Path, MeetingTalk]] = {}
    for file in files:
        for meeting in _read_file(file):
            if meeting.name in meetings:
                other = meetings[meeting.name][0].name
                problem = f"is also in {other}, expected every meeting in one file"
                raise BadFile(file, f"meeting {short_repr(meeting.name)}", problem)
            meetings[meeting.name] = file, meeting
    digests = [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in files]
    found = tuple(meetings[name][1] for name in sorted(meetings))
    return Corpus(RTTM, found, inputs_digest(digests))


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.exists():
        raise BadFile(path, "", "is not there")
    files = sorted(
        file
        for file in path.glob("**/*")
        if file.suffix.lower() == ENDING and not file.name.startswith(".") and file.is_file()
    )
    if not files:
        raise BadFile(path, "", f"holds no {ENDING} file, expected one of every meeting")
    return files


def _read_file(file: Path) -> list[MeetingTalk]:
    found: dict[str, list[_SpeakerLine]] = defaultdict(list)
    for number, line in enumerate(read_text(file).split("\n"), 1):
        values = line.split()
        if values and values[0].upper() == SPEAKER:
            start_s, end_s = _span(file, number, values)
            found[values[1]].append(_SpeakerLine(number, values[7], start_s, end_s))
    if not found:
        raise BadFile(file, "", f"found no {SPEAKER} line, expected what two people or more said")
    return [_meeting(file, name, _from_the_first(file, lines)) for name, lines in found.items()]


@dataclass(frozen=True, slots=True)
class _SpeakerLine:
    """Who talked from when to when, and in which line that stands."""

    number: int
    speaker: str
    start_s: float
    end_s: float


def _from_the_first(file: Path, lines: Sequence[_SpeakerLine]) -> Spans:
    """Each person's talk; by a clock of more than a day counted from the first that is said."""
    first_s = min(line.start_s for line in lines)
    zero_s = first_s if first_s > LONGEST_MEETING_S else 0.0
    spans: Spans = defaultdict(list)
    for line in lines:
        if line.end_s - first_s > LONGEST_MEETING_S:
            talks_s = line.end_s - first_s
            problem = f"found talk until {talks_s:g} s, expected a meeting within a day"
            raise BadFile(file, f"line {line.number}", problem)
        if line.end_s > line.start_s:
            spans[line.speaker].append((line.start_s - zero_s, line.end_s - zero_s))
    return spans


def _span(file: Path, number: int, values: list[str]) -> tuple[float, float]:
    """From when to when a line says that somebody talks."""
    place = f"line {number}"
    if len(values) not in FIELDS:
        problem = f"found {len(values)} fields, expected {FIELDS[0]} to {FIELDS[-1]}"
        raise BadFile(file, place, problem)
    if values[7] == NOT_GIVEN:
        raise BadFile(file, place, f"found no speaker ({NOT_GIVEN}), expected a name")
    start_s = _seconds(file, place, "start", values[3])
    duration_s = _seconds(file, place, "duration", values[4])
    if not 0.0 <= start_s <= LATEST_S:
        raise BadFile(file, place, f"found the start {values[3]}, expected 0 or more seconds")
    if duration_s < 0.0:
        problem = f"found the duration {values[4]}, expected 0 or more seconds"
        raise BadFile(file, place, problem)
    return start_s, start_s + duration_s


def _seconds(file: Path, place: str, field: str, text: str) -> float:
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        problem = f"found the {field} {short_repr(text)}, expected a number of seconds"
        raise BadFile(file, place, problem)
    return float(text)


def _meeting(file: Path, name: str, spans: Mapping[str, list[tuple[float, float]]]) -> MeetingTalk:
    if len(spans) < FEWEST_PEOPLE:
        only = f"one speaker, {short_repr(next(iter(spans)))}" if spans else "nobody who talks"
        problem = f"found {only}, expected two or more"
        raise BadFile(file, f"meeting {short_repr(name)}", problem)
    talk = [
        Talk(speaker, start_s, end_s)
        for speaker, known in spans.items()
        for start_s, end_s in join_sound(known)
    ]
    talk.sort(key=lambda span: (span.started_s, span.ended_s, span.speaker))
    return MeetingTalk(name, tuple(talk), frozenset(spans))
