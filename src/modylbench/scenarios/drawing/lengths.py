"""Meetings of other lengths: 4, 8, 12 or 16 scripted turns (SPEC 14); only 8 is official."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.reading.index import index
from modylbench.scenarios.conditions import is_shown
from modylbench.scenarios.script import BEATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.scenario import Scenario

SHORT = 4
LENGTHS = (SHORT, BEATS, 12, 16)
_MARK = "turns-"


def choice_of_length(turns: int) -> str:
    """The choice of edge cases that makes a meeting so long.

    >>> choice_of_length(12)
    'turns-12'
    """
    return f"{_MARK}{turns}"


def length_of(choice: str) -> int | None:
    """How many scripted turns a choice of edge cases asks for; None where it asks for no number.

    >>> length_of("turns-4"), length_of("all")
    (4, None)
    """
    turns = choice.removeprefix(_MARK)
    known = {str(length): length for length in LENGTHS}
    return known.get(turns) if choice.startswith(_MARK) else None


def without_what_cannot_be_due(scenario: Scenario, products: Sequence[WorkProduct]) -> Scenario:
    """The scenario with the criteria alone that can be met by what a perfect agent has made.

    In a short meeting most of the work is never asked for: what a perfect agent has not made by its
    end is not expected of anybody.
    """
    made = {product.id for product in products}
    indexes = [index(product) for product in products]
    there = {quantity.id for quantity in scenario.quantities if is_shown(quantity, indexes)}
    known = [quantity.id for quantity in scenario.quantities]

    def due(criteria: Iterable[Criterion]) -> tuple[Criterion, ...]:
        return tuple(criterion for criterion in criteria if set(criterion.reads(known)) <= there)

    outputs = [
        output.model_copy(update={"verification_criteria": due(output.verification_criteria)})
        for output in scenario.expected_outputs
        if output.product_id in made
    ]
    across = scenario.verification.model_copy(
        update={"criteria": due(scenario.verification.criteria)}
    )
    kept = {"expected_outputs": tuple(outputs), "verification": across}
    return scenario.model_copy(update=kept)
