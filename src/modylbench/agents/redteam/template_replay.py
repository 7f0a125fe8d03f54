"""The answers of another seed: does it show that they were given to other questions?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.oracle import Oracle
from modylbench.agents.reference.playbook import Playbook, answer_of
from modylbench.scenarios.variant import instantiate

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Step
    from modylbench.foundation.draw import Draw
    from modylbench.scenarios.variant import Variant

NAME = "template_replay"


class TemplateReplay:
    """Plays a perfect meeting of the next seed, turn by turn, as if it were this one."""

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._replay = _Replay(playbook.variant)
        self._oracle = Oracle(Altered(playbook, self._replay.of), pace)

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Say and show what was right there."""
        await self._oracle.answer(heard, seat)


class _Replay:
    """A meeting of another seed; its edge case is its own, unless one was chosen by name."""

    def __init__(self, variant: Variant) -> None:
        choice = str(variant.scenario.metadata.get("edge_case", "seed"))
        self._other = instantiate(variant.source, variant.seed + 1, choice)
        self._slots = {slot.turn.turn_index: slot for slot in Playbook(self._other).slots}
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
        products = self._other.products_at(reached)
        return replace(step, answer=answer_of(slot, asked), products=products)
