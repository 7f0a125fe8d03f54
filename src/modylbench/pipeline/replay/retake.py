"""A meeting made again from its room's log alone, by the code that recorded it."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.capture.faults import Faults
from modylbench.meeting.capture.receiving import Receiver
from modylbench.meeting.capture.state import CaptureState, Exchange
from modylbench.meeting.room import (
    AttributesChanged,
    FileReceived,
    LinkChanged,
    ParticipantJoined,
    ParticipantLeft,
    TextChunk,
    TextClosed,
    TextOpened,
)
from modylbench.meeting.synthetic_user import request_segment
from modylbench.recording.events import DeliveredFile, Utterance
from modylbench.recording.room_log import (
    LoggedArrival,
    LoggedAttributes,
    LoggedDeparture,
    LoggedFile,
    LoggedLink,
    LoggedPiece,
    LoggedText,
    LoggedTextEnd,
    LoggedThrow,
    LoggedTurnEnd,
    log_lines,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from modylbench.foundation.stalls import Stall
    from modylbench.meeting.room import AudioChunk, RoomEvent
    from modylbench.recording.events import (
        KeptFile,
        MeetingEvent,
        RecordedExchange,
        SurfaceFault,
        TurnOutcome,
    )
    from modylbench.recording.recording import Fault, MeetingRecording
    from modylbench.recording.room_log import LogLine
    from modylbench.surfaces.snapshot import SurfaceSnapshot

SEGMENT = "lk.segment_id"


@dataclass(slots=True)
class LoggedWords:
    """A text that one of our people has sent, as it arrived."""

    speaker: str
    topic: str
    attributes: dict[str, str]
    started_s: float
    ended_s: float = 0.0
    text: str = ""
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class RetakenExchange:
    """What the log comes to in one exchange; `shown` and `files` are what stood at its end."""

    turn_index: int
    outcome: TurnOutcome
    ended_s: float
    events: tuple[MeetingEvent, ...]
    perceived_s: tuple[float, ...]
    messages: KeptFile | None
    surfaces: KeptFile | None
    surface_faults: tuple[SurfaceFault, ...]
    people_wrote: tuple[LoggedWords, ...]
    handed_over: tuple[tuple[str, str, str], ...]
    shown: tuple[SurfaceSnapshot, ...]
    files: tuple[DeliveredFile, ...]
    is_curtailed: bool


@dataclass(frozen=True, slots=True)
class Retake:
    """A meeting as its log tells it; `latest_s` is the time of its latest line."""

    exchanges: tuple[RetakenExchange, ...]
    faults: tuple[Fault, ...]
    latest_s: float
    setback_s: float
    """By how much a line is earlier than one before it, at the most."""


class LogClock:
    """The meeting's clock as the log tells the time."""

    is_virtual = True

    def __init__(self) -> None:
        self.at_s = 0.0

    def now_s(self) -> float:
        """The time of the line that is being taken."""
        return self.at_s

    async def sleep(self, seconds: float) -> None:
        """Nothing is waited for: what happened has happened."""

    def working(self) -> AbstractContextManager[None]:
        """Nothing to do: nobody works."""
        return nullcontext()

    resting = pausing = working

    async def watch_for_stalls(self, tell: Callable[[Stall], None]) -> None:
        """There are none: nobody waits."""


class NoSound:
    """The log has no samples."""

    def take_audio(self, identity: str) -> list[AudioChunk]:  # noqa: ARG002 - of nobody any
        """None."""
        return []


async def retake(recording: MeetingRecording, folder: Path, scratch: Path) -> Retake:
    """The meeting made again from the log in its folder; raises BadFile where that is none.

    What is made of it on the way lies in `scratch`. When people asked is taken from the record:
    it is compared with the log and the script elsewhere.
    """
    meeting = _Meeting(recording, folder, scratch)
    try:
        for line in log_lines(folder / recording.log.path):
            await meeting.take(line)
    finally:
        meeting.close()
    return meeting.retake()


@dataclass(slots=True)
class _Progress:
    """How far one exchange has come while its lines are taken."""

    recorded: RecordedExchange | None
    asked: Utterance | None
    has_begun: bool = False
    has_ended: bool = False
    people_wrote: list[LoggedWords] = field(default_factory=list)
    handed_over: list[tuple[str, str, str]] = field(default_factory=list)
    is_curtailed: bool = False


