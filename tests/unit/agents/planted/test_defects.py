"""A defect is planted where it can be seen, repeatably, and nowhere it has no place."""

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.agents.distorting.redrawing import NumberSpot
from modylbench.agents.planted.defects import DEFECTS, Defect, clean_twin
from modylbench.agents.planted.plant import findings_of, part_ids, parts_read, steps_of
from modylbench.agents.planted.wrong_numbers import FactorPen
from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate

SEED = 17
WITHOUT_CHARTS = {"financial_analyst", "business_strategist"}
ASKED_FOR = {
    "wrong_number", "missing_section", "swapped_axis", "invented_citation",
    "unacknowledged_correction", "talk_over", "long_pause", "low_contrast",
}  # fmt: skip

every_defect = pytest.mark.parametrize("defect", DEFECTS.values(), ids=lambda defect: defect.name)
every_scenario = pytest.mark.parametrize("name", shipped_scenarios())


@lru_cache
def variant_of(name: str, seed: int) -> Variant:
    return instantiate(scenario(name), seed)


def with_a_correction(name: str) -> Variant:
    """The first meeting from that seed on in which the human corrects itself; not all have one."""
    variants = (variant_of(name, seed) for seed in range(SEED, SEED + 20))
    return next(
        variant
        for variant in variants
        if any(slot.purpose == "correction" for slot in variant.scenario.human_turns())
    )


def test_where_nobody_corrects_anything_no_correction_is_ignored() -> None:
    variant = variant_of("business_analyst", SEED)
    assert "correction" not in {slot.purpose for slot in variant.scenario.human_turns()}

    assert DEFECTS["unacknowledged_correction"].plant(variant, 0) is None


def test_the_eight_kinds_are_there_at_three_severities_or_more() -> None:
    assert set(DEFECTS) == ASKED_FOR
    assert all(defect.levels >= 3 for defect in DEFECTS.values())


@every_defect
def test_a_defect_should_move_a_dimension_that_there_is(defect: Defect) -> None:
    assert defect.of_turn or defect.of_product
    assert set(defect.of_turn) <= set(TURN_DIMENSIONS)
    assert set(defect.of_product) <= set(PRODUCT_DIMENSIONS)


@every_defect
@every_scenario
def test_it_shows_in_a_turn_of_the_script_and_in_a_deliverable(defect: Defect, name: str) -> None:
    variant = with_a_correction(name)
    turns = {slot.turn_index for slot in variant.scenario.human_turns()}
    products = {output.product_id for output in variant.scenario.expected_outputs}

    for level in range(defect.levels):
        plant = defect.plant(variant, level)

        if defect.name == "swapped_axis" and name in WITHOUT_CHARTS:
            assert plant is None
            continue
        assert plant is not None
        assert plant.turn_index in turns
        assert plant.product_id is None or plant.product_id in products
        assert plant.about


@every_defect
def test_it_is_the_same_again_and_has_a_clean_twin(defect: Defect) -> None:
    variant = variant_of("scientist", SEED)

    first, again = (defect.plant(variant, 0) for _ in range(2))

    assert first is not None
    assert again is not None
    assert (first.about, first.turn_index, first.product_id) == (
        again.about,
        again.turn_index,
        again.product_id,
    )
    assert clean_twin(defect, variant) is not None


@every_scenario
def test_parts_that_are_read_are_parts(name: str) -> None:
    variant = variant_of(name, SEED)
    findings = findings_of(variant)

    assert findings
    for product in variant.final_products:
        assert set(parts_read(findings, product)) <= set(part_ids(product))
    assert any(
        len(parts_read(findings, final_product)) >= 3 for final_product in variant.final_products
    )


@every_scenario
def test_the_steps_of_a_script_are_all_its_turns_and_end_with_all_products(name: str) -> None:
    variant = variant_of(name, SEED)

    steps = list(steps_of(variant))

    assert [step.turn_index for step in steps] == [
        slot.turn_index for slot in variant.scenario.human_turns()
    ]
    assert {product.id for product in steps[-1].products} == {
        final_product.id for final_product in variant.final_products
    }


@given(
    wrong=st.sets(st.floats(0.01, 1e6), min_size=1, max_size=5),
    number=st.floats(0.01, 1e6) | st.integers(1, 10**6),
)
def test_a_pen_changes_the_numbers_it_is_given_and_no_others(
    wrong: set[float], number: float
) -> None:
    pen = FactorPen(dict.fromkeys(wrong, 1.05))

    assert (pen.cell(NumberSpot(number, None)) != number) == (number in wrong)
    assert all(pen.cell(NumberSpot(number, None)) != number for number in wrong if number > 0.1)
    assert all(pen.cell(NumberSpot(-number, None)) < -number for number in wrong if number > 0.1)


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("EV is $180.0M at 12x.", "EV is $198.0M at 12x."),
        ("A share of 55.8%, and 55.9%.", "A share of 61.3%, and 55.9%."),
        ("In 2024 there were 3 of them.", "In 2024 there were 3 of them."),
    ],
)
def test_a_pen_says_what_it_shows(text: str, instead: str) -> None:
    assert FactorPen(dict.fromkeys([180.0, 0.5576, 3], 1.1)).text(text) == instead
