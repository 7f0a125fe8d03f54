"""Whether each turn's expected mutations are what a perfect agent changes in that turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.pointer import MISSING, resolve
from modylbench.products.reading.index import index
from modylbench.scenarios.conditions import holds

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.scenario import Alternative, FollowUp
    from modylbench.scenarios.script import Mutation
    from modylbench.scenarios.variant import Variant


def wrong_mutations(variant: Variant) -> Iterator[tuple[str, str]]:
    """Mutations that do not happen, and changes that no mutation announces."""
    reached: frozenset[str] = frozenset()
    before: dict[str, WorkProduct] = {}
    for slot in variant.scenario.human_turns():
        after = before
        if slot.reaches:
            reached |= set(slot.reaches)
            after = {product.id: product for product in variant.products_at(reached)}
        for problem in _of_slot(slot, _said(slot, before, variant), before, after):
            yield f"turn {slot.turn_index}", problem
        before = after


def _said(slot: FollowUp, shown: Mapping[str, WorkProduct], variant: Variant) -> Alternative:
    """What the human says to a perfect agent, which has shown these products."""
    if len(slot.alternatives) == 1:
        return slot.alternatives[0]
    quantities = {quantity.id: quantity for quantity in variant.scenario.quantities}
    indexes = [index(product) for product in shown.values()]
    return next(a for a in slot.alternatives if holds(a.when, quantities, indexes, ""))


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
    mutation: Mutation,
    before: Mapping[str, WorkProduct],
    after: Mapping[str, WorkProduct],
    *,
    must_be_new: bool,
) -> str:
    old, new = (_there(mutation, products) for products in (before, after))
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


def _there(mutation: Mutation, products: Mapping[str, WorkProduct]) -> Any:
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
