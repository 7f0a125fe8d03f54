"""Text that says nothing of the matter is told from a paper in somebody's own words."""

import pytest

from modylbench.evaluation.reference.padding import matter_of, padding_share
from modylbench.products.document import Document, Section
from modylbench.products.spreadsheet import Sheet, Spreadsheet
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import instantiate

RECITAL = (
    "Readers may wish to bear in mind that undertakings of such a nature traditionally unfold in "
    "phases, whose respective merits scholars have debated at length and shall debate again. "
)


def paper(*bodies: str) -> Document:
    sections = (Section(id=f"s{at}", heading="Part", body=body) for at, body in enumerate(bodies))
    return Document(id="paper", title="Paper", sections=tuple(sections))


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_product_has_no_padding_and_a_buried_one_is_mostly_that(name: str) -> None:
    variant = instantiate(scenario(name), 5)
    matter = matter_of(variant.final_products)
    for product in variant.final_products:
        assert padding_share(product, matter) == 0
        if isinstance(product, Document):
            buried = tuple(
                part.model_copy(update={"body": RECITAL * 20 + part.body})
                for part in product.sections
            )
            changed = product.model_copy(update={"sections": buried})
            assert padding_share(changed, matter) > 0.5


def test_a_paragraph_on_method_is_none() -> None:
    assert padding_share(paper(RECITAL * 4, "Sponsor IRR 24.7%"), frozenset({"irr"})) == 0


def test_sentences_with_figures_or_words_of_the_matter_are_none() -> None:
    said = "The sponsor IRR clears our hurdle on the diluted case. " * 60
    assert padding_share(paper(said), matter_of([paper("Diluted sponsor IRR, hurdle")])) == 0
    assert padding_share(paper("It comes to 24.7 points all told there. " * 60), frozenset()) == 0


def test_what_a_workbook_sets_aside_is_not_counted() -> None:
    def book(name: str) -> Spreadsheet:
        return Spreadsheet(
            id="b", title="Book", sheets=(Sheet(id="s", name=name, notes=(RECITAL,) * 20),)
        )

    assert padding_share(book("Costs"), frozenset()) > 0.5
    assert padding_share(book("Superseded v1: costs"), frozenset()) == 0
