"""People of real meetings with one thing of theirs made as a machine would have it."""

import random
from collections.abc import Callable
from dataclasses import replace

from modylbench.evaluation.dynamics.moments import backchannels, offsets, yields
from modylbench.evaluation.dynamics.people.corpus import MeetingTalk
from modylbench.recording.talk import Talk, floors, join_sound

GOES_ON_S = 2.0


def constant_offset(offset_s: float) -> Callable[[MeetingTalk, str], MeetingTalk]:
    """One who always begins so long after the floor became free."""
    return lambda meeting, person: _answering(meeting, person, lambda _: offset_s)


def log_normal_offset(meeting: MeetingTalk, person: str) -> MeetingTalk:
    """One who begins after a time that varies as that of machines, 1.6 s in the middle."""
    draw = random.Random(person)  # noqa: S311 - a machine that is planted, nothing secret
    return _answering(meeting, person, lambda _: 1.6 * draw.lognormvariate(0.0, 0.3))


def never_yields(meeting: MeetingTalk, person: str) -> MeetingTalk:
    """One who talks on until whoever interrupted has long given up."""
    found = [
        (item.at_s, item.interrupter_silent_s + GOES_ON_S)
        for item in yields(meeting.talk, floors(meeting.talk))
        if item.holder == person
    ]
    return _with_talk(meeting, person, [*_spans(meeting, person), *found])


def no_backchannels(meeting: MeetingTalk, person: str) -> MeetingTalk:
    """One who never lets hear that it listens."""
    left_out = {
        (item.started_s, item.ended_s)
        for item in backchannels(meeting.talk, floors(meeting.talk))
        if item.speaker == person
    }
    kept = [span for span in _spans(meeting, person) if span not in left_out]
    return _with_talk(meeting, person, kept)


def _answering(
    meeting: MeetingTalk, person: str, offset_s: Callable[[float], float]
) -> MeetingTalk:
    """All that took the floor, moved to where that offset has it; nothing else of that person."""
    starts = {span.started_s: span.duration_s for span in meeting.talk if span.speaker == person}
    moved = []
    for transfer in offsets(meeting.talk, floors(meeting.talk)):
        if transfer.after == person:
            start_s = transfer.ended_s + offset_s(transfer.offset_s)
            moved.append((start_s, start_s + starts[transfer.started_s]))
    return _with_talk(meeting, person, moved)


def _spans(meeting: MeetingTalk, person: str) -> list[tuple[float, float]]:
    return [(span.started_s, span.ended_s) for span in meeting.talk if span.speaker == person]


def _with_talk(meeting: MeetingTalk, person: str, spans: list[tuple[float, float]]) -> MeetingTalk:
    others = [span for span in meeting.talk if span.speaker != person]
    own = [Talk(person, start_s, end_s) for start_s, end_s in join_sound(spans)]
    talk = sorted([*others, *own], key=lambda span: (span.started_s, span.ended_s, span.speaker))
    return replace(meeting, talk=tuple(talk))
