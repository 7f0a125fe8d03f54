"""An oracle who does not take up a correction: it goes on as if nothing had been said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.plant import Plant, steps_of
from modylbench.agents.reference.playbook import slots_of
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.agents.reference.playbook import Slot, Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

LEVELS = ("for one turn", "until the next beat", "to the end")
WORDS = ("All right, let me carry on where I was.", "Okay, going on with what I have.")


def planted(variant: Variant, level: int) -> Plant | None:
    """The oracle who ignores one of the human's corrections, in its products and in its words.

    What it says in later turns is a perfect agent's: only the products go on without it.
    """
    slots = slots_of(variant.scenario)
    draw = Draw(variant.scenario.scenario_id, variant.seed, "ignored_correction")
    ignored = [
        slot for slot in slots if slot.turn.purpose == "correction" and _shows(slot, variant)
    ]
    if not ignored:
        return None
    slot = draw.one_of(ignored)
    alter = _altering(variant, slot, slots.index(slot), last=_last(slots, slot, level))
    ending = list(steps_of(variant))[-1]
    wrong = [
        product.id
        for product, right in zip(alter(ending).products, ending.products, strict=False)
        if product != right
    ]
    words = draw.one_of(WORDS)

    def said(step: Step) -> Step:
        altered = alter(step)
        is_it = step.turn_index == slot.turn.turn_index
        return replace(altered, answer=words) if is_it else altered

    return Plant(
        f"ignored {LEVELS[level]}",
        lambda playbook, pace: Oracle(Altered(playbook, said), pace),
        turn_index=slot.turn.turn_index,
        product_id=next(iter(wrong), None),
    )


def _last(slots: tuple[Slot, ...], slot: Slot, level: int) -> int:
    """The last turn in which the products go on without the correction."""
    if level == 0:
        return slot.turn.turn_index
    same = [
        one.turn.turn_index for one in slots if level == len(LEVELS) - 1 or one.beat == slot.beat
    ]
    return max(same)


def _altering(variant: Variant, slot: Slot, at: int, *, last: int) -> Callable[[Step], Step]:
    slots = slots_of(variant.scenario)
    without = frozenset(slot.turn.reaches)

    def alter(step: Step) -> Step:
        if not slot.turn.turn_index <= step.turn_index <= last:
            return step
        place = next(n for n, slot in enumerate(slots) if slot.turn.turn_index == step.turn_index)
        done = slots[: max(place, at) + 1]
        reached = frozenset(name for one in done for name in one.turn.reaches)
        return replace(step, products=_kept(step.products, variant.products_at(reached - without)))

    return alter


def _kept(
    right: tuple[WorkProduct, ...], wrong: tuple[WorkProduct, ...]
) -> tuple[WorkProduct, ...]:
    """The wrong products, with the very objects of those that are right."""
    by_id = {one.id: one for one in right}
    return tuple(by_id[one.id] if by_id.get(one.id) == one else one for one in wrong)


def _shows(slot: Slot, variant: Variant) -> bool:
    """Whether it shows in the turn itself that the correction was not taken up."""
    at = next(
        n
        for n, one in enumerate(slots_of(variant.scenario))
        if one.turn.turn_index == slot.turn.turn_index
    )
    done = slots_of(variant.scenario)[: at + 1]
    reached = frozenset(name for one in done for name in one.turn.reaches)
    return variant.products_at(reached) != variant.products_at(
        reached - frozenset(slot.turn.reaches)
    )
