"""A label that is none of the names is the one it fits best, and nobody's where two fit alike."""

from __future__ import annotations

import pytest

from modylbench.products.finding.find import (
    FoundNumber,
    Missing,
    find_likely_number,
    find_likely_table,
    find_number,
    find_table,
)
from modylbench.products.finding.likeness import Lexicon
from modylbench.products.quantities.quantity import NumberSought, TableSought
from modylbench.products.reading.index import index
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

INCOME = NumberSought(id="income", product="p", unit="$M", labels=(("net income", "net profit"),))
FLOW = NumberSought(id="flow", product="p", unit="$M", labels=(("net cash flow",),))
COST = NumberSought(id="cost", product="p", unit="$M", labels=(("cost per pallet",),))
PRESSURE = TableSought(
    id="change",
    product="p",
    roles={"endpoint": ("dbp | seated DBP (mmHg)", "pulse | pulse pressure (mmHg)")},
    labels=(("difference",),),
)
NAMES = Lexicon([INCOME, FLOW, COST], frozenset())


def shown(*rows: tuple[str, float | str], header: str = "Value") -> Spreadsheet:
    sheet = Sheet(
        id="s",
        name="Sheet",
        columns=(Column(id="v", label=header),),
        rows=tuple(
            Row(id=f"r{number}", label=label, cells={"v": Cell(value=value)})
            for number, (label, value) in enumerate(rows)
        ),
    )
    return Spreadsheet(id="p", title="Model", sheets=(sheet,))


def likely(sought: NumberSought, *rows: tuple[str, float | str]) -> float | None:
    indexes = [index(shown(*rows))]
    assert isinstance(find_number(sought, indexes), Missing)
    found = find_likely_number(sought, indexes, NAMES)
    if isinstance(found, FoundNumber):
        assert found.is_likely
        return found.measure.number
    return None


@pytest.mark.parametrize("label", ["Net inc.", "Net income (restated)", "Net inc"])
def test_an_abbreviated_or_remarked_label_is_read(label: str) -> None:
    assert likely(INCOME, (label, 7.5), ("Sales", 80.0)) == 7.5e6


def test_initials_are_read() -> None:
    assert likely(FLOW, ("NCF", 7.5)) == 7.5e6


@pytest.mark.parametrize(
    "label",
    ["Net", "Net income growth", "Net income, unaudited", "Net income, last year", "Income tax",
     "Net income (downside)", "Comprehensive net income"],
)  # fmt: skip
def test_a_label_that_may_be_something_else_is_not_read(label: str) -> None:
    assert likely(INCOME, (label, 7.5)) is None


@pytest.mark.parametrize(
    "label", ["Pallets per dollar", "Cost of pallets", "Pallet cost, per unit"]
)
def test_a_ratio_is_not_turned_round(label: str) -> None:
    assert likely(COST, (label, 7.5)) is None


def test_two_labels_that_fit_alike_give_no_number() -> None:
    assert likely(INCOME, ("Net inc.", 7.5), ("Net profit (restated)", 8.5)) is None


def pressures(*rows: tuple[str, float | str], header: str = "Difference") -> dict[str, float]:
    indexes = [index(shown(*rows, header=header))]
    lexicon = Lexicon([PRESSURE], frozenset())
    found = find_likely_table(PRESSURE, indexes, lexicon, find_table(PRESSURE, indexes))
    return {key[0]: number.measure.number for key, number in found.numbers.items()}


def test_a_member_of_a_closed_list_may_carry_remarks() -> None:
    found = pressures(("Seated DBP", -3.1), ("Pulse pressure (derived, corrected)", -2.5))

    assert found == {"dbp": -3.1, "pulse": -2.5}


def test_another_unit_of_the_same_kind_is_converted_and_one_of_another_kind_agrees_with_none() -> (
    None
):
    assert pressures(("Seated DBP (kPa)", -1.0))["dbp"] == pytest.approx(-7.50062)
    other = pressures(("Seated DBP (bpm)", -1.0))["dbp"]
    assert other != other


def test_another_currency_agrees_with_none_unless_ours_stands_beside_it() -> None:
    euros = find_number(INCOME, [index(shown(("Net income (EUR million)", 7.5)))])
    both = shown(("Net income (EUR million)", 7.5), ("Net profit (US$ million)", 8.2))

    assert isinstance(euros, FoundNumber)
    assert euros.measure.number != euros.measure.number
    found = find_number(INCOME, [index(both)])
    assert isinstance(found, FoundNumber)
    assert found.measure.number == 8.2e6
