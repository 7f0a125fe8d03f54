"""What the trials of a run share: agent, voice, browser, and the venue where meetings are held."""

from __future__ import annotations

import secrets
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from modylbench.foundation.clock import RealClock
from modylbench.foundation.errors import UserMistake
from modylbench.foundation.event_loop import run_to_end
from modylbench.foundation.virtual_time import hold
from modylbench.meeting.arrangements import JOIN_S
from modylbench.meeting.room import RoomClosed
from modylbench.meeting.rooms.in_process.room import InProcessRoom
from modylbench.runs.crashes import log_name
from modylbench.runs.run import IN_PROCESS, LIVEKIT

T = TypeVar("T")

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from pathlib import Path
    from typing import Any

    from modylbench.agents.choice import AgentChoice, AgentOptions
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.screen.screens import Screens
    from modylbench.meeting.room import Room
    from modylbench.pipeline.voice_choice import VoiceChoice
    from modylbench.providers.addresses import LiveKitAddress
    from modylbench.providers.models.access import Access
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.variant import Variant

    MeetingInRoom = Callable[[Room, Clock], Coroutine[Any, Any, T]]

PAUSES_S = (2.0, 5.0)  # ours: a server that is being started again is back by then


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How a run is held, in names that every process understands.

    `voice` is None in meetings without audio; `no_screens` says why there are no pictures, and is
    empty where there are. Without an address of `livekit`, meetings are held in process. An agent
    is waited for `join_s`.
    """

    agent: str
    agent_options: AgentOptions
    voice: VoiceChoice | None
    cache: Path
    logs: Path
    edge_cases: str
    beats: str
    no_screens: str
    livekit: LiveKitAddress | None = None
    join_s: float = JOIN_S
    human: Access | None = None
    """The model that plays the human in free form; the offline policy does where there is none."""

    @property
    def room(self) -> str:
        """What kind of room meetings are held in, as recordings name it."""
        return IN_PROCESS if self.livekit is None else LIVEKIT


@dataclass(frozen=True, slots=True)
class Equipment:
    """What all trials that one process holds share."""

    options: RunOptions
    agent: AgentChoice
    voice: TextToSpeech | None
    screens: Screens | None

    @property
    def venue(self) -> Venue:
        """Where its meetings are held."""
        return (
            InProcessVenue() if self.options.livekit is None else LiveKitVenue(self.options.livekit)
        )

    def log_of(self, variant: Variant) -> Path:
        """Where an agent in a process of its own writes what it prints."""
        return self.options.logs / log_name(variant.source.id, variant.seed)


@contextmanager
def open_equipment(options: RunOptions) -> Iterator[Equipment]:
    """The equipment; its browser is open until the context ends."""
    from modylbench.agents.catalogue import choose_agent
    from modylbench.meeting.capture.screen.screens import Screens
    from modylbench.providers.chromium import NoScreen
    from modylbench.providers.speech.cache import CachedVoice

    agent = choose_agent(options.agent, options.agent_options, is_checked=False)
    voice = CachedVoice(options.voice.make(), options.cache) if options.voice else None
    if options.no_screens:
        yield Equipment(options, agent, voice, None)
        return
    with ExitStack() as stack:
        try:
            screens = stack.enter_context(Screens.open())
        except NoScreen:  # a browser may die while it starts, and not again
            screens = stack.enter_context(Screens.open())
        yield Equipment(options, agent, voice, screens)


class NoRoom(RoomClosed):
    """The server that was there does not give us a room: as if it had been closed at once."""


class Venue(Protocol):
    """Makes a room for each meeting, and takes it away whatever happens in it."""

    def hold(self, name: str, meeting: MeetingInRoom[T], *, invitation: str = "") -> T:
        """What the meeting returns, held in a room named after `name` where only we see that.

        Whoever comes into it from outside finds there the `invitation`, and nothing else.
        """

    def pause(self, tries: int) -> None:
        """Wait before the next try, after so many that were spoilt."""


class InProcessVenue:
    """On virtual time: an hour takes as long as it is computed."""

    def hold(
        self,
        name: str,
        meeting: MeetingInRoom[T],
        *,
        invitation: str = "",  # noqa: ARG002 - nobody comes from outside
    ) -> T:
        """What the meeting returns."""

        async def hold_in_room(clock: Clock) -> T:
            room = InProcessRoom(name, clock)
            try:
                return await meeting(room, clock)
            finally:
                await room.aclose()

        return hold(hold_in_room)

    def pause(self, tries: int) -> None:
        """Nothing: waiting changes nothing in process."""


@dataclass(frozen=True, slots=True)
class LiveKitVenue:
    """On a LiveKit server, in real time; two meetings never have the same room."""

    address: LiveKitAddress

    def hold(
        self,
        name: str,  # noqa: ARG002 - whoever comes sees the room's name, and could look it up
        meeting: MeetingInRoom[T],
        *,
        invitation: str = "",
    ) -> T:
        """What the meeting returns; what is told stands in the room's metadata."""
        from modylbench.meeting.rooms.livekit.room import LiveKitRoom

        async def hold_in_room() -> T:
            clock = RealClock()
            own = f"modyl-{secrets.token_hex(8)}"
            try:
                room = await LiveKitRoom.create(own, self.address, clock, metadata=invitation)
            except UserMistake as error:  # those were found before: this came later
                raise NoRoom(str(error)) from error
            try:
                return await meeting(room, clock)
            finally:
                await room.aclose()

        return run_to_end(hold_in_room)

    def pause(self, tries: int) -> None:
        """Let a server come back that is being started again."""
        wait_s = PAUSES_S[min(tries, len(PAUSES_S)) - 1]
        run_to_end(lambda: RealClock().sleep(wait_s))
