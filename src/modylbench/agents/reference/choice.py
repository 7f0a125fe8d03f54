"""Our own agents, as a person chooses them by name."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import SeededTiming
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import MeetingContext
    from modylbench.meeting.arrangements import Attendee


@dataclass(frozen=True, slots=True)
class ReferenceChoice:
    """A class of ours, which knows the truth of its meeting; `target` is `module:Class`."""

    name: str
    target: str
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, context: MeetingContext) -> Attendee:
        """One whose latencies come from the seed of the meeting."""
        seed = (context.variant.source.id, context.variant.seed, self.name)
        return seat_agent(
            lambda: self.make_agent(context, seed), SeededTiming(Draw(*seed)), context
        )

    def make_agent(self, context: MeetingContext, seed: tuple[object, ...]) -> Agent:
        """The agent, with the playbook of its meeting and a pace of its own if it takes them."""
        module, _, name = self.target.partition(":")
        maker: Any = getattr(importlib.import_module(module), name)
        given = {"playbook": Playbook(context.variant), "pace": Draw(*seed, "pace")}
        wanted = inspect.signature(maker).parameters
        agent: Agent = maker(**{key: value for key, value in given.items() if key in wanted})
        return agent
