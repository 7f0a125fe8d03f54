"""Right, but made from nothing every turn: is it noticed how work was done?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.surfaces.showing import VERSION, messages_for

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.foundation.draw import Draw


class Rewriter:
    """The oracle's words and products, every surface deleted and sent whole in each turn."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._playbook, self._pace = playbook, pace
        self._shown: list[str] = []

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Take everything away, put everything up again, and speak meanwhile."""
        step = self._playbook.step(heard)
        await seat.say(step.answer)
        gone = [{"version": VERSION, "deleteSurface": {"surfaceId": name}} for name in self._shown]
        await seat.show(gone)
        self._shown = [product.id for product in step.products]
        for product in step.products:
            await seat.show(messages_for(product, product.id))
            await seat.wait(round(self._pace.uniform(0.2, 0.6), 3))
        await seat.said()
