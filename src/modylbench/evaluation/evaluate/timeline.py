"""What happened in a turn, moment by moment, as a quotation for judges who hear and see.

Every line begins with its second, counted from when the person began to speak. The agent's words
are among the lines: they are data, and stand inside the fence with all else that it made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.judging.addressing.passages import passages
from modylbench.evaluation.judging.judge import Quotation
from modylbench.evaluation.visuals.observing import TurnVisuals
from modylbench.foundation.errors import one_line
from modylbench.recording.events import SpokenWord, SurfaceUpdate
from modylbench.recording.talk import Talk, join_sound, overlaps, pauses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.evaluate.pictures import Picture
    from modylbench.evaluation.facts import ScreenReference
    from modylbench.recording.events import MeetingEvent
    from modylbench.recording.turns import RecordedTurn

MOST_CHARACTERS = 6_000  # ours: an eighth of what a prompt holds of material
MOST_LINES = 160  # ours: a minute of talk, word by word
WORDS_IN_A_LINE = 8  # ours: where there are too many for a line each
PAUSE_S = 0.5  # ours: a shorter silence between two sentences is nothing to be told
LEFT_OUT = "(left out)"
AGENT, PERSON = "the agent", "the person"


class TimelineEntry(NamedTuple):
    """A moment of the meeting's clock and what happened then."""

    at_s: float
    text: str


def turn_timeline(
    turn: RecordedTurn,
    events: Iterable[MeetingEvent],
    pictures: Sequence[Picture],
    words: Sequence[SpokenWord] | None,
    *,
    visuals: TurnVisuals | None = None,
) -> Quotation:
    """The timeline of a turn; where no times of words are known they are estimated, and it says so.

    `events` are those of the meeting, `pictures` those that the judges get, `words` the agent's.
    """
    talk = _talk(turn)
    others = [
        *_voice_lines(talk),
        *_screen_lines(turn, events, pictures, visuals or TurnVisuals()),
        *_written_lines(turn),
    ]
    said = list(words) if words is not None else list(estimated_words(turn))
    spoken = [
        TimelineEntry(word.started_s, f"'{word.text}'")
        for word in _without_addressed_passages(said)
    ]
    if len(spoken) + len(others) > MOST_LINES:
        spoken = _several_words_to_a_line(spoken)
    entries = sorted([*others, *spoken], key=lambda entry: entry.at_s)
    lines = [f"{entry.at_s - turn.human.started_s:.1f} s  {entry.text}" for entry in entries]
    how = "" if words is not None or not said else "; the times of words are estimated"
    where = f"timeline of the turn (seconds since the person began to speak{how})"
    return Quotation(where, _as_many_as_fit(lines))


def estimated_words(turn: RecordedTurn) -> Iterator[SpokenWord]:
    """The words of the captions, each with its part of the voice by its number of letters."""
    voice = [(talk.started_s, talk.ended_s) for talk in _talk(turn) if talk.speaker == AGENT]
    for said in turn.agent.said:
        if said.channel != "voice":
            continue
        words = said.text.split()
        spans = _within(voice, said.started_s, said.ended_s) or [(said.started_s, said.ended_s)]
        total_s, letters = sum(end - start for start, end in spans), len("".join(words)) or 1
        done = 0
        for word in words:
            first_s = _moment(spans, total_s * done / letters)
            done += len(word)
            last_s = _moment(spans, total_s * done / letters)
            yield SpokenWord(text=word, started_s=round(first_s, 3), ended_s=round(last_s, 3))


def _within(
    spans: Iterable[tuple[float, float]], start_s: float, end_s: float
) -> list[tuple[float, float]]:
    return [
        (max(first_s, start_s), min(last_s, end_s))
        for first_s, last_s in spans
        if first_s < end_s and last_s > start_s
    ]


def _moment(spans: Sequence[tuple[float, float]], voiced_s: float) -> float:
    """When so many seconds of voice have sounded."""
    for start_s, end_s in spans:
        if voiced_s <= end_s - start_s:
            return start_s + voiced_s
        voiced_s -= end_s - start_s
    return spans[-1][1]


def _talk(turn: RecordedTurn) -> list[Talk]:
    """Who talked when, by the voices, or by the spans of words where no voice was recorded."""
    people = {turn.human.speaker, *(said.speaker for said in turn.around)}
    spans: dict[str, list[tuple[float, float]]] = {}
    for voice in turn.voices:
        spans.setdefault(voice.identity, []).append((voice.started_s, voice.ended_s))
    spoken = [said for said in (*turn.agent.said, *turn.around) if said.channel == "voice"]
    agents = {said.speaker for said in turn.agent.said} | (set(spans) - people)
    if not agents & set(spans):
        spans[AGENT] = [(said.started_s, said.ended_s) for said in spoken if said.speaker in agents]
    for name in people - set(spans):
        spans[name] = [(said.started_s, said.ended_s) for said in spoken if said.speaker == name]
    if turn.human.channel == "voice" and not spans[turn.human.speaker]:
        spans[turn.human.speaker] = [(turn.human.started_s, turn.human.ended_s)]
    names = {turn.human.speaker: PERSON} | dict.fromkeys((*agents, AGENT), AGENT)
    return [
        Talk(names.get(identity, f"another person ({identity})"), start_s, end_s)
        for identity, known in spans.items()
        for start_s, end_s in join_sound(known)
    ]


