"""What a meeting is held with: room, clock, voice, screens, and the agent that attends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.screen.screens import Screens
    from modylbench.meeting.room import Room
    from modylbench.providers.models.access import Access
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.recording.events import DeliveredFile
    from modylbench.recording.recording import AgentUnderTest
    from modylbench.scenarios.free_form.form import FreeForm
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.script import Condition
    from modylbench.surfaces.snapshot import SurfaceSnapshot

JOIN_S = 30.0  # ours: how long people wait for the agent to come


@dataclass(frozen=True, slots=True)
class Arrangements:
    """All that a meeting needs besides its scenario.

    `voice` is None in a meeting without audio, and `screens` in one without pictures, for the
    reason that `no_screens` gives. `attendee` is None where the agent comes by itself. With
    `has_captions`, what people say is also sent as text, so that an agent needs no ears. The agent
    is waited for `join_s`: one that must be started first may need longer. With `is_repeated`, a
    meeting that our own side spoilt is broken off after that exchange, so that the next can begin.
    In free form `free_form` says what the human wants and knows, and `human` is a model that plays
    it, where there is one.
    """

    room: Room
    clock: Clock
    folder: Path
    agent: AgentUnderTest
    attendee: Attendee | None
    voice: TextToSpeech | None
    screens: Screens | None
    shown_work: ShownWork
    watcher: Watcher
    no_screens: str = ""
    beats: str = ""
    has_captions: bool = True
    join_s: float = JOIN_S
    is_repeated: bool = False
    free_form: FreeForm | None = None
    human: Access | None = None


class Attendee(Protocol):
    """An agent that comes into the room by itself, as one on LiveKit would."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join the room as an agent, take part until it is closed or cancelled, and leave.

        It knows of the scenario what an invitation says: title, goal, participants. What the agent
        does wrong is told on the topic for faults and does not end the meeting, nor does
        AgentFailure, where nobody of the agent's is left to tell it; whatever else this raises is
        the harness's own fault.
        """


class AgentFailure(ModylBenchError):
    """The agent cannot go on, through its own fault; it may not even have come."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


@dataclass(frozen=True, slots=True)
class ShownMaterial:
    """What the agent's surfaces show, and the latest of its files, which lie in the folder."""

    surfaces: tuple[SurfaceSnapshot, ...]
    files: tuple[DeliveredFile, ...]
    folder: Path


class ShownWork(Protocol):
    """Knows what work products an agent shows: the meeting itself reads none."""

    def first_condition(
        self, conditions: Sequence[Condition | None], shown: ShownMaterial | None, said: str
    ) -> int | None:
        """The number of the first condition that holds; None is one that always does.

        `shown` is None where no condition asks what is shown. It is called from any thread, but
        never from two at once.
        """

    def is_wrong(self, criterion: str, shown: ShownMaterial) -> bool:
        """Whether what is shown fails that criterion of the scenario; what is missing does not."""


@dataclass(frozen=True, slots=True)
class MeetingProgress:
    """How far a meeting is: the human's turns that are over, and what was said last."""

    turn: int
    turns: int
    meeting_s: float
    last_line: str
    agent_faults: int


class Watcher(Protocol):
    """Is told how far a meeting is."""

    def __call__(self, progress: MeetingProgress) -> None:
        """One more of the human's turns is over."""
