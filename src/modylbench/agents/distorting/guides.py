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
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.agents.agent import HeardTurn
    from modylbench.agents.reference.playbook import Guide, Playbook, PlaybookSlot, Step
    from modylbench.scenarios.scenario import Alternative, Scenario
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
    wrong = (
        _slip_alteration(playbook.variant)
        if other is None
        else ParallelMeeting(playbook.variant, other).of
    )

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
    """A perfect meeting of another variant, followed beat by beat beside the one that is held.

    Seeds have their work in other orders: what counts is the beat and the place in it. The n-th
    edge case stands for the n-th of the other meeting, unless that one plays it too.
    """

    def __init__(self, held: Variant, other: Variant) -> None:
        self._products_at = lru_cache(maxsize=4)(other.products_at)
        self._slots: dict[int, PlaybookSlot] = {}
        self._reached_by: dict[int, tuple[str, ...]] = {}
        self._heard: set[int] = set()
        for own, theirs in _beats_in_pairs(held.scenario, other.scenario):
            for place, slot in enumerate(own):
                index, is_last = slot.turn.turn_index, place + 1 == len(own)
                done = theirs[place:] if is_last else theirs[place : place + 1]
                self._slots[index] = theirs[min(place, len(theirs) - 1)]
                self._reached_by[index] = tuple(name for s in done for name in s.turn.reaches)

    def of(self, step: Step) -> Step:
        """The same place in the other meeting, and the same alternative of it."""
        self._heard.add(step.turn_index)
        slot = self._slots.get(step.turn_index, step.slot)
        reached = frozenset(name for i in self._heard for name in self._reached_by.get(i, ()))
        asked = _same_alternative(step, slot.turn.alternatives)
        return replace(step, answer=answer_of(slot, asked), products=self._products_at(reached))


def _beats_in_pairs(
    held: Scenario, other: Scenario
) -> Iterator[tuple[list[PlaybookSlot], list[PlaybookSlot]]]:
    """The turns of every beat, with those of the other meeting's beat that it stands for."""
    theirs = _slots_by_beat(other)
    beats = _slots_by_beat(held)
    spare = [slots for beat, slots in theirs.items() if slots[0].edge_case and beat not in beats]
    for beat, slots in beats.items():
        if beat in theirs:
            yield slots, theirs[beat]
        elif slots[0].edge_case and spare:
            yield slots, spare.pop(0)


def _slots_by_beat(scenario: Scenario) -> dict[str, list[PlaybookSlot]]:
    beats: dict[str, list[PlaybookSlot]] = {}
    for slot in slots_of(scenario):
        beats.setdefault(slot.beat, []).append(slot)
    return beats


def _same_alternative(step: Step, alternatives: Sequence[Alternative]) -> Alternative:
    """The one in the place of what was asked; the last, said by default, stands for the last."""
    own = step.slot.turn.alternatives
    number = own.index(step.asked)
    is_last = number + 1 == len(own)
    return alternatives[-1 if is_last else min(number, len(alternatives) - 1)]
