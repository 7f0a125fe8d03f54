"""Which of the products asked for is each product of a run, whatever its agent calls it?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.verification.evidence import Expectations, assigned, fit
from modylbench.foundation.record import Spec
from modylbench.products.reading.index import index

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.pipeline.turn_files import TurnFile
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


def under_our_names(turns: Sequence[TurnFile], variant: Variant) -> list[TurnFile]:
    """The turns with their products under the ids that the scenario asks for.

    Decided once for the run, by the last version of every product, so that a product keeps its
    name while it lives. Where the one that stands for a deliverable is not there in a turn, another
    of that turn may stand in if it shows quantities asked for: an agent that makes everything
    anew under new ids each turn is still followed.
    """
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    last = {product.id: product for turn in turns for product in _plain(turn.products)}
    names = _named(expectations, last.values())
    return [_turn(turn, names, expectations) for turn in turns]


def _plain(products: Iterable[WorkProduct | dict[str, Any]]) -> list[WorkProduct]:
    return [product for product in products if isinstance(product, Spec)]


def _named(expectations: Expectations, products: Iterable[WorkProduct]) -> dict[str, str]:
    """The name asked for by the product's own id."""
    found = assigned(expectations, [index(product) for product in products])
    return {indexes[0].product.id: name for name, indexes in found.items() if indexes}


def _turn(turn: TurnFile, names: dict[str, str], expectations: Expectations) -> TurnFile:
    present = _plain(turn.products)
    ours = {product.id: names[product.id] for product in present if product.id in names}
    outputs = tuple(one for one in expectations.outputs if one.product_id not in ours.values())
    strays = [index(product) for product in present if product.id not in ours]
    if outputs and strays:
        rest = replace(expectations, outputs=outputs)
        for name, indexes in assigned(rest, strays).items():
            output = next(one for one in outputs if one.product_id == name)
            if indexes and fit(output, indexes[0], rest)[1] > 0:
                ours[indexes[0].product.id] = name
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
