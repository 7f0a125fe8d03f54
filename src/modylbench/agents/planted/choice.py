"""How does an agent with a planted defect take its seat?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.agents.reference.playbook import Playbook
from modylbench.agents.seating.seated import seated
from modylbench.agents.seating.timing import Drawn
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import Place
    from modylbench.agents.planted.plant import Plant
    from modylbench.meeting.attendee import Attendee

ORACLE = "oracle"


@dataclass(frozen=True, slots=True)
class PlantedChoice:
    """An AgentChoice; its latencies are those of the oracle, so that only the defect differs."""

    plant: Plant
    name: str = ORACLE
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, place: Place) -> Attendee:
        """One whose latencies come from the seed of the meeting."""
        seed = (place.variant.source.id, place.variant.seed, ORACLE)
        return seated(
            lambda: self.plant.make(Playbook(place.variant), Draw(*seed, "pace")),
            Drawn(Draw(*seed)),
            place,
        )
