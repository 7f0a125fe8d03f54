"""Says the right figures and hands over others: is what was delivered looked at?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered, mistaken
from modylbench.agents.distorting.files import file_of
from modylbench.agents.oracle import Oracle

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw


class OutputMismatch:
    """Speaks as the oracle does; its surfaces and the files it hands over show other figures."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._oracle = Oracle(Altered(mistaken(playbook, says_so=False), self._noted), pace)
        self._step: Step | None = None

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Say what is right and show what is not; in the delivery, as files too."""
        await self._oracle.answer(heard, seat)
        step = self._step
        if step is not None and step.phase == "delivery" and step.slot.is_opening and step.is_new:
            for product in step.products:
                await seat.send_file(*file_of(product))

    def _noted(self, step: Step) -> Step:
        self._step = step
        return step
