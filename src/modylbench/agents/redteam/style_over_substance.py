"""Well-formed and empty: does polish buy a score?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.distorting.polish import Polish, polished
from modylbench.agents.oracle import Oracle
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step
    from modylbench.products.work_product import WorkProduct

NAME = "style_over_substance"


class StyleOverSubstance:
    """Shows every product with all its parts, titles and headings, and next to no figures."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._polish = Polish(
            Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME)
        )
        self._made: dict[str, tuple[WorkProduct, WorkProduct]] = {}
        self._oracle = Oracle(Altered(playbook, self._altered), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Present."""
        await self._oracle.answer(heard, seat)

    def _altered(self, step: Step) -> Step:
        products = tuple(self._hollow(product) for product in step.products)
        return replace(step, products=products, answer=self._polish.speech(products))

    def _hollow(self, product: WorkProduct) -> WorkProduct:
        """The product without its content, the same for as long as the product is."""
        before, hollow = self._made.get(product.id, (None, product))
        if before is not product:
            hollow = polished(product, self._polish)
            self._made[product.id] = (product, hollow)
        return hollow
