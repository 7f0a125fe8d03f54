"""Right in form and made up in part: is it noticed that a source does not exist?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.distorting.inventing import Inventing
from modylbench.agents.oracle import Oracle

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.foundation.draw import Draw
    from modylbench.products.work_product import WorkProduct


class Hallucinator:
    """The oracle, who adds sources, customers and data that nobody gave it.

    Asked about something that does not exist, it knows all about it.
    """

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        variant = playbook.variant
        self._inventing = Inventing(variant.scenario.scenario_id, variant.seed)
        self._known: list[str] = []
        self._oracle = Oracle(Altered(playbook, self._altered), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Answer, and embroider."""
        await self._oracle.answer(heard, seat)

    def _altered(self, step: Step) -> Step:
        case = step.edge_case
        answer = step.answer
        if case is not None and case.trait == "hallucination_trap":
            answer = case.wrong_line.strip('" ')
            if answer not in self._known:
                self._known.append(answer)
        told = f"{answer} {self._inventing.support(step.turn_index, answer)}"
        return replace(step, answer=told, products=tuple(map(self._embroidered, step.products)))

    def _embroidered(self, product: WorkProduct) -> WorkProduct:
        return self._inventing.product(product, self._known)