def _voice_lines(talk: Sequence[Talk]) -> Iterator[TimelineEntry]:
    for span in talk:
        yield TimelineEntry(span.started_s, f"{span.speaker}'s voice begins")
        yield TimelineEntry(span.ended_s, f"{span.speaker}'s voice ends")
    for pause in pauses(talk):
        length_s = pause.ended_s - pause.started_s
        if length_s >= PAUSE_S:
            whose = "in its talk" if pause.before == pause.after else f"until {pause.after} speaks"
            yield TimelineEntry(pause.started_s, f"silence of {length_s:.1f} s {whose}")
    for overlap in overlaps(talk):
        length_s = overlap.ended_s - overlap.started_s
        text = f"{overlap.second} talks over {overlap.first} for {length_s:.1f} s"
        yield TimelineEntry(overlap.started_s, text)


def _screen_lines(
    turn: RecordedTurn,
    events: Iterable[MeetingEvent],
    pictures: Sequence[Picture],
    visuals: TurnVisuals,
) -> Iterator[TimelineEntry]:
    led_on = {change.at_s for change in visuals.changes if change.leads_on}
    undone = {change.at_s for change in visuals.changes} - led_on
    for reference in visuals.references:
        yield TimelineEntry(reference.at_s, _pointing(reference))
    for event in events:
        if (
            isinstance(event, SurfaceUpdate)
            and event.turn_index == turn.turn_index
            and event.is_visible
        ):
            text = f"the screen changes ({event.messages} messages)"
            if event.at_s in undone:
                text += ", which is undone in this turn"
            yield TimelineEntry(event.at_s, text)
    for number, picture in enumerate(pictures, 1):
        text = f"picture {number} of those attached"
        if picture.turn_index == turn.turn_index:
            yield TimelineEntry(picture.frame.at_s, text)
        else:
            text += f" is of turn {picture.turn_index}, and still holds"
            yield TimelineEntry(turn.human.started_s, text)


def _pointing(reference: ScreenReference) -> str:
    offset_s = reference.offset_s
    if offset_s is None:
        return "its words point at the screen, which does not change within 5 s"
    when = "later" if offset_s > 0 else "before"
    return f"its words point at the screen; the nearest change is {abs(offset_s):.1f} s {when}"


def _written_lines(turn: RecordedTurn) -> Iterator[TimelineEntry]:
    agent = turn.agent
    for kind, messages in (
        ("chat message", agent.chat),
        ("reaction", agent.reactions),
        ("annotation", agent.annotations),
        ("file", agent.files),
    ):
        for message in messages:
            yield TimelineEntry(message.at_s, f"the agent sends a {kind}")
    if agent.audio is not None:
        yield TimelineEntry(agent.audio.started_s, "the attached sound begins")


def _without_addressed_passages(words: Sequence[SpokenWord]) -> Iterator[SpokenWord]:
    """The words, without those of passages that speak to whoever judges.

    One word to a line, nobody would find such a passage again to take it out.
    """
    starts, length = [], 0
    for word in words:
        starts.append(length)
        length += len(word.text) + 1
    found = passages(" ".join(word.text for word in words))
    was_left_out = False
    for word, start in zip(words, starts, strict=True):
        end = start + len(word.text)
        is_addressed = any(start < passage.end and end > passage.start for passage in found)
        if not is_addressed:
            yield word.model_copy(update={"text": one_line(word.text)})
        elif not was_left_out:
            yield word.model_copy(update={"text": LEFT_OUT})
        was_left_out = is_addressed


def _several_words_to_a_line(spoken: Sequence[TimelineEntry]) -> list[TimelineEntry]:
    """Several words to a line, with the time of the first."""
    groups = [spoken[at : at + WORDS_IN_A_LINE] for at in range(0, len(spoken), WORDS_IN_A_LINE)]
    return [
        TimelineEntry(group[0].at_s, f"'{' '.join(entry.text.strip(chr(39)) for entry in group)}'")
        for group in groups
    ]


def _as_many_as_fit(lines: Sequence[str]) -> str:
    """As many lines as there is room for, and how many there are besides."""
    kept: list[str] = []
    left = MOST_CHARACTERS
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            kept.append(f"({len(lines) - len(kept)} later lines are left out)")
            break
        kept.append(line)
    return "\n".join(kept)


def timelines(
    turns: Iterable[RecordedTurn],
    events: Sequence[MeetingEvent],
    *,
    pictures: Mapping[int, Sequence[Picture]],
    times: Mapping[int, Sequence[SpokenWord]],
    visuals: Mapping[int, TurnVisuals],
) -> dict[int, Quotation]:
    """The timeline of every turn, by its index."""
    return {
        turn.turn_index: turn_timeline(
            turn,
            events,
            pictures.get(turn.turn_index, ()),
            times.get(turn.turn_index),
            visuals=visuals.get(turn.turn_index),
        )
        for turn in turns
    }
