"""A product is known for the deliverable it is, whatever its agent calls it."""

from modylbench.evaluation.verification.evidence import Expectations
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.products.document import Document
from modylbench.products.reading.index import Index, index
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.variant import instantiate

VARIANT = instantiate(scenario("financial_analyst"), 0)
EXPECTATIONS = Expectations.of(VARIANT.scenario, VARIANT.truth, VARIANT.oracle.RULES)


def renamed(suffix: str) -> list[Index]:
    return [
        index(product.model_copy(update={"id": product.id[:3] + suffix}))
        for product in VARIANT.final_products
    ]


def right_names(suffix: str) -> dict[str, str]:
    return {product.id[:3] + suffix: product.id for product in VARIANT.final_products}


def test_products_are_known_by_what_they_show() -> None:
    assert names_by_turn([renamed("_x")], EXPECTATIONS) == [right_names("_x")]


def test_a_product_keeps_its_name_from_its_first_turn() -> None:
    own = renamed("_x")

    found = names_by_turn([own[:1], own[:2], own], EXPECTATIONS)

    assert found[0] == {own[0].product.id: right_names("_x")[own[0].product.id]}
    assert found[2] == right_names("_x")


def test_products_made_anew_under_new_ids_are_followed() -> None:
    found = names_by_turn([renamed("_1"), renamed("_2"), renamed("_3")], EXPECTATIONS)

    assert found == [right_names("_1"), right_names("_2"), right_names("_3")]


def test_what_shows_nothing_asked_for_stands_for_nothing() -> None:
    stray = index(Document(id="notes", title="Lunch"))

    assert names_by_turn([[stray]], EXPECTATIONS) == [{}]
