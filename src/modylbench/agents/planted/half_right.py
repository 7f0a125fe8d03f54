"""An oracle of whose figures a share is wrong, from none to all: what is being half right worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.distorting.redrawing import redrawn
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.plant import Plant
from modylbench.agents.planted.wrong_number import Off, altering
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.distorting.redrawing import Spot
    from modylbench.scenarios.variant import Variant

OFF = (0.1, 0.3)
"""Ours: by how much, up or down, beyond every tolerance. Each number has a factor of its own: moved
all by the same one, sums and ratios would tie again in the end."""


def corrupted(variant: Variant, share: float) -> Plant:
    """The oracle with that share of its numbers wrong; those of a larger share hold the smaller."""
    numbers = _Numbers()
    for product in variant.final_products:
        redrawn(product, numbers)
    draw = Draw(variant.scenario.scenario_id, variant.seed, "half_right")
    order = draw.shuffled(sorted(numbers.seen))
    factors = {number: 1 + draw.one_of((-1, 1)) * draw.uniform(*OFF) for number in order}
    wrong = order[: round(share * len(order))]
    pen = Off({number: factors[number] for number in wrong})
    return Plant(
        f"{share:.0%} of {len(order)} numbers wrong",
        lambda playbook, pace: Oracle(Altered(playbook, altering(pen)), pace),
    )


class _Numbers:
    """A Pen that changes nothing and notes every number."""

    def __init__(self) -> None:
        self.seen: set[float] = set()

    def cell(self, spot: Spot) -> float | int:
        """The same number."""
        if spot.number:
            self.seen.add(abs(spot.number))
        return spot.number

    def point(self, spot: Spot) -> float | int:
        """The same number."""
        return self.cell(spot)

    def text(self, text: str) -> str:
        """The same text."""
        return text
