"""The agents `livekit`, `livekit:NAME` and `livekit` with a command to launch."""

from __future__ import annotations

import hashlib
import shlex
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.livekit.arrivals import AwaitedArrival, DispatchedArrival, LaunchedArrival
from modylbench.foundation.errors import UserMistake, short_repr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.meeting.arrangements import Attendee

MOST_NAME = 100
MOST_FILE_BYTES = 10_000_000


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
