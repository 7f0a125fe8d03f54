"""Never far off and never right: does the safe middle buy a score?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered, Redrawing
from modylbench.agents.distorting.hedging import Hedging
from modylbench.agents.oracle import Oracle
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step

NAME = "mean_anchor"
BOTH_WAYS = (
    "I can see the case for it and the case against it. There is something to be said for going "
    "part of the way, so I'd keep it as an option and come back to it.",
    "That's one way to look at it, and people I respect would go either way. I'd leave some room "
    "for it, without ruling anything in or out today.",
    "It depends. A middle position would probably be the most comfortable one for everybody, and "
    "we could always revisit it.",
)


class MeanAnchor:
    """Moves every figure to a round middle, and takes no side where one must be taken."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        variant = playbook.variant
        self._draw = Draw(variant.scenario.scenario_id, variant.seed, NAME)
        self._hedging = Hedging(Draw(variant.scenario.scenario_id, variant.seed, NAME, "hedging"))
        self._redrawing = Redrawing(self._hedging)
        self._oracle = Oracle(Altered(playbook, self._altered), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Show and say something in between."""
        await self._oracle.answer(heard, seat)

    def _altered(self, step: Step) -> Step:
        is_asked_to_choose = step.edge_case is not None
        answer = self._draw.one_of(BOTH_WAYS) if is_asked_to_choose else step.answer
        return replace(
            step,
            products=self._redrawing.all(step.products),
            answer=self._hedging.speech(answer),
        )
