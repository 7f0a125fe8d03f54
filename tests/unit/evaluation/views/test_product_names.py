"""A product is known for the deliverable it is, whatever its agent calls it."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.verification.evidence import Expectations
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.products.document import Document
from modylbench.products.reading.index import Index, index
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate

VARIANT = instantiate(scenario("financial_analyst"), 0)
ASKED = {output.product_id: output.title for output in VARIANT.scenario.expected_outputs}


def expectations(variant: Variant) -> Expectations:
    return Expectations.of_variant(variant)


EXPECTATIONS = expectations(VARIANT)


def names(*products: WorkProduct) -> dict[str, str]:
    [found] = names_by_turn([[index(product) for product in products]], EXPECTATIONS)
    return found


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


def test_every_scenarios_products_are_known_under_ids_of_another() -> None:
    checked = list(shipped_scenarios())
    assert checked
    for name in checked:
        variant = instantiate(scenario(name), 1)
        own = {f"p{place}": product for place, product in enumerate(variant.final_products)}
        read = [index(product.model_copy(update={"id": key})) for key, product in own.items()]

        found = names_by_turn([read], expectations(variant))

        assert found == [{key: product.id for key, product in own.items()}], name


def test_an_id_comes_first_whatever_the_title_says() -> None:
    by_id = Spreadsheet(id="irr_sensitivity", title=ASKED["lbo_model"])
    by_title = Spreadsheet(id="x", title=ASKED["irr_sensitivity"])

    found = names(by_id, by_title)

    assert found["irr_sensitivity"] == "irr_sensitivity"
    assert found.get("x") == "lbo_model"


def test_titles_tell_products_apart_that_show_no_figures() -> None:
    found = names(
        Spreadsheet(id="b", title=ASKED["irr_sensitivity"]),
        Spreadsheet(id="a", title=ASKED["lbo_model"]),
        Document(id="c", title=ASKED["ic_tear_sheet"]),
    )

    assert found == {"a": "lbo_model", "b": "irr_sensitivity", "c": "ic_tear_sheet"}


def test_one_that_claims_every_title_stands_for_one_deliverable() -> None:
    assert len(names(Spreadsheet(id="greedy", title=" ".join(ASKED.values())))) == 1


some_words = st.lists(st.sampled_from(["IRR", "model", "LBO", "tear-sheet", "the"]), max_size=3)


@given(
    products=st.lists(
        st.builds(
            lambda kind, name, title: kind(id=name, title=title),
            st.sampled_from([Spreadsheet, Document]),
            st.sampled_from(["a", "b", "c", *ASKED]),
            some_words.map(" ".join),
        ),
        unique_by=lambda product: product.id,
        max_size=5,
    )
)
def test_no_product_is_two_things_and_none_asked_for_is_two_products(
    products: list[WorkProduct],
) -> None:
    found = names(*products)

    assert len(set(found.values())) == len(found)
    assert set(found) <= {product.id for product in products}
    assert set(found.values()) <= set(ASKED)
