"""What was said in a free-form meeting, as the scenario needs it to be told as it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scenarios.free_form.form import HeldTurn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.recording.turns import RecordedTurn


def held_turns(turns: Iterable[RecordedTurn]) -> list[HeldTurn]:
    """The human's turns with what each was said for; those of a script are left out."""
    return [
        HeldTurn(
            turn_index=turn.turn_index,
            text=turn.human.text,
            alternative=turn.human.alternative,
            intent=turn.human.intent,
        )
        for turn in turns
        if turn.human.intent is not None
    ]
