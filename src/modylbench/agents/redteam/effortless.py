"""Agents that do no work of their own: one is silent, one replays the meeting of another seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.distorting.guides import AlteredGuide, ParallelMeeting
from modylbench.agents.reference.oracle import OracleAgent
from modylbench.scenarios.drawing.plot import SEED_EDGE_CASE
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.foundation.draw import Draw


class Silent:
    """Joins, and never says or shows anything."""

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Do nothing."""


class TemplateReplay(OracleAgent):
    """Plays a perfect meeting of the next seed, beat by beat, as if it were this one.

    Its edge case is that of the other seed, unless one was chosen by name.
    """

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        variant = playbook.variant
        choice = str(variant.scenario.metadata.get("edge_case", SEED_EDGE_CASE))
        other = instantiate(variant.source, variant.seed + 1, choice)
        super().__init__(
            AlteredGuide(playbook, ParallelMeeting(variant, other).of), pace, listening=listening
        )
