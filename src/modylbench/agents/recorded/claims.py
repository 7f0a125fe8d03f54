"""Which of the edits that a line claims do its own surfaces show?

`mutation_trajectory` is a list of edits, or an object with such a list under `mutations`; each has
turn_index, product_id, mutation_type and path (or `locator`). What else it says, such as that an
edit was right, is not read: nobody is judge of himself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.agents.recorded.shown import shown_in
from modylbench.evaluation.mutations.formats.catalogue import available
from modylbench.evaluation.mutations.trajectory import trajectory
from modylbench.foundation.errors import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.agents.recorded.answers import RecordedMeeting
    from modylbench.agents.recorded.shown import ShownTurn

MOST_CLAIMS = 100_000
NAMES = (("turn_index", int), ("product_id", str), ("mutation_type", str), ("path", str))

Edit = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class Claims:
    """What was claimed: how many edits, those that are not shown, and what is no claim at all."""

    claimed: int = 0
    not_shown: tuple[Edit, ...] = ()
    unreadable: tuple[str, ...] = ()


def claims_of(meeting: RecordedMeeting, shown: Sequence[ShownTurn] | None = None) -> Claims:
    """The claims of a meeting, held against what it shows."""
    if meeting.mutation_trajectory is None:
        return Claims()
    claimed, unreadable = _read(meeting.mutation_trajectory)
    if not claimed:
        return Claims(0, (), tuple(unreadable))
    turns = shown_in(meeting) if shown is None else shown
    made = trajectory([(turn.turn.turn_index, turn.products) for turn in turns], available())
    there = {
        (
            meeting.human_turn(mutation.turn_index),
            mutation.product_id,
            mutation.mutation_type,
            mutation.locator,
        )
        for mutation in made.mutations
    }
    not_shown = [one for one in claimed if (meeting.human_turn(one[0]), *one[1:]) not in there]
    return Claims(len(claimed), tuple(not_shown), tuple(unreadable))


def told(meetings: Iterable[RecordedMeeting]) -> str:
    """What recordings say of the claims of all meetings; empty where there are none."""
    found = [claims_of(meeting) for meeting in meetings]
    claimed = sum(one.claimed for one in found)
    shown = claimed - sum(len(one.not_shown) for one in found)
    return f"{claimed} edits claimed, {shown} of them shown" if claimed else ""


def _read(value: Any) -> tuple[list[Edit], list[str]]:
    if isinstance(value, dict):
        value = value.get("mutations")
    if not isinstance(value, list) or len(value) > MOST_CLAIMS:
        return [], [f"expected a list of at most {MOST_CLAIMS:,} edits"]
    edits: list[Edit] = []
    unreadable: list[str] = []
    for number, one in enumerate(value):
        edit = _edit(one)
        if edit is None:
            names = ", ".join(name for name, _ in NAMES)
            unreadable.append(f"[{number}]: found {quoted(one)}, expected {names}")
        else:
            edits.append(edit)
    return edits, unreadable


def _edit(one: Any) -> Edit | None:
    if not isinstance(one, dict):
        return None
    values: list[Any] = [one.get(name) for name, _ in NAMES]
    if values[-1] is None:
        values[-1] = one.get("locator")
    kinds = [kind for _, kind in NAMES]
    if not all(type(value) is kind for value, kind in zip(values, kinds, strict=True)):
        return None
    turn, product, mutation, path = values
    return turn, product, mutation, path
