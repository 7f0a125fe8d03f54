"""Right in one run of three: does luck buy a score?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.oracle import Oracle
from modylbench.agents.redteam.polite_but_wrong import PoliteButWrong

if TYPE_CHECKING:
    from modylbench.agents.agent import Agent, Heard, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.foundation.draw import Draw

RIGHT_EVERY = 3


class Gambler:
    """The oracle at the seeds that three divides, and politely wrong at the others."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        is_lucky = playbook.variant.seed % RIGHT_EVERY == 0
        self._player: Agent = (Oracle if is_lucky else PoliteButWrong)(playbook, pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Do as luck has it."""
        await self._player.answer(heard, seat)
