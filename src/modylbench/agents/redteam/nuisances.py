"""Agents that are right and a nuisance: one interrupts, one rebuilds everything every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.agents.reference.oracle import OracleAgent
from modylbench.agents.reference.playbook import answer_of
from modylbench.foundation.draw import Draw
from modylbench.surfaces.showing import VERSION, messages_for

if TYPE_CHECKING:
    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.playbook import Playbook


NAME = "interrupter"
INTERRUPTS = 0.5  # ours: the share of turns in which it does not let people finish
BREAKING_IN = (
    "Yes, yes, I see where this goes.",
    "Got it, got it.",
    "Right, let me stop you there.",
)


class Interrupter(OracleAgent):
    """The oracle, who begins to answer in the middle of every second thing that somebody says.

    It knows the script, so that it answers what is being asked; heard out, it answers again.
    """

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        super().__init__(playbook, pace)
        self._script = playbook
        self._temper = Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME)

    @override
    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Let somebody speak for a second or two, and then talk."""
        is_impatient = self._temper.uniform(0.0, 1.0) < INTERRUPTS
        patience_s = round(self._temper.uniform(1.0, 2.0), 3)
        words = self._temper.one_of(BREAKING_IN)
        coming = self._script.coming
        if not is_impatient or coming is None:
            return
        await seat.wait(patience_s)
        await seat.say(words)
        await seat.say(answer_of(coming, coming.turn.alternatives[-1]))
        await seat.wait_for_playout()


class Rewriter:
    """The oracle's words and products, every surface deleted and sent whole in each turn."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._playbook, self._pace = playbook, pace
        self._shown: list[str] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Take everything away, put everything up again, and speak meanwhile."""
        step = self._playbook.step(heard)
        await seat.say(step.answer)
        gone = [{"version": VERSION, "deleteSurface": {"surfaceId": name}} for name in self._shown]
        await seat.show(gone)
        self._shown = [product.id for product in step.products]
        for product in step.products:
            await seat.show(messages_for(product, product.id))
            await seat.wait(round(self._pace.uniform(0.2, 0.6), 3))
        await seat.wait_for_playout()
