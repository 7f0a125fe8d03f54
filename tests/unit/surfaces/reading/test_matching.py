"""A product is matched with what was asked for only where that is clear, and only once."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate
from modylbench.surfaces.reading.matching import match_products


@dataclass(frozen=True)
class Wanted:
    product_id: str
    output_type: str
    title: str


MODEL = Wanted("lbo_model", "spreadsheet", "CloudSync LBO model")
GRID = Wanted("sensitivity", "spreadsheet", "CloudSync IRR sensitivity")
MEMO = Wanted("tear_sheet", "document", "CloudSync investment committee tear-sheet")


def book(name: str, title: str) -> Spreadsheet:
    return Spreadsheet(id=name, title=title)


def test_an_id_comes_first_whatever_the_title_says() -> None:
    products = [book("sensitivity", "CloudSync LBO model"), book("x", "CloudSync IRR sensitivity")]

    found = match_products(products, [MODEL, GRID])

    assert found.ids == {"lbo_model": "x", "sensitivity": "sensitivity"}


def test_titles_tell_products_of_one_kind_apart() -> None:
    products: list[WorkProduct] = [
        book("b", "IRR Sensitivity of CloudSync"),
        book("a", "The LBO model"),
        Document(id="c", title="IC memo"),
    ]

    found = match_products(products, [MODEL, GRID, MEMO])

    assert found.ids == {"lbo_model": "a", "sensitivity": "b", "tear_sheet": "c"}
    assert found.findings == ()


def test_a_product_of_another_kind_stands_in_only_by_its_id_and_that_is_told() -> None:
    found = match_products([Document(id="lbo_model", title="x"), book("y", MODEL.title)], [MODEL])

    assert found.ids == {"lbo_model": "lbo_model"}
    assert [(f.code, f.severity) for f in found.findings] == [("other_kind", "error")]


def test_a_product_of_another_kind_never_stands_in_by_its_title() -> None:
    found = match_products([Dashboard(id="d", title=MODEL.title)], [MODEL])

    assert found.ids == {}
    assert found.findings == ()


def test_two_that_are_alike_stay_open_and_are_told() -> None:
    found = match_products([book("a", "LBO model"), book("b", "LBO model")], [MODEL])

    assert found.ids == {}
    [finding] = found.findings
    assert (finding.code, finding.where) == ("match_unclear", "lbo_model")
    assert "'a'" in finding.reason


def test_one_that_claims_every_title_gets_no_more_than_one() -> None:
    greedy = book("greedy", f"{MODEL.title} {GRID.title} {MEMO.title}")

    alone = match_products([greedy], [MODEL, GRID])
    beside = match_products(
        [greedy, book("m", "LBO model"), book("g", "IRR sensitivity")], [MODEL, GRID]
    )

    assert len(alone.ids) <= 1
    assert beside.ids == {"lbo_model": "m", "sensitivity": "g"}


def test_words_that_say_nothing_match_nothing() -> None:
    found = match_products([book("a", "of the and"), book("b", "")], [MODEL, GRID])

    assert found.ids == {}
    assert len(found.findings) == 2


def test_the_only_one_left_of_a_kind_is_it() -> None:
    found = match_products([book("a", "LBO model"), book("b", "Table")], [MODEL, GRID])

    assert found.ids == {"lbo_model": "a", "sensitivity": "b"}


def test_every_oracles_product_is_found_under_ids_of_another() -> None:
    checked = list(shipped_scenarios())
    assert checked
    for name in checked:
        variant = instantiate(scenario(name), 1)
        renamed = [
            product.model_copy(update={"id": f"p{place}"})
            for place, product in enumerate(variant.final_products)
        ]

        found = match_products(renamed, variant.scenario.expected_outputs)

        truth = {product.id: f"p{i}" for i, product in enumerate(variant.final_products)}
        assert found.ids == truth, name


titles = st.lists(st.sampled_from(["IRR", "model", "LBO", "memo", "the"]), max_size=3).map(" ".join)
kinds = st.sampled_from([Spreadsheet, Document])
names = st.sampled_from(["a", "b", "c", "d", "e"])


@given(
    products=st.lists(
        st.builds(lambda kind, name, title: kind(id=name, title=title), kinds, names, titles),
        unique_by=lambda product: product.id,
        max_size=5,
    ),
    wanted=st.lists(
        st.builds(Wanted, names, st.sampled_from(["spreadsheet", "document", "chart"]), titles),
        max_size=5,
    ),
    data=st.data(),
)
def test_no_product_is_two_things_and_order_does_not_matter(
    products: list[WorkProduct], wanted: list[Wanted], data: st.DataObject
) -> None:
    wanted = list({each.product_id: each for each in wanted}.values())

    found = match_products(products, wanted)

    assert len(set(found.ids.values())) == len(found.ids)
    assert set(found.ids) <= {each.product_id for each in wanted}
    assert set(found.ids.values()) <= {product.id for product in products}
    shuffled = match_products(
        data.draw(st.permutations(products)), data.draw(st.permutations(wanted))
    )
    assert shuffled.ids == found.ids
