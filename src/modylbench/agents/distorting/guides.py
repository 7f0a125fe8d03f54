"""Guides that lead a perfect agent astray: each changes the steps of its playbook."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from modylbench.agents.distorting.misreading import misread_variant
from modylbench.agents.distorting.redrawing import Redrawer, redraw
from modylbench.agents.distorting.wrong_figures import SlippingPen
from modylbench.agents.reference.playbook import answer_of, slots_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.agent import HeardTurn
    from modylbench.agents.reference.playbook import Guide, Playbook, Step
    from modylbench.scenarios.variant import Variant


class AlteredGuide:
    """A Guide whose every step is changed before an agent takes it."""

    def __init__(self, guide: Guide, alter: Callable[[Step], Step]) -> None:
        self._guide, self._alter = guide, alter

    def step(self, heard: HeardTurn) -> Step:
        """The changed step."""
        return self._alter(self._guide.step(heard))


def mistaken_guide(playbook: Playbook, *, says_so: bool = True) -> Guide:
    """The guide of somebody whose figures are wrong; unless `says_so`, only where they are shown.

    They follow from misread inputs; where none can be misread, figures slip one by one.
    """
    other = misread_variant(playbook.variant)
    wrong = _slip_alteration(playbook.variant) if other is None else ParallelMeeting(other).of

    def alter(step: Step) -> Step:
        altered = wrong(step)
        return altered if says_so else replace(altered, answer=step.answer)

    return AlteredGuide(playbook, alter)


def _slip_alteration(variant: Variant) -> Callable[[Step], Step]:
    """What is shown is worked out before what is said, which rounds it."""
    slips = SlippingPen(variant)
    redrawer = Redrawer(partial(redraw, pen=slips))

    def slip(step: Step) -> Step:
        products = redrawer.redraw_all(step.products)
        return replace(step, products=products, answer=slips.text(step.answer))

    return slip


class ParallelMeeting:
    """A perfect meeting of another variant, followed turn by turn beside the one that is held."""

    def __init__(self, other: Variant) -> None:
        self._products_at = lru_cache(maxsize=4)(other.products_at)
        self._slots = {slot.turn.turn_index: slot for slot in slots_of(other.scenario)}
        self._heard: set[int] = set()

    def of(self, step: Step) -> Step:
        """The same turn in the other meeting, and the same alternative of it."""
        self._heard.add(step.turn_index)
        slot = self._slots.get(step.turn_index, step.slot)
        alternatives = slot.turn.alternatives
        number = step.slot.turn.alternatives.index(step.asked)
        asked = alternatives[min(number, len(alternatives) - 1)]
        reached = frozenset(
            name
            for index in self._heard
            if index in self._slots
            for name in self._slots[index].turn.reaches
        )
        products = self._products_at(reached)
        return replace(step, answer=answer_of(slot, asked), products=products)
