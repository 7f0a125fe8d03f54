"""Whether each turn's expected mutations are what a perfect agent changes in that turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.pointer import MISSING, resolve
from modylbench.products.reading.index import index
from modylbench.scenarios.conditions import holds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.scenario import Alternative, FollowUp
    from modylbench.scenarios.script import ScriptedMutation
    from modylbench.scenarios.variant import Variant


def wrong_mutations(variant: Variant) -> Iterator[tuple[str, str]]:
    """Mutations that do not happen, and changes that no mutation announces."""
    reached: frozenset[str] = frozenset()
    before: dict[str, WorkProduct] = {}
    shown: dict[str, Index] = {}
    quantities = {quantity.id: quantity for quantity in variant.scenario.quantities}
    for slot in variant.scenario.human_turns():
        after = before
        if slot.reaches:
            reached |= set(slot.reaches)
            after = {product.id: product for product in variant.products_at(reached)}
        for name in _asked_after(slot, quantities) & before.keys():
            shown[name] = index(before[name], shown.get(name))
        # What the human says to a perfect agent, which has shown these products.
        said = next(
            alternative
            for alternative in slot.alternatives
            if holds(alternative.when, quantities, tuple(shown.values()), "")
        )
        for problem in _of_slot(slot, said, before, after):
            yield f"turn {slot.turn_index}", problem
        before = after


def _asked_after(slot: FollowUp, quantities: Mapping[str, Quantity]) -> set[str]:
    """The products whose quantities decide what is said."""
    conditions = [alternative.when for alternative in slot.alternatives if alternative.when]
    names = {name for when in conditions for name in (when.shown, when.missing) if name}
    return {quantities[name].product for name in names}


def _of_slot(
    slot: FollowUp,
    said: Alternative,
    before: Mapping[str, WorkProduct],
    after: Mapping[str, WorkProduct],
) -> Iterator[str]:
    if after != before and not said.mutations:
        yield "the products change, and no mutation says so"
    for alternative in slot.alternatives:
        for mutation in alternative.mutations:
            problem = _unmet(mutation, before, after, must_be_new=alternative is said)
            if problem:
                yield f"{mutation.type} {mutation.product}{mutation.path}: {problem}"


def _unmet(
    mutation: ScriptedMutation,
    before: Mapping[str, WorkProduct],
    after: Mapping[str, WorkProduct],
    *,
    must_be_new: bool,
) -> str:
    old, new = (_value_at(mutation, products) for products in (before, after))
    gone = mutation.type.startswith(("delete", "remove"))
    if gone:
        return (
            ""
            if new is MISSING and (old is not MISSING or not must_be_new)
            else "it is not what goes in this turn"
        )
    if new is MISSING:
        return "there is nothing at that path after the turn"
    if must_be_new and old is not MISSING and old == new:
        return "nothing changes there in this turn"
    if mutation.value is not None and not _same(new, mutation.value):
        return f"the value after the turn is {_short(new)}, not {mutation.value!r}"
    return ""


def _value_at(mutation: ScriptedMutation, products: Mapping[str, WorkProduct]) -> Any:
    product = products.get(mutation.product)
    return MISSING if product is None else resolve(product, mutation.path)


def _same(there: object, expected: object) -> bool:
    if isinstance(there, int | float) and isinstance(expected, int | float):
        return abs(there - expected) <= 5e-3 * max(
            1e-9, abs(expected)
        )  # ours: products are rounded
    return there == expected


def _short(value: object) -> str:
    return repr(value)[:60]
