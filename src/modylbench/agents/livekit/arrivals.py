"""How an agent from outside comes into the room: by itself, dispatched by name, or launched."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from modylbench.agents.hosted.process import PrintedOutput, end_process, mark_command
from modylbench.agents.seating.attendee import invitation_to
from modylbench.foundation.errors import ModylBenchError
from modylbench.meeting.arrangements import AgentFailure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


IDENTITY = "agent"
LOOK_S = 0.2
GONE_S = 2.0  # ours: one that ends because all have left did not end early
PROCESS_ENDED = "process_ended"
GOODBYE_S = 3.0  # ours: to leave the room


@dataclass(frozen=True, slots=True)
class AwaitedArrival:
    """Somebody sees to it that the agent comes."""

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Do nothing: people wait for it anyway."""


@dataclass(frozen=True, slots=True)
class DispatchedArrival:
    """The server sends a worker of that name, if it has one."""

    worker: str

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        """Call it, with the invitation as the metadata of its job."""
        await entrance_of(room).invite(self.worker, invitation_text(invitation))


@dataclass(frozen=True, slots=True)
class LaunchedArrival:
    """A command that joins the room is started for the meeting, and ended with it."""

    words: tuple[str, ...] = field(repr=False)
    url: str
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:  # noqa: ARG002
        """Start it, and see to it until the meeting is over; raises AgentFailure where it ends."""
        door = entrance_of(room)
        where = {
            "LIVEKIT_URL": self.url,
            "LIVEKIT_TOKEN": door.token_for(IDENTITY),
            "LIVEKIT_ROOM": door.name,
            "LIVEKIT_IDENTITY": IDENTITY,
        }
        command = Command(self.words, {**self.environment, **where}, self.log)
        try:
            while not command.has_ended:
                await clock.sleep(LOOK_S)
            await clock.sleep(GONE_S)
            how = await asyncio.to_thread(command.end)
            raise AgentFailure(PROCESS_ENDED, f"the command that was launched {how}")
        finally:
            await asyncio.to_thread(command.end)


class NoEntrance(ModylBenchError):
    """The room is one that nobody outside of this process can come into."""


@runtime_checkable
class Entrance(Protocol):
    """A room on a server, which others can be called to or let into."""

    @property
    def name(self) -> str:
        """What the room is called."""

    async def invite(self, agent_name: str, metadata: str) -> str | None:
        """Have the server send a worker of that name, which is told the metadata; who came."""

    def token_for(self, identity: str) -> str:
        """What lets an agent in under that identity."""


def entrance_of(room: Room) -> Entrance:
    """The room's entrance; raises NoEntrance."""
    if not isinstance(room, Entrance):
        message = f"found a room {room.kind}, expected one on a LiveKit server"
        raise NoEntrance(message)
    return room


def invitation_text(scenario: Scenario) -> str:
    """What everybody who is invited knows, as JSON, and nothing else."""
    invited = invitation_to(scenario)
    people = [asdict(person) for person in invited.people]
    told = {"title": invited.title, "goal": invited.goal, "participants": people}
    return json.dumps(told, ensure_ascii=False)


class Command:
    """A process, and all that it starts; what it prints goes into the log.

    It is started by the thread that makes this, and is killed when that thread is gone.
    """

    def __init__(self, words: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - the command that a person named
            mark_command([sys.executable, "-m", "modylbench.agents.livekit", *words]),
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # not to end by our Ctrl-C
        )
        self._printed = PrintedOutput(self._process.stdout, log)

    @property
    def has_ended(self) -> bool:
        """Whether its first process is over."""
        return self._process.poll() is not None

    def end(self) -> str:
        """Ask it to end, kill what is left of it; how it ended, with its last words."""
        if not self.has_ended:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGTERM)
        how = end_process(self._process, goodbye_s=GOODBYE_S)
        return how + self._printed.last_words()
