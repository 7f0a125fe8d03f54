"""Good manners and wrong figures: does courtesy buy a score?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered, mistaken
from modylbench.agents.oracle import Oracle
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Guide, Playbook, Step

NAME = "polite_but_wrong"
OPENINGS = (
    "Of course, happy to.",
    "Thank you, that's a very clear brief.",
    "Certainly, and thank you for the context.",
    "With pleasure.",
    "Great question, thank you for raising it.",
)
CLOSINGS = (
    "I've double-checked every figure, so you can rely on these.",
    "Please do let me know if there is anything else I can do for you.",
    "I'm fully confident in these numbers.",
    "It's a pleasure working on this with you.",
    "Everything ties, so you're in good hands.",
)


class PoliteButWrong:
    """Builds every product as the oracle does, with one mistake carried through all figures."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._oracle = Oracle(courteous(playbook), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Show and say what is wrong, politely."""
        await self._oracle.answer(heard, seat)


def courteous(playbook: Playbook) -> Guide:
    """The guide of somebody with wrong figures and good manners."""
    manners = Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME, "manners")

    def alter(step: Step) -> Step:
        answer = f"{manners.one_of(OPENINGS)} {step.answer} {manners.one_of(CLOSINGS)}"
        return replace(step, answer=answer)

    return Altered(mistaken(playbook), alter)
