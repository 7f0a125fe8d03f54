"""What a perfect agent changes, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scenarios.scenario import ExpectedMutation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.script import ScriptedMutation
    from modylbench.scenarios.variant import Variant


@dataclass(frozen=True, slots=True)
class Reference:
    """The mutations that turns ask for, and how the products look after each of these turns.

    Without `products`, edits are matched by their pointers alone.
    """

    expected: tuple[ExpectedMutation, ...] = ()
    products: tuple[tuple[int, tuple[WorkProduct, ...]], ...] = ()
    quantities: tuple[Quantity, ...] = ()


def reference_of(
    variant: Variant, said: Mapping[int, Sequence[ScriptedMutation]] | None = None
) -> Reference:
    """The reference of a scenario at a seed: what its oracle makes of every milestone reached.

    `said` has the mutations of the alternative that the human really said, by turn; where it says
    nothing of a turn, they are those of its unconditional alternative.
    """
    reached: frozenset[str] = frozenset()
    products: list[tuple[int, tuple[WorkProduct, ...]]] = []
    for slot in variant.scenario.human_turns():
        if slot.reaches:
            reached |= set(slot.reaches)
            products.append((slot.turn_index, variant.products_at(reached)))
    scenario = variant.scenario
    expected = _expected_by_what_was_said(scenario.expected_mutations, said or {})
    return Reference(expected, tuple(products), scenario.quantities)


def _expected_by_what_was_said(
    expected: tuple[ExpectedMutation, ...], said: Mapping[int, Sequence[ScriptedMutation]]
) -> tuple[ExpectedMutation, ...]:
    kept = [mutation for mutation in expected if mutation.turn_index not in said]
    others = [
        ExpectedMutation(
            turn_index=turn_index,
            product_id=mutation.product,
            mutation_type=mutation.type,
            path=mutation.path,
            expected_value=mutation.value,
        )
        for turn_index, mutations in said.items()
        for mutation in mutations
    ]
    return tuple(sorted([*kept, *others], key=lambda mutation: mutation.turn_index))
