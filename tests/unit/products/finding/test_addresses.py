"""A number at an address is taken only for what stands beside it, in the unit that is stated."""

import pytest

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.products.document import Document, Section
from modylbench.products.finding.addresses import (
    LocatedQuantity,
    NumberAddress,
    observations_at,
    read_located,
    refusal,
)
from modylbench.products.finding.find import FoundNumber
from modylbench.products.quantities.quantity import NumberSought
from modylbench.products.reading.index import Index, index
from modylbench.products.reading.observation import Observation
from modylbench.scenarios.catalogue import available, scenario
from modylbench.scenarios.variant import instantiate

MARGIN = NumberSought(id="margin", product="paper", labels=(("EBITDA margin",),), unit="%")


def paper(body: str) -> Index:
    section = Section(id="s", heading="Results", body=body)
    return index(Document(id="paper", title="Paper", sections=(section,)))


def label_of(found: Observation) -> str:
    said = [word for label in found.axes for word in label]
    return " ".join(said or (found.sentence.before[-4:] if found.sentence else ()))


@pytest.mark.parametrize("name", available())
def test_whatever_code_finds_by_itself_it_takes_at_that_address(name: str) -> None:
    variant = instantiate(scenario(name), 5)
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, variant.final_products)
    indexes = {each.product.id: each for each in evidence.indexes}
    for sought in expectations.quantities.values():
        reading = evidence.read(sought.id)
        if not isinstance(sought, NumberSought) or not isinstance(reading, FoundNumber):
            continue
        assert not reading.is_likely
        for place in reading.places:
            address = NumberAddress(place.product, place.pointer, place.span, "")
            there = observations_at(indexes[place.product], address)

            assert any(not refusal(sought, found, label_of(found)) for found in there), sought.id


@pytest.mark.parametrize(
    ("body", "label", "why"),
    [
        ("Profitability before depreciation is 31%.", "profitability", ""),
        ("Profitability before depreciation is 31%.", "EBITDA margin", "does not stand beside"),
        ("Profitability before depreciation is 31%.", "", "does not stand beside"),
        ("Profitability before depreciation is 31%.", "31", "does not stand beside"),
        ("Profitability before depreciation is $31M.", "profitability", "not in %"),
        ("Profitability before depreciation is 31.", "profitability", "not in %"),
        ("In the downside profitability is 31%.", "profitability", "another case"),
        ("If rates rise profitability is 31%.", "profitability", "another case"),
    ],
)
def test_what_stands_around_a_number_decides(body: str, label: str, why: str) -> None:
    [found] = paper(body).observations
    told = refusal(MARGIN, found, label)

    assert why in told
    assert bool(why) == bool(told)


def test_another_period_is_another_quantity() -> None:
    sought = MARGIN.model_copy(update={"labels": (("EBITDA margin",), ("Year 2",))})
    [found] = paper("Year 3 profitability is 31%.").observations

    assert "another period" in refusal(sought, found, "profitability")


def test_two_addresses_with_different_values_are_no_reading() -> None:
    there = paper("Profitability is 31%. Later on, profitability is 28%.")
    addresses = tuple(
        NumberAddress("paper", found.pointer, found.span, "profitability")
        for found in there.observations
    )
    both = LocatedQuantity(addresses, "locator test", counts=True)
    one = LocatedQuantity(addresses[:1], "locator test", counts=True)
    reading = read_located(MARGIN, [there], one)

    assert read_located(MARGIN, [there], both) is None
    assert reading is not None
    assert reading.measure.number == pytest.approx(0.31)
    assert reading.located_by == "locator test"
