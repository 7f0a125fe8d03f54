"""A meeting as lines of text that a person can follow, from its recording alone."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from modylbench.recording.events import Reaction
from modylbench.recording.side_talk import ending_marks, side_talk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.recording.events import Annotation, Reception
    from modylbench.recording.latency import Latency
    from modylbench.recording.recording import MeetingRecording, Setting
    from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

WIDTH = 104
MOST_NAME = 16
INDENT = 11 + MOST_NAME + 1
MOST_TEXT = 4_000
MOST_FAULTS = 5

OUTCOMES = {
    "answered": "",
    "unfinished": "the answer did not come to an end",
    "timed_out": "no answer in time",
    "absent": "the agent was not there",
}
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


def heading(recording: MeetingRecording) -> list[str]:
    """Which meeting it was, how it was held and how it ended."""
    held = recording.setting
    people = ", ".join(
        printable(f"{participant.name or participant.identity} ({participant.role})")
        for participant in recording.participants
    )
    validity = "valid" if recording.is_valid else "INVALID: to be held again, never scored"
    answered = sum(turn.agent.outcome == "answered" for turn in recording.turns)
    lines = [
        f"{recording.scenario_id}, seed {recording.seed}: {recording.title}",
        f"agent {recording.agent.name}; {_edge_cases(recording)}"
        + ("" if recording.is_official else "; not official"),
        f"{held.room} room, {held.clock} time, speech: {held.speech}, screens: {held.screens}"
        + ("" if held.has_captions else ", without captions for the agent")
        + _tries(held),
        f"with {people}",
        f"{clock_time(recording.duration_s)} long, {recording.ending.replace('_', ' ')}, "
        f"{answered} of {recording.planned_turns} requests answered; {validity}",
    ]
    lines += [
        f"{'flag on' if fault.is_flag else 'fault of'} the {fault.culprit}"
        f"{_place(fault.turn_index)}: {fault.code}: {fault.detail}"
        for fault in recording.faults
    ]
    return [printable(line) for line in lines]


def turn_lines(turn: RecordedTurn, names: dict[str, str]) -> Iterator[str]:
    """One exchange: what the person said, what the agent said and did, and how long it took."""
    asked_s = turn.human.started_s
    around = list(_around(turn, names))
    for at_s, who, text in (entry for entry in around if entry[0] < asked_s):
        yield from _entry(at_s, who, text)
    yield from _human(turn.human, names)
    entries = [*_entries(turn.agent, names), *(entry for entry in around if entry[0] >= asked_s)]
    for at_s, who, text in sorted(entries, key=lambda entry: entry[0]):
        yield from _entry(at_s, who, text)
    if outcome := OUTCOMES[turn.agent.outcome]:
        yield from _entry(turn.agent.ended_s, "", f"({outcome})")
    if waited := _latency_words(turn.agent.latency):
        yield from _entry(None, "", f"({waited})")
    for reception in turn.reception:
        if lost := _reception_words(reception, names):
            yield from _entry(None, "", printable(f"({lost})"))


def beat_line(turn: RecordedTurn) -> str:
    """The heading of a beat."""
    case = f", edge case {turn.edge_case}" if turn.edge_case else ""
    return printable(f"Beat {turn.beat_number}: {turn.beat} ({turn.phase}{case})")


def clock_time(seconds: float) -> str:
    """A time of the meeting as people write it.

    >>> clock_time(0.04), clock_time(75.25), clock_time(3671)
    ('0:00.0', '1:15.2', '1:01:11.0')
    """
    tenths = int(seconds * 10)
    minutes, rest = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    tail = f"{rest // 10:02d}.{rest % 10}"
    return f"{hours}:{minutes:02d}:{tail}" if hours else f"{minutes}:{tail}"


def printable(text: str) -> str:
    """A text from outside on one line, without what a terminal would take for a command.

    >>> printable("one" + chr(27) + "[31m two")
    'one [31m two'
    """
    shown = _UNPRINTABLE.sub(" ", text).strip()
    return shown if len(shown) <= MOST_TEXT else shown[:MOST_TEXT] + "…"


def _tries(held: Setting) -> str:
    """At which try it was held, and what spoilt those before."""
    if held.attempt == 1:
        return ""
    return f", try {held.attempt}" + (f" after {', '.join(held.spoilt)}" if held.spoilt else "")


def _edge_cases(recording: MeetingRecording) -> str:
    played = dict.fromkeys(turn.edge_case for turn in recording.turns if turn.edge_case)
    return f"edge case {', '.join(played)}" if played else "no edge case"


def _place(turn_index: int | None) -> str:
    return "" if turn_index is None else f" in turn {turn_index}"


def _human(human: HumanTurn, names: dict[str, str]) -> Iterator[str]:
    who = names.get(human.speaker, human.speaker)
    for file in human.attachments:
        yield from _entry(file.at_s, who, f"[shares {printable(file.name)}: {file.file.path}]")
    written = "" if human.channel == "voice" else f"[{human.channel}] "
    yield from _entry(human.started_s, who, written + printable(human.text))


def _around(turn: RecordedTurn, names: dict[str, str]) -> Iterator[tuple[float, str, str]]:
    """What people said besides the request: to whom, over whom, and who cut it off."""
    for talk in side_talk(turn):
        words = talk.words
        to = ", ".join(names.get(name, name) for name in words.addressees)
        marks = talk.marks(names)
        written = "" if words.channel == "voice" else f"[{words.channel}] "
        after = f" [{'; '.join(marks)}]" if marks else ""
        text = printable(f"{written}(to {to}) {words.text}{after}")
        yield words.started_s, names.get(words.speaker, words.speaker), text
    for mark in turn.marks:
        yield mark.at_s, names.get(mark.sender, mark.sender), mark_words(mark)


def _words(agent: AgentTurn, names: dict[str, str]) -> Iterator[tuple[float, str, str]]:
    for spoken in agent.said:
        broken = "".join(f" [{mark}]" for mark in ending_marks(spoken, names))
        yield spoken.started_s, "agent", printable(spoken.text + broken)
    for heard in agent.heard:
        yield heard.started_s, "agent", f"[understands: {printable(heard.text)}]"


def _entries(agent: AgentTurn, names: dict[str, str]) -> Iterator[tuple[float, str, str]]:
    yield from _words(agent, names)
    for message in agent.chat:
        yield (
            message.at_s,
            names.get(message.sender, message.sender),
            f"[chat] {printable(message.text)}",
        )
    marks: tuple[Reaction | Annotation, ...] = (*agent.reactions, *agent.annotations)
    for mark in marks:
        yield mark.at_s, "agent", mark_words(mark)
    for file in agent.files:
        yield file.at_s, "agent", f"[sends {printable(file.name)}: {file.file.path}]"
    for frame in agent.frames:
        shown = printable(frame.surface_id or frame.source)
        yield frame.at_s, "agent", f"[shows {shown}: {frame.file.path}]"
    if agent.messages is not None and not agent.frames:
        yield agent.ended_s, "agent", f"[changes its surfaces: {agent.messages.path}]"
    for fault in agent.surface_faults[:MOST_FAULTS]:
        yield (
            agent.ended_s,
            "",
            printable(f"[surface {fault.severity}: {fault.code}: {fault.reason}]"),
        )
    if len(agent.surface_faults) > MOST_FAULTS:
        yield agent.ended_s, "", f"[{len(agent.surface_faults) - MOST_FAULTS} more of these]"


def mark_words(mark: Reaction | Annotation) -> str:
    """A reaction or an annotation in brackets, in the words of people."""
    if isinstance(mark, Reaction):
        to = f" to {mark.target}" if mark.target else ""
        return f"[reacts {printable(mark.emoji + to)}]"
    drawn = mark.mark
    if drawn.clears:
        return f"[clears the annotation {printable(drawn.id)}]"
    region = drawn.region
    place = drawn.pointer or ""
    if region is not None:
        unit = "%" if region.unit == "percent" else " px"
        place = f"{region.x:g},{region.y:g} {region.width:g} x {region.height:g}{unit}"
    body = f": {drawn.body}" if drawn.body else ""
    return f"[annotates {printable(' '.join((drawn.surface_id, place, f'({drawn.tool})')) + body)}]"


def _latency_words(latency: Latency) -> str:
    if latency.response_s is None:
        return ""
    parts = {
        "endpointing": latency.endpointing_s,
        "thinking": latency.compute_s,
        "voice": latency.tts_s,
        "first sound": latency.first_audio_s,
    }
    split = ", ".join(f"{name} {value:.2f}" for name, value in parts.items() if value is not None)
    way = latency.transport_s
    return (
        f"answered after {latency.response_s:.2f} s"
        + (f": {split}" if split else "")
        + (f"; of these under way {way:.2f}" if way is not None else "")
    )


def _reception_words(reception: Reception, names: dict[str, str]) -> str:
    """What was wrong with how a voice arrived; nothing where all was well."""
    parts = {
        "missing": reception.missing_s,
        "made up": reception.made_up_s,
        f"late, in {reception.late_frames:,} frames": reception.late_s,
    }
    lost = ", ".join(f"{value:.2f} s {name}" for name, value in parts.items() if value)
    who = names.get(reception.identity, reception.identity)
    return f"of {reception.expected_s:.1f} s of sound of {who}: {lost}" if lost else ""


def _entry(at_s: float | None, who: str, text: str) -> Iterator[str]:
    time = "" if at_s is None else clock_time(at_s)
    head = f"{time:>9}  {printable(who)[:MOST_NAME]:<{MOST_NAME}} "
    wrapped = textwrap.wrap(text, WIDTH - INDENT) or [""]
    yield (head + wrapped[0]).rstrip()
    for line in wrapped[1:]:
        yield " " * INDENT + line
