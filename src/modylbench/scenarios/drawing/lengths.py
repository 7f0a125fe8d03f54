"""Meetings of other lengths: 4, 8, 12 or 16 scripted turns (SPEC 14); only 8 is official."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.reading.index import index
from modylbench.scenarios.conditions import is_shown
from modylbench.scenarios.script import BEATS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.scenario import Scenario
    from modylbench.scenarios.template import Template

SHORT = 4
LENGTHS = (SHORT, BEATS, 12, 16)
_MARK = "turns-"


def choice_of_length(turns: int) -> str:
    """The choice of edge cases that makes a meeting so long.

    >>> choice_of_length(12)
    'turns-12'
    """
    return f"{_MARK}{turns}"


def possible_lengths(template: Template) -> tuple[int, ...]:
    """The lengths other than the benchmark's in which a scenario can be held."""
    if template.goals is not None:
        return ()
    cases = template.edge_cases.edge_cases
    twins = sum(case.look_alike is not None for case in cases)
    longest = BEATS + len(cases) + twins  # with the neutral beat
    shortest = BEATS if template.short is None else SHORT
    return tuple(n for n in LENGTHS if shortest <= n <= longest and n != BEATS)


def length_of(choice: str) -> int | None:
    """How many scripted turns a choice of edge cases asks for; None where it asks for no number.

    >>> length_of("turns-4"), length_of("all")
    (4, None)
    """
    turns = choice.removeprefix(_MARK)
    known = {str(length): length for length in LENGTHS}
    return known.get(turns) if choice.startswith(_MARK) else None


def only_what_is_due(
    scenario: Scenario, products: Sequence[WorkProduct], due_after: Mapping[str, Collection[str]]
) -> Scenario:
    """The scenario with the criteria alone that are of the work done in it.

    In a short meeting most of the work is never asked for: what a perfect agent has not made by its
    end, or what later beats (`due_after`, by criterion) would still change, is not expected of
    anybody.
    """
    made = {product.id for product in products}
    indexes = [index(product) for product in products]
    there = {
        quantity.id
        for quantity in scenario.quantities
        if quantity.product in made and is_shown(quantity, indexes)
    }
    known = [quantity.id for quantity in scenario.quantities]
    played = {turn.beat for turn in scenario.turns}

    def due(criteria: Iterable[Criterion]) -> tuple[Criterion, ...]:
        return tuple(
            criterion
            for criterion in criteria
            if set(criterion.reads(known)) <= there
            and played.issuperset(due_after.get(criterion.id, ()))
        )

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
