"""Right, but speaks over people: is it noticed when an answer came?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.oracle import Oracle
from modylbench.agents.reference.playbook import answer_of
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook

NAME = "interrupter"
INTERRUPTS = 0.5  # ours: the share of turns in which it does not let people finish
BREAKING_IN = (
    "Yes, yes, I see where this goes.",
    "Got it, got it.",
    "Right, let me stop you there.",
)


class Interrupter:
    """The oracle, who begins to answer in the middle of every second thing that somebody says.

    It knows the script, so that it answers what is being asked; heard out, it answers again.
    """

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._playbook = playbook
        self._oracle = Oracle(playbook, pace)
        self._temper = Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Answer as the oracle does."""
        await self._oracle.answer(heard, seat)

    async def overhear(self, speaker: str, seat: Seat) -> None:  # noqa: ARG002 - whoever it is
        """Let somebody speak for a second or two, and then talk."""
        is_impatient = self._temper.uniform(0.0, 1.0) < INTERRUPTS
        patience_s = round(self._temper.uniform(1.0, 2.0), 3)
        words = self._temper.one_of(BREAKING_IN)
        coming = self._playbook.coming
        if not is_impatient or coming is None:
            return
        await seat.wait(patience_s)
        await seat.say(words)
        await seat.say(answer_of(coming, coming.turn.alternatives[-1]))
        await seat.said()
