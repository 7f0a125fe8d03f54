"""A wrong figure is wrong everywhere in the same way, and what people said never is."""

import pytest

from modylbench.agents.distorting.figures import figures_in
from modylbench.agents.distorting.redrawing import NumberSpot, redraw
from modylbench.agents.distorting.wrong_figures import SlippingPen, given_in
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate


def variant_of(name: str, seed: int = 0) -> Variant:
    return instantiate(scenario(name), seed)


def labels(product: WorkProduct) -> list[str]:
    """All that names a part of the product, in order."""
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            named = ("id", "label", "name", "heading", "url")
            found.extend(str(value[key]) for key in named if key in value)
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(product.model_dump(mode="json"))
    return found


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("seed", [0, 5])
def test_products_keep_their_form_and_lose_their_figures(name: str, seed: int) -> None:
    variant = variant_of(name, seed)
    slips = SlippingPen(variant)

    for product in variant.final_products:
        wrong = redraw(product, slips)

        assert labels(wrong) == labels(product)
        assert type(wrong).model_validate_json(wrong.model_dump_json()) == wrong
    changed = [product for product in variant.final_products if redraw(product, slips) != product]
    assert len(changed) >= len(variant.final_products) - 1  # a chart of small levels has no results


def test_what_people_said_is_taken_over_right() -> None:
    variant = variant_of("financial_analyst")
    slips = SlippingPen(variant)

    assert slips.text("Senior is 4.5 turns at 8.5%") == "Senior is 4.5 turns at 8.5%"
    assert slips.text("above the 35% they wanted") == "above the 35% they wanted"  # "thirty-five"
    assert (75.0, "percent") in given_in(variant)[0]


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_same_seed_makes_the_same_mistakes(name: str) -> None:
    variant = variant_of(name, 3)
    first, second = SlippingPen(variant), SlippingPen(variant)

    for product in variant.final_products:
        assert redraw(product, first) == redraw(product, second)
    another = SlippingPen(variant_of(name, 4))
    assert any(
        redraw(product, first) != redraw(product, another) for product in variant.final_products
    )


def test_what_is_said_is_what_is_shown_rounded() -> None:
    slips = SlippingPen(variant_of("financial_analyst"))
    shown = slips.point(NumberSpot(277.583, "$M"))

    said = slips.text("an exit enterprise value of $277.6 million")

    (figure,) = figures_in(said)
    assert figure.number == pytest.approx(shown, abs=0.05001)
    assert abs(shown / 277.583 - 1) > 0.04


def test_sums_of_what_was_worked_out_still_add_up() -> None:
    slips = SlippingPen(variant_of("financial_analyst"))
    net_debt, equity, value = (slips.point(NumberSpot(n, "$M")) for n in (60.875, 216.709, 277.584))

    assert net_debt + equity == pytest.approx(value, abs=0.01)


def test_a_whole_stays_a_whole_and_a_sign_stays_a_sign() -> None:
    slips = SlippingPen(variant_of("scientist"))

    assert slips.point(NumberSpot(100.0, "%")) == 100.0
    assert slips.point(NumberSpot(2027, "year")) == 2027
    assert slips.point(NumberSpot(-5.3, "mmHg")) < 0
    assert isinstance(slips.point(NumberSpot(620, None)), int)
    assert slips.point(NumberSpot(98.7, "%")) < 100
