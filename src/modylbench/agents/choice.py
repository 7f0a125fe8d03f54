"""An agent chosen by name, its options, and the meeting that it is made for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.meeting.arrangements import Attendee
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.variant import Variant


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """What a person says about an agent besides its name; keys are never recorded.

    `api_keys` are those of the environment, by the names of their variables. `launch` is a command
    that joins a LiveKit room, the one at `livekit_url`, with this `environment` and what tells it
    where to join.
    """

    base_url: str = ""
    api_keys: Mapping[str, str] = field(default_factory=dict)
    launch: str = ""
    livekit_url: str = ""
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)


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
