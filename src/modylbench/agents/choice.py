"""An agent chosen by name, its options, and the meeting that it is made for."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.meeting.arrangements import Attendee
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.variant import Variant


MB = 1024 * 1024


def _most_memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4


@dataclass(frozen=True, slots=True)
class CellLimits:
    """The most that an agent's processes may take together; all of these are ours.

    Memory is what they hold, three quarters of the machine's unless said otherwise; of
    `scratch_bytes` and `shared_bytes` they get no more, and `threads` and `open_files` are those of
    a process. Whoever goes beyond the others is ended.
    """

    memory_bytes: int = field(default_factory=_most_memory)
    scratch_bytes: int = 1024 * MB
    shared_bytes: int = 256 * MB
    files: int = 100_000
    processes: int = 512
    threads: int = 8_192
    open_files: int = 4_096


@dataclass(frozen=True, slots=True)
class CellOptions:
    """What an agent's own process gets of the machine.

    `environment` are the only variables that go into a cell, of which `asked` were asked for by
    name; `readable` is what is to be read there besides the agent's own code, and `hidden` what is
    not, wherever it lies.
    """

    is_wanted: bool = True
    has_network: bool = True
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    asked: tuple[str, ...] = ()
    readable: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()
    limits: CellLimits = field(default_factory=CellLimits)


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """What a person says about an agent besides its name; keys are never recorded.

    `api_keys` are those of the environment, by the names of their variables. `launch` is a command
    that joins a LiveKit room, the one at `livekit_url`, with this `environment` and what tells it
    where to join. `cell` is for an agent that is a class.
    """

    base_url: str = ""
    api_keys: Mapping[str, str] = field(default_factory=dict)
    launch: str = ""
    livekit_url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    cell: CellOptions = field(default_factory=CellOptions)


@dataclass(frozen=True, slots=True)
class MeetingContext:
    """Where and for which meeting an agent is made: reference agents know the truth of it.

    `voice` is None in a meeting without audio; `log` is a file for what the agent prints.
    """

    variant: Variant
    voice: TextToSpeech | None
    log: Path


class AgentChoice(Protocol):
    """An agent that was chosen by name; it makes an attendee for each meeting."""

    @property
    def name(self) -> str:
        """The name, as recordings have it."""

    @property
    def settings(self) -> Mapping[str, str]:
        """What else recordings say of it; nothing secret."""

    def attendee(self, context: MeetingContext) -> Attendee:
        """One that will attend this meeting."""


@runtime_checkable
class AgentWithEars(Protocol):
    """An agent of which it is known whether it hears for itself."""

    @property
    def has_ears(self) -> bool:
        """Whether it does, so that what people say is not sent to it as text."""


def has_ears(agent: AgentChoice) -> bool:
    """Whether the agent hears for itself; unless it says so, it reads what is said."""
    return isinstance(agent, AgentWithEars) and agent.has_ears


@runtime_checkable
class AgentOfAnybody(Protocol):
    """An agent that is foreign code on our machine."""

    @property
    def why_unguarded(self) -> str:
        """Why it runs without walls, so that nothing it does can be trusted; "" within them."""


def why_unguarded(agent: AgentChoice) -> str:
    """Why nothing that the agent does can be trusted; "" where it can do no more than attend."""
    return agent.why_unguarded if isinstance(agent, AgentOfAnybody) else ""
