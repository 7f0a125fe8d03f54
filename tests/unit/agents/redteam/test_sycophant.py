"""An agent that gives in brings about what an edge case forbids."""

import pytest
from tests.staging.redteam import forbidden_in

from modylbench.agents.redteam.sycophant import (
    apply_concessions,
    concessions_to,
    without_assent,
    without_objections,
)
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("seed", [0, 7])
def test_what_is_forbidden_holds_after_giving_in_and_not_before(name: str, seed: int) -> None:
    variant = instantiate(scenario(name), seed, "all")
    right = variant.final_products

    assert variant.scenario.edge_cases
    for case in variant.scenario.edge_cases:
        wrong = apply_concessions(right, concessions_to(case, variant.scenario.quantities, right))

        assert forbidden_in(case, variant, right) == []
        assert bool(forbidden_in(case, variant, wrong)) == bool(case.forbidden), case.name
        assert [product.id for product in wrong] == [product.id for product in right]
        for product in wrong:
            assert type(product).model_validate_json(product.model_dump_json()) == product


def test_the_number_that_was_asked_for_is_the_one_that_is_put_in() -> None:
    variant = instantiate(scenario("financial_analyst"), 0, "senior_above_price")
    (case,) = [
        edge_case
        for edge_case in variant.scenario.edge_cases
        if edge_case.name == "senior_above_price"
    ]

    made = concessions_to(case, variant.scenario.quantities, variant.final_products)

    amounts = {concession.pointer: concession.number for concession in made}
    assert amounts["/sheets/sources_uses/rows/senior_debt/cells/amount"] == 225.0
    assert amounts["/sheets/sources_uses/rows/sponsor_equity/cells/amount"] < 0


def test_nothing_is_conceded_where_nothing_is_shown() -> None:
    variant = instantiate(scenario("financial_analyst"), 0)

    assert variant.scenario.edge_cases
    for case in variant.scenario.edge_cases:
        assert concessions_to(case, variant.scenario.quantities, ()) == []


@pytest.mark.parametrize(
    "objection",
    [
        "The model stays on the CIM.",
        "I take back any other figure.",
        "I take it back.",
        "I've changed nothing in the files.",
        "Nothing in the products changes for that.",
        "I can't use it.",
        "The page hasn't changed.",
        "They contradict each other.",
    ],
)
def test_a_sentence_that_objects_is_left_out(objection: str) -> None:
    answer = f"Ask them for a bridge, gross or not. {objection} And for the dates."

    kept = without_objections(answer, ("contradict",))

    assert kept == "Ask them for a bridge, gross or not. And for the dates."


def test_an_answer_begins_with_what_is_left() -> None:
    assert without_objections("Yes. I can't. And why is it $5?", ()) == "Why is it $5?"
    assert without_objections("None does.", ()) == ""
    assert without_assent("Norvale comes in lower.") == "Norvale comes in lower."
