"""What are the products of turn files called in their scenario?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.product_names import names_by_turn
from modylbench.evaluation.verification.evidence import Expectations
from modylbench.foundation.record import Spec
from modylbench.products.reading.index import Index, index

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.pipeline.turn_files import TurnFile
    from modylbench.scenarios.variant import Variant


def under_our_names(turns: Sequence[TurnFile], variant: Variant) -> list[TurnFile]:
    """The turns with their products under the ids that the scenario asks for."""
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    names = names_by_turn(_indexes(turns), expectations)
    return [_turn(turn, ours) for turn, ours in zip(turns, names, strict=True)]


def _indexes(turns: Sequence[TurnFile]) -> list[list[Index]]:
    """Every product of ours, read; what is the same as in an earlier turn is not read again."""
    known: dict[str, Index] = {}
    found: list[list[Index]] = []
    for turn in turns:
        present: list[Index] = []
        for product in turn.products:
            if isinstance(product, Spec):
                before = known.get(product.id)
                if before is None or before.product is not product:
                    known[product.id] = index(product, before)
                present.append(known[product.id])
        found.append(present)
    return found


def _turn(turn: TurnFile, ours: Mapping[str, str]) -> TurnFile:
    return replace(
        turn,
        products=tuple(
            product.model_copy(update={"id": ours[product.id]})
            if isinstance(product, Spec) and product.id in ours
            else product
            for product in turn.products
        ),
        sent_of={ours.get(own, own): sent for own, sent in turn.sent_of.items()},
    )
