"""Which of the products asked for each product of a meeting is, whatever its agent calls it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import assign_products, fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.verification.evidence import Expectations
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.scenario import ExpectedOutput


def names_by_turn(
    turns: Sequence[Sequence[Index]], expectations: Expectations
) -> list[dict[str, str]]:
    """For every turn the ids that the scenario asks for, by the products' own.

    Decided once for the meeting, by the last version of every product, so that a product keeps its
    name while it lives. Where the one that stands for a deliverable is not there in a turn, another
    of that turn may stand in if it shows quantities asked for: an agent that makes everything
    anew under new ids each turn is still followed.
    """
    last = {index.product.id: index for turn in turns for index in turn}
    names = _names_of(expectations, last.values())
    found: list[dict[str, str]] = []
    for number, turn in enumerate(turns):
        is_same = number > 0 and are_same(turn, turns[number - 1])
        found.append(found[-1] if is_same else _of_turn(turn, names, expectations))
    return found


def _names_of(expectations: Expectations, products: Iterable[Index]) -> dict[str, str]:
    """The name asked for by the product's own id."""
    found = assign_products(expectations, list(products))
    return {indexes[0].product.id: name for name, indexes in found.items() if indexes}


def _of_turn(
    turn: Sequence[Index], names: dict[str, str], expectations: Expectations
) -> dict[str, str]:
    ours = {
        index.product.id: names[index.product.id] for index in turn if index.product.id in names
    }
    outputs = tuple(
        output for output in expectations.outputs if output.product_id not in ours.values()
    )
    strays = [index for index in turn if index.product.id not in ours]
    if outputs and strays:
        rest = replace(expectations, outputs=outputs)
        for name, indexes in assign_products(rest, strays).items():
            if indexes and fit(_output(outputs, name), indexes[0], rest)[1] > 0:
                ours[indexes[0].product.id] = name
    return ours


def _output(outputs: Iterable[ExpectedOutput], name: str) -> ExpectedOutput:
    return next(output for output in outputs if output.product_id == name)


def are_same(shown: Sequence[Index], before: Sequence[Index]) -> bool:
    """Whether both are the same objects in the same order: then nothing has changed."""
    return len(shown) == len(before) and all(
        now is other for now, other in zip(shown, before, strict=True)
    )
