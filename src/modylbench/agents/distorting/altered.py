"""How is a perfect agent's guide turned into one that leads astray?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.elsewhere import Elsewhere
from modylbench.agents.distorting.misreading import misread
from modylbench.agents.distorting.redrawing import redrawn
from modylbench.agents.distorting.slips import Slips

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.agent import Heard
    from modylbench.agents.distorting.redrawing import Pen
    from modylbench.agents.reference.playbook import Guide, Playbook, Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


class Altered:
    """A Guide whose every step is changed before an agent takes it."""

    def __init__(self, guide: Guide, alter: Callable[[Step], Step]) -> None:
        self._guide, self._alter = guide, alter

    def step(self, heard: Heard) -> Step:
        """The changed step."""
        return self._alter(self._guide.step(heard))


class Redrawing:
    """Writes products anew with a pen, each of them once for as long as it stays the same."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._done: dict[str, tuple[WorkProduct, WorkProduct]] = {}

    def all(self, products: tuple[WorkProduct, ...]) -> tuple[WorkProduct, ...]:
        """The products as the pen writes them."""
        return tuple(self._one(product) for product in products)

    def _one(self, product: WorkProduct) -> WorkProduct:
        before, after = self._done.get(product.id, (None, product))
        if before is not product:
            after = redrawn(product, self._pen)
            self._done[product.id] = (product, after)
        return after


def mistaken(playbook: Playbook, *, says_so: bool = True) -> Guide:
    """The guide of somebody whose figures are wrong; unless `says_so`, only where they are shown.

    They follow from misread inputs; where none can be misread, figures slip one by one.
    """
    other = misread(playbook.variant)
    wrong = _slipping(playbook.variant) if other is None else Elsewhere(other).of

    def alter(step: Step) -> Step:
        altered = wrong(step)
        return altered if says_so else replace(altered, answer=step.answer)

    return Altered(playbook, alter)


def _slipping(variant: Variant) -> Callable[[Step], Step]:
    """What is shown is worked out before what is said, which rounds it."""
    slips = Slips(variant)
    redrawing = Redrawing(slips)

    def slip(step: Step) -> Step:
        products = redrawing.all(step.products)
        return replace(step, products=products, answer=slips.text(step.answer))

    return slip
