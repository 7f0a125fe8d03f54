"""Whether what decides is marked, is not too much, and is asked for in the meeting by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.quantities.quantity import (
    NumberSought,
    TableSought,
    TextSought,
    aliases_of_member,
)
from modylbench.scenarios.phrases import mentions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.scenario import Scenario

FEWEST, MOST = 1, 12  # SPEC 2


def wrong_decisive_counts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Products of which nothing decides, or too much."""
    for output in scenario.expected_outputs:
        count = len(list(deciding_criteria(scenario, output.product_id)))
        if not FEWEST <= count <= MOST:
            expected = f"expected {FEWEST} to {MOST}"
            yield f"product {output.product_id}", f"{count} decisive criteria, {expected}"


def unasked_quantities(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """Decisive quantities that nobody asks for by a name under which they are looked for.

    And a meeting that asks for nothing else: what decides is not to stand out.
    """
    said = " ".join(
        alternative.human_utterance
        for slot in scenario.human_turns()
        for alternative in slot.alternatives
    )
    quantities = {quantity.id: quantity for quantity in scenario.quantities}
    decisive = {
        name
        for criterion in scenario.criteria()
        if criterion.decisive
        for name in criterion.reads(quantities)
    }
    for name in sorted(decisive):
        unsaid = _unsaid_name(quantities[name], said)
        if unsaid:
            yield f"quantity {name}", f"decides, and nobody asks for {unsaid!r} in the meeting"
    others = [quantity for name, quantity in quantities.items() if name not in decisive]
    if others and all(_unsaid_name(quantity, said) for quantity in others):
        yield "script", "the meeting asks for nothing but what decides"


def deciding_criteria(scenario: Scenario, product: str) -> Iterator[Criterion]:
    """The decisive criteria of a product: its own, and those across products that read it."""
    products = {quantity.id: quantity.product for quantity in scenario.quantities}
    for output in scenario.expected_outputs:
        if output.product_id == product:
            yield from (c for c in output.verification_criteria if c.decisive)
    for criterion in scenario.verification.criteria:
        if criterion.decisive and product in {products[name] for name in criterion.reads(products)}:
            yield criterion


def _unsaid_name(quantity: Quantity, said: str) -> str:
    """The first name of a facet that is not said in any of its wordings; empty if all are.

    A table is asked for by its measure or, where that has no name of its own, by a member of one
    of its roles: nobody reads out all rows.
    """
    match quantity:
        case NumberSought(labels=labels):
            return _unsaid_facet(labels, said)
        case TextSought(headings=headings):
            return _unsaid_facet((headings,), said)
        case TableSought(labels=labels, members_by_role=roles):
            names = tuple(
                alias
                for _, members in roles
                for member in members
                for alias in aliases_of_member(member)
            )
            return (
                ""
                if labels and not _unsaid_facet(labels[:1], said)
                else _unsaid_facet((names,), said)
            )
        case _:
            return ""


def _unsaid_facet(facets: Sequence[Sequence[str]], said: str) -> str:
    unsaid = [names[0] for names in facets if not any(mentions(said, name) for name in names)]
    return unsaid[0] if unsaid else ""
