"""The oracle: the perfect agent, which does everything right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.reference.display import Display

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Guide
    from modylbench.foundation.draw import Draw


class OracleAgent:
    """Builds every product step by step where it is seen, and says what a perfect agent says.

    `pace` draws the moments between what it shows.
    """

    def __init__(self, playbook: Guide, pace: Draw) -> None:
        self._playbook = playbook
        self._display = Display()
        self._pace = pace

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Show what has changed, one product after the other, and speak meanwhile."""
        step = self._playbook.step(heard)
        changed = self._display.messages(step.products)
        if not changed:
            await seat.say(step.answer)
        for number, messages in enumerate(changed):
            if number > 0:
                await seat.wait(self._moment_s())
            await seat.show(messages)
            if number == 0:
                await seat.say(step.answer)
        await seat.wait_for_playout()

    def _moment_s(self) -> float:
        """0.4 to 1.2 s, ours."""
        return round(self._pace.uniform(0.4, 1.2), 3)
