"""The record of a meeting: its events on one clock, and the files that belong to them.

<trial>/recording.json      this record; every file below stands in it by relative path and SHA-256
        events.jsonl        the room's log: all that arrived, a line each, as it arrived
        media/turn-07/agent.wav, room.wav, frame-01.png, frame-01.txt
        surfaces/turn-07.jsonl   the A2UI messages that came, as they came
        surfaces/turn-07.json    what the surfaces showed at the end of the turn
        files/turn-07/...        what the agent sent
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import Field, PrivateAttr, model_validator

from modylbench.foundation.record import Record, Spec
from modylbench.recording.events import (
    DeliveredFile,
    Frame,
    KeptFile,
    MeetingEvent,
    RecordedExchange,
    Seconds,
    Utterance,
)
from modylbench.recording.turns import RecordedTurn, turns_in
from modylbench.scenarios.suites import CORE, PrivateMark

if TYPE_CHECKING:
    from collections.abc import Iterator


Culprit = Literal["agent", "harness", "infrastructure"]
MeetingEnding = Literal["completed", "out_of_time", "agent_left", "broken_off"]


class Fault(Spec):
    """Something that went wrong, and whose fault it was."""

    culprit: Culprit
    code: str
    detail: str
    turn_index: int | None = None
    at_s: Seconds | None = None
    spoils: bool = True
    """Whether the meeting must not be scored where this is not the agent's; else it is a flag."""

    @property
    def is_spoiling(self) -> bool:
        """Whether for this the meeting is invalid."""
        return self.spoils and self.culprit != "agent"

    @property
    def is_flag(self) -> bool:
        """Whether it is told, and the meeting valid all the same, though it was our side."""
        return not self.spoils and self.culprit != "agent"


class Attendance(Spec):
    """Who was there."""

    identity: str
    name: str
    kind: Literal["standard", "agent"]
    role: str
    voice: str = ""


class Setting(Spec):
    """How the meeting was held."""

    clock: Literal["virtual", "real"]
    room: str
    speech: str
    screens: str
    beats: str = ""
    human: str = "script"
    """Who decided what the human said: the script, the offline policy, or a model."""
    has_captions: bool = True
    """Whether what people said was also sent as text, so that the agent needed no ears."""
    attempt: Annotated[int, Field(ge=1)] = 1
    """Which try it was: a meeting that our own side spoilt is held again."""
    spoilt: tuple[str, ...] = ()
    """What spoilt each try before, as `code: detail`, so that nobody tries again unseen."""
    harness_version: str


class AgentUnderTest(Spec):
    """Which agent it was, with the settings that are no secret."""

    name: str
    settings: dict[str, str] = Field(default_factory=dict)


_KnownTurns = tuple[
    tuple[MeetingEvent, ...], tuple[RecordedExchange, ...], tuple[RecordedTurn, ...]
]
"""Turns, and of what they are the view: a copy with other events has others."""


class MeetingRecording(Record):
    """One meeting, whole: the only thing that later stages read."""

    remedy: ClassVar[str] = "hold the meeting again with this release"
    schema_version: int = 2
    scenario_id: str
    scenario_version: int
    title: str = ""
    seed: int
    edge_case: str
    suite: str = CORE
    """Only meetings of the core's scenarios are official."""
    suite_version: int = 1
    private_mark: PrivateMark = ""
    """Of a private variant: the fingerprint of its secret."""
    is_official: bool
    agent: AgentUnderTest
    setting: Setting
    participants: tuple[Attendance, ...]
    exchanges: tuple[RecordedExchange, ...]
    events: tuple[MeetingEvent, ...]
    planned_turns: int
    ending: MeetingEnding
    duration_s: Seconds
    log: KeptFile
    faults: tuple[Fault, ...] = ()
    _turns: _KnownTurns | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _is_consistent(self) -> MeetingRecording:
        """Each exchange was opened by an utterance, and a path means one file."""
        spoken = {
            event.id: event.turn_index for event in self.events if isinstance(event, Utterance)
        }
        for exchange in self.exchanges:
            if spoken.get(exchange.asked) != exchange.turn_index:
                message = f"turn {exchange.turn_index} begins with no utterance of the events"
                raise ValueError(message)
        first: dict[str, KeptFile] = {}
        for file in self._all_files():
            if first.setdefault(file.path, file) != file:
                message = f"{file.path} is named twice, as different files"
                raise ValueError(message)
        return self

    @property
    def turns(self) -> tuple[RecordedTurn, ...]:
        """The exchanges of the meeting, each a person's turn and the agent's: a view."""
        known = self._turns
        if known is None or known[0] is not self.events or known[1] is not self.exchanges:
            turns = turns_in(self.exchanges, self.events, self.people())
            known = self._turns = self.events, self.exchanges, turns
        return known[2]

    @property
    def utterances(self) -> tuple[Utterance, ...]:
        """All that was said, in the order of its beginning."""
        return tuple(event for event in self.events if isinstance(event, Utterance))

    @property
    def is_valid(self) -> bool:
        """Whether it may be scored: nothing that spoils it went wrong on our side."""
        return not any(fault.is_spoiling for fault in self.faults)

    @property
    def is_multi_party(self) -> bool:
        """Whether the agent met several people."""
        return len(self.people()) > 1

    def names_by_identity(self) -> dict[str, str]:
        """What everybody in the room is called."""
        return {
            participant.identity: participant.name or participant.identity
            for participant in self.participants
        }

    def of_turn(self, turn_index: int) -> MeetingRecording:
        """The recording with nothing in it but one exchange."""
        update = {
            "exchanges": tuple(kept for kept in self.exchanges if kept.turn_index == turn_index),
            "events": tuple(event for event in self.events if event.turn_index == turn_index),
        }
        return self.model_copy(update=update)

    def people(self) -> frozenset[str]:
        """The identities of those whom the harness played."""
        return frozenset(
            participant.identity for participant in self.participants if participant.kind != "agent"
        )

    def files(self) -> tuple[KeptFile, ...]:
        """Every file that belongs to it, each once, in the order of paths."""
        found = {file.path: file for file in self._all_files()}
        return tuple(found[path] for path in sorted(found))

    def _all_files(self) -> Iterator[KeptFile]:
        yield self.log
        for exchange in self.exchanges:
            clips = [clip.file for clip in (exchange.room, exchange.audio) if clip is not None]
            kept = [file for file in (exchange.messages, exchange.surfaces) if file is not None]
            yield from (*clips, *kept)
        for event in self.events:
            if isinstance(event, DeliveredFile):
                yield event.file
            elif isinstance(event, Frame):
                yield event.file
                if event.outline is not None:
                    yield event.outline
                if event.boxes is not None:
                    yield event.boxes