class _Meeting:
    """Takes the lines of a log in order."""

    def __init__(self, recording: MeetingRecording, folder: Path, scratch: Path) -> None:
        self._recording, self._folder = recording, folder
        self._people = recording.people()
        self._clock = LogClock()
        self._state = CaptureState(
            NoSound(), self._clock, folder=scratch, screens=None, people=self._people
        )
        self._faults = Faults(self._clock)
        self._receiver = Receiver(self._state, self._faults, self._clock)
        self._due = iter(recording.exchanges)
        self._said = {said.id: said for said in recording.utterances}
        self._open: dict[int, LoggedWords] = {}
        self._made: list[RetakenExchange] = []
        self._latest_s = self._setback_s = 0.0
        self._progress = self._begin()

    def close(self) -> None:
        """Let go of the files."""
        self._state.log.close()
        self._state.surfaces.drop()

    def retake(self) -> Retake:
        """What the lines have come to."""
        return Retake(tuple(self._made), self._faults.all(), self._latest_s, self._setback_s)

    async def take(self, line: LogLine) -> None:
        """Take one line."""
        self._setback_s = max(self._setback_s, self._latest_s - line.at_s)
        self._latest_s = max(self._latest_s, line.at_s)
        self._clock.at_s = line.at_s
        self._ask(line)
        self._note_people(line)
        if isinstance(line, LoggedThrow):
            self._progress.is_curtailed = True
        elif isinstance(line, LoggedTurnEnd):
            self._end(line)
        elif isinstance(line, LoggedLink):
            event = LinkChanged(line.at_s, line.state, line.reason)
            self._state.link_changed(line.identity, event)
        else:
            event_of_room = self._event(line)
            if event_of_room is not None:
                await self._receiver.take(event_of_room)

    def _begin(self) -> _Progress:
        """The exchange that is next in the record, if there is one."""
        recorded = next(self._due, None)
        asked = None if recorded is None else self._said.get(recorded.asked)
        index = 0 if recorded is None else recorded.turn_index
        self._state.exchange = Exchange(index, self._clock.at_s)
        self._state.surfaces.begin(index)
        self._faults.begin_turn(index)
        return _Progress(recorded, asked)

    def _ask(self, line: LogLine) -> None:
        """Let people begin and end their request, where the line comes after that."""
        now, asked = self._progress, self._progress.asked
        if asked is None:
            return
        is_opened = isinstance(line, LoggedText) and self._is_request(line, asked)
        words = self._open.get(line.stream) if isinstance(line, LoggedPiece) else None
        is_said = words is not None and self._is_spoken_request(words.attributes)
        if not now.has_begun and (is_opened or line.at_s > asked.started_s):
            now.has_begun = True
            self._state.exchange.words_begin(asked.started_s)
        is_written = is_opened and asked.channel != "voice"
        if not now.has_ended and (is_said or is_written or line.at_s > asked.ended_s):
            now.has_ended = True
            self._state.surfaces.has_news()
            self._state.exchange.words_ended_s = asked.ended_s

    def _is_request(self, line: LoggedText, asked: Utterance) -> bool:
        if line.identity != asked.speaker or line.at_s < asked.started_s:
            return False
        return asked.channel != "voice" or self._is_spoken_request(line.attributes)

    def _is_spoken_request(self, attributes: dict[str, str]) -> bool:
        return attributes.get(SEGMENT) == request_segment(self._state.exchange.turn_index)

    def _note_people(self, line: LogLine) -> None:
        """Keep what our own people wrote and handed over, which the recorder only logs."""
        if isinstance(line, LoggedText) and line.identity in self._people:
            if not line.in_the_name_of:
                words = LoggedWords(line.identity, line.topic, line.attributes, line.at_s)
                self._open[line.stream] = words
        elif isinstance(line, LoggedPiece) and line.stream in self._open:
            self._open[line.stream].text += line.text
        elif isinstance(line, LoggedTextEnd) and line.stream in self._open:
            words = self._open.pop(line.stream)
            words.ended_s, words.is_whole = line.at_s, line.is_whole
            self._progress.people_wrote.append(words)
        elif isinstance(line, LoggedFile) and line.identity in self._people:
            self._progress.handed_over.append((line.identity, line.name, line.sha256))

    def _event(self, line: LogLine) -> RoomEvent | None:  # noqa: PLR0911 - one a kind
        """What the room told when this was written; None of what leaves nothing in the record."""
        match line:
            case LoggedArrival():
                return ParticipantJoined(
                    line.at_s, line.identity, line.name, line.role, line.attributes
                )
            case LoggedDeparture():
                return ParticipantLeft(line.at_s, line.identity, line.reason)
            case LoggedAttributes():
                return AttributesChanged(line.at_s, line.identity, line.attributes)
            case LoggedText():
                return TextOpened(
                    line.at_s, line.identity, line.topic, str(line.stream), line.attributes,
                    line.in_the_name_of,
                )  # fmt: skip
            case LoggedPiece():
                return TextChunk(line.at_s, str(line.stream), line.text)
            case LoggedTextEnd():
                return TextClosed(line.at_s, str(line.stream), line.is_whole, line.attributes)
            case LoggedFile():
                return self._file(line)
            case _:
                return None

    def _file(self, line: LoggedFile) -> FileReceived:
        """The file with what the record has of it: another content has another hash."""
        content = b""
        for event in self._recording.events:
            if isinstance(event, DeliveredFile) and event.file.sha256 == line.sha256:
                place = self._folder / event.file.path
                content = place.read_bytes() if place.is_file() else b""
                break
        return FileReceived(
            line.at_s, line.identity, "", line.name, line.mime_type, content, {}, line.is_whole
        )

    def _end(self, line: LoggedTurnEnd) -> None:
        """The exchange is over: what it comes to, as the recorder does it."""
        now, state = self._progress, self._state
        exchange = state.exchange
        ended_s = line.at_s if now.recorded is None else now.recorded.ended_s
        messages, surfaces, surface_faults = state.surfaces.end_turn()
        here = next(iter(sorted(state.presence.here)), "")
        state.note_surface_update(here, ended_s, is_visible=state.surfaces.has_news())
        is_curtailed = bool(state.allowance.end_turn()) or now.is_curtailed
        exchange.people_said = list(self._people_said(line.turn_index))
        events = tuple(exchange.events((), state.utterance_ids))
        self._made.append(
            RetakenExchange(
                turn_index=line.turn_index,
                outcome=line.outcome,
                ended_s=line.at_s,
                events=events,
                perceived_s=exchange.perceived_s,
                messages=messages,
                surfaces=surfaces,
                surface_faults=surface_faults,
                people_wrote=tuple(now.people_wrote),
                handed_over=tuple(now.handed_over),
                shown=tuple(state.surfaces.surfaces.snapshot()),
                files=tuple(state.files.latest.values()),
                is_curtailed=is_curtailed,
            )
        )
        self._progress = self._begin()

    def _people_said(self, turn_index: int) -> Iterator[Utterance]:
        return (
            said
            for said in self._recording.utterances
            if said.turn_index == turn_index and said.speaker in self._people
        )
