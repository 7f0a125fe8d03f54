"""The answers of another seed: does it show that they were given to other questions?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.distorting.elsewhere import Elsewhere
from modylbench.agents.oracle import Oracle
from modylbench.scenarios.variant import SEED_EDGE_CASE, instantiate

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.foundation.draw import Draw


class TemplateReplay:
    """Plays a perfect meeting of the next seed, turn by turn, as if it were this one.

    Its edge case is that of the other seed, unless one was chosen by name.
    """

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        variant = playbook.variant
        choice = str(variant.scenario.metadata.get("edge_case", SEED_EDGE_CASE))
        other = Elsewhere(instantiate(variant.source, variant.seed + 1, choice))
        self._oracle = Oracle(Altered(playbook, other.of), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Say and show what was right there."""
        await self._oracle.answer(heard, seat)
