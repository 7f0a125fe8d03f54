"""What is said and shown at the same turn of another meeting?"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.agents.reference.playbook import answer_of, slots_of

if TYPE_CHECKING:
    from modylbench.agents.reference.playbook import Step
    from modylbench.scenarios.variant import Variant


class Elsewhere:
    """A perfect meeting of another variant, followed turn by turn beside the one that is held."""

    def __init__(self, other: Variant) -> None:
        self._made = lru_cache(maxsize=4)(other.products_at)
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
        products = self._made(reached)
        return replace(step, answer=answer_of(slot, asked), products=products)
