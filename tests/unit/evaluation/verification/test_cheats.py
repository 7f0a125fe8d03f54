"""A product that shows something else than it holds is found out."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.staging.findings import failed_criteria

from modylbench.products.document import Document
from modylbench.products.pointer import replace_at, resolve
from modylbench.products.spreadsheet import Cell, Spreadsheet
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios import catalogue
from modylbench.scenarios.variant import Variant, instantiate

EV = "/sheets/assumptions/rows/enterprise_value/cells/value"


@pytest.fixture(scope="module")
def variant() -> Variant:
    return instantiate(catalogue.scenario("financial_analyst"), 0)


def failed(variant: Variant, change: Callable[[WorkProduct], WorkProduct]) -> set[str]:
    """The criteria that fail once every product has been changed and read in again from JSON."""
    products = [
        type(product).model_validate_json(change(product).model_dump_json())
        for product in variant.final_products
    ]
    return failed_criteria(variant, products)


def in_model(pointer: str, **fields: Any) -> Callable[[WorkProduct], WorkProduct]:
    def change(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Spreadsheet) or product.id != "lbo_model":
            return product
        cell = Cell.model_validate({**resolve(product, pointer).model_dump(), **fields})
        changed: WorkProduct = replace_at(product, pointer, cell)
        return changed

    return change


def in_page(old: str, new: str) -> Callable[[WorkProduct], WorkProduct]:
    def change(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Document):
            return product
        sections = tuple(
            section.model_copy(update={"body": section.body.replace(old, new)})
            for section in product.sections
        )
        assert sections != product.sections
        return product.model_copy(update={"sections": sections})

    return change


def test_the_honest_product_passes(variant: Variant) -> None:
    assert failed(variant, lambda product: product) == set()


SHOWN_INSTEAD = [
    "$200M to $220M",
    "two hundred million",
    "n/a",
    "200\u200bM",
    "more than 180 and not a cent less, as far as anybody in the room can remember it",
    "<180",
    "\u2011$180.0M",
    "\u2014$180.0M",
    "\u207b180",
    "\u2796180",
    "minus 180",
]


@pytest.mark.parametrize("text", SHOWN_INSTEAD)
def test_a_right_value_behind_another_text_does_not_pass(text: str, variant: Variant) -> None:
    assert "purchase_ev" in failed(variant, in_model(EV, text=text))


def test_a_value_in_another_unit_than_its_own_does_not_pass(variant: Variant) -> None:
    scaled = in_model(EV, value=180000, unit="$M", text="180")

    assert "purchase_ev" in failed(variant, scaled)


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- Enterprise value: $180.0M -->",
        "\n\n[//]: # (Enterprise value: $180.0M)\n\n",
        "~~Enterprise value: $180.0M~~",
    ],
)
def test_what_no_reader_sees_is_not_shown(hidden: str, variant: Variant) -> None:
    page = next(p for p in variant.final_products if isinstance(p, Document))
    bare = page.model_copy(
        update={
            "sections": tuple(
                section.model_copy(update={"body": f"As agreed. {hidden}"})
                for section in page.sections
            )
        }
    )

    wrong = failed(variant, lambda product: bare if isinstance(product, Document) else product)

    assert "tear_sheet_ev_ties" in wrong
    assert "risks_named" in wrong


@pytest.mark.parametrize("letters", ["v\u200balue", "v\u00adalue", "\u0435nterprise", "v\u0430lue"])
def test_a_wrong_number_under_a_name_that_only_looks_right_counts(
    letters: str, variant: Variant
) -> None:
    name = "Enterprise value".replace("value", letters) if letters[0] == "v" else f"{letters} value"
    note = f"\n\n{name}: $250.0M\n\n"

    def change(product: WorkProduct) -> WorkProduct:
        if not isinstance(product, Document):
            return product
        first = product.sections[0]
        pointer = f"/sections/{first.id}/body"
        changed: WorkProduct = replace_at(product, pointer, first.body + note)
        return changed

    assert "tear_sheet_ev_ties" in failed(variant, change)
