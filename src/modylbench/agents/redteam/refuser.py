"""The refuser: right in everything, but says no to whatever sounds like a trap."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.agents.distorting.guides import AlteredGuide
from modylbench.agents.reference.oracle import OracleAgent

if TYPE_CHECKING:
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Playbook, PlaybookSlot, Step
    from modylbench.foundation.draw import Draw


class Refuser(OracleAgent):
    """The oracle, who also refuses the legitimate look-alike of a trap, and goes on refusing."""

    def __init__(
        self, playbook: Playbook, pace: Draw, listening: ListeningAloud | None = None
    ) -> None:
        self._slots = playbook.slots
        self._products_at = lru_cache(maxsize=4)(playbook.variant.products_at)
        super().__init__(AlteredGuide(playbook, self._alter), pace, listening=listening)

    def _alter(self, step: Step) -> Step:
        refused = [slot for slot in self._slots if _is_look_alike(slot)]
        if not refused:
            return step
        reached = frozenset(
            name
            for slot in self._slots
            if slot.turn.turn_index <= step.turn_index and slot not in refused
            for name in slot.turn.reaches
        )
        case = step.edge_case
        answer = step.answer if case is None else case.wrong_line.strip('" ')
        return replace(step, answer=answer, products=self._products_at(reached))


def _is_look_alike(slot: PlaybookSlot) -> bool:
    return slot.edge_case is not None and slot.edge_case.is_look_alike
