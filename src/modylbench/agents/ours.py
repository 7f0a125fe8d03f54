"""What do the names of our own agents stand for?"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.seated import seated
from modylbench.agents.seating.timing import Drawn
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import Place
    from modylbench.meeting.attendee import Attendee


@dataclass(frozen=True, slots=True)
class ReferenceChoice:
    """A class of ours, which knows the truth of its meeting; `place` is `module:Class`."""

    name: str
    place: str
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, place: Place) -> Attendee:
        """One whose latencies come from the seed of the meeting."""
        seed = (place.variant.source.id, place.variant.seed, self.name)
        return seated(lambda: self._made(place, seed), Drawn(Draw(*seed)), place)

    def _made(self, place: Place, seed: tuple[object, ...]) -> Agent:
        module, _, name = self.place.partition(":")
        maker: Any = getattr(importlib.import_module(module), name)
        given = {"playbook": Playbook(place.variant), "pace": Draw(*seed, "pace")}
        wanted = inspect.signature(maker).parameters
        agent: Agent = maker(**{key: value for key, value in given.items() if key in wanted})
        return agent
