"""The agents `livekit` and `livekit:NAME`, which come into the room from outside.

They come by themselves, are dispatched by name, or are launched by a command.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from modylbench.agents.hosted.process import PrintedOutput, end_process, mark_command
from modylbench.agents.seating.attendee import invitation_to
from modylbench.foundation.errors import ModylBenchError, UserMistake, short_repr
from modylbench.meeting.arrangements import AgentFailure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import Attendee
    from modylbench.meeting.room import Room
    from modylbench.scenarios.scenario import Scenario


MOST_NAME = 100
MOST_FILE_BYTES = 10_000_000
IDENTITY = "agent"
LOOK_S = 0.2
GONE_S = 2.0  # ours: one that ends because all have left did not end early
PROCESS_ENDED = "process_ended"
GOODBYE_S = 3.0  # ours: to leave the room


@dataclass(frozen=True, slots=True)
class LiveKitChoice:
    """An agent that comes into the room from outside, with ears of its own."""

    worker: str = ""
    command: tuple[str, ...] = field(default=(), repr=False)
    url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """As it was asked for."""
        return f"livekit:{self.worker}" if self.worker else "livekit"

    @property
    def settings(self) -> Mapping[str, str]:
        """How it comes; of a command, in which keys may stand, only what tells it from others."""
        if self.command:
            program = Path(self.command[0]).name
            return {"joins": "launched", "program": program, "sha256": _digest(self.command)}
        return {"joins": "dispatched" if self.worker else "by itself"}

    @property
    def has_ears(self) -> bool:
        """Always: it gets what it would get from people."""
        return True

    def attendee(self, context: MeetingContext) -> Attendee:
        """One that sees to it that the agent comes."""
        if self.command:
            return LaunchedArrival(
                self.command, self.url, log=context.log, environment=self.environment
            )
        return DispatchedArrival(self.worker) if self.worker else AwaitedArrival()


def choose_livekit(worker: str, options: AgentOptions, *, is_checked: bool = True) -> LiveKitChoice:
    """The agent that joins by itself, is dispatched by name, or launched; raises UserMistake."""
    if len(worker) > MOST_NAME:
        message = f"found the worker {short_repr(worker)}, expected at most {MOST_NAME} characters"
        raise UserMistake(message)
    if worker and options.launch:
        message = (
            f"found --launch with the agent {short_repr('livekit:' + worker)}, which is dispatched "
            "by name; expected it with --agent livekit"
        )
        raise UserMistake(message)
    command = _words(options.launch) if options.launch else ()
    if command and is_checked and shutil.which(command[0]) is None:
        message = (
            f"--launch: found no program {short_repr(command[0])}, expected one that can be run"
        )
        raise UserMistake(message)
    return LiveKitChoice(worker, command, options.livekit_url, options.environment)


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        message = f"--launch: found a command that is not whole ({error}), expected words"
        raise UserMistake(message) from error
    if not words or "\0" in text:
        message = f"--launch: found {short_repr(text)}, expected a command such as 'python bot.py'"
        raise UserMistake(message)
    return words


def _digest(command: tuple[str, ...]) -> str:
    """Of the words, and of the files that they name: an edited file is another agent."""
    digest = hashlib.sha256()
    for word in command:
        digest.update(word.encode(errors="surrogateescape") + b"\0")
    for word in command[1:]:
        path = Path(word)
        if path.is_file() and path.stat().st_size <= MOST_FILE_BYTES:
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()


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
    invitation = {"title": invited.title, "goal": invited.goal, "participants": people}
    return json.dumps(invitation, ensure_ascii=False)


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
