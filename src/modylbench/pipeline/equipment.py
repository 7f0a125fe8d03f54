"""What do the trials of a run share, and how does another process come by it?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.meeting.arrangements import JOIN_S
from modylbench.pipeline.venue import InProcess, OnLiveKit
from modylbench.runs.plan import IN_PROCESS, LIVEKIT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from modylbench.agents.choice import AgentChoice, AgentOptions
    from modylbench.meeting.capture.screens import Screens
    from modylbench.pipeline.venue import Venue
    from modylbench.pipeline.voice import VoiceChoice
    from modylbench.providers.livekit.address import LiveKitAddress
    from modylbench.providers.speech.speech import TextToSpeech
    from modylbench.scenarios.variant import Variant


@dataclass(frozen=True, slots=True)
class Means:
    """How a run is held, in names that every process understands.

    `voice` is None in meetings without audio; `no_screens` says why there are no pictures, and is
    empty where there are. Without an address of `livekit`, meetings are held in process. An agent
    is waited for `join_s`.
    """

    agent: str
    options: AgentOptions
    voice: VoiceChoice | None
    cache: Path
    logs: Path
    edge_cases: str
    beats: str
    no_screens: str
    livekit: LiveKitAddress | None = None
    join_s: float = JOIN_S

    @property
    def room(self) -> str:
        """What kind of room meetings are held in, as recordings name it."""
        return IN_PROCESS if self.livekit is None else LIVEKIT


@dataclass(frozen=True, slots=True)
class Equipment:
    """What all trials that one process holds share."""

    means: Means
    agent: AgentChoice
    voice: TextToSpeech | None
    screens: Screens | None

    @property
    def venue(self) -> Venue:
        """Where its meetings are held."""
        return InProcess() if self.means.livekit is None else OnLiveKit(self.means.livekit)

    def log_of(self, variant: Variant) -> Path:
        """Where an agent in a process of its own writes what it prints."""
        return self.means.logs / f"{variant.source.id}-seed-{variant.seed}.log"


@contextmanager
def equipped(means: Means) -> Iterator[Equipment]:
    """The equipment; its browser is open until the context ends."""
    from modylbench.agents.catalogue import chosen
    from modylbench.meeting.capture.screens import Screens
    from modylbench.providers.chromium import NoScreen
    from modylbench.providers.speech.cached import CachedVoice

    agent = chosen(means.agent, means.options, is_checked=False)
    voice = CachedVoice(means.voice.made(), means.cache) if means.voice else None
    if means.no_screens:
        yield Equipment(means, agent, voice, None)
        return
    with ExitStack() as stack:
        try:
            screens = stack.enter_context(Screens.open())
        except NoScreen:  # a browser may die while it starts, and not again
            screens = stack.enter_context(Screens.open())
        yield Equipment(means, agent, voice, screens)
