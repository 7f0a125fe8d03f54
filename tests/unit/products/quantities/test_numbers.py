"""A number reads back as itself, however people write it."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from modylbench.language.plain import plain
from modylbench.products.quantities.closeness import RESTATED, Measure
from modylbench.products.quantities.numbers import (
    figures_within,
    number_shown,
    numbers_within,
    shown_value,
)
from modylbench.products.quantities.units import COUNT, MULTIPLE, PERCENT

if TYPE_CHECKING:
    from collections.abc import Callable

amounts = st.decimals(
    min_value=Decimal("0.01"), max_value=Decimal(999_999_999), places=2, allow_nan=False
)
whole_amounts = st.integers(min_value=1, max_value=999_999_999).map(Decimal)

USD, EUR = "money:usd", "money:eur"


def _grouped(separator: str) -> Callable[[Decimal], str]:
    return lambda amount: f"{amount:,}".replace(",", separator)


def _continental(amount: Decimal) -> str:
    return f"{amount:,}".replace(",", " ").replace(".", ",").replace(" ", ".")


GROUPINGS: dict[str, Callable[[Decimal], str]] = {
    "none": str,
    "commas": _grouped(","),
    "apostrophes": _grouped("'"),
    "spaces": _grouped(" "),
    "narrow spaces": _grouped("\u202f"),
    "no-break spaces": _grouped("\u00a0"),
    "underscores": _grouped("_"),
}
UNITS: dict[str, tuple[str | None, int]] = {
    "{}": (None, 0), "${}": (USD, 0), "$ {}": (USD, 0), "US${}": (USD, 0), "USD {}": (USD, 0),
    "{} USD": (USD, 0), "{} dollars": (USD, 0), "€{}": (EUR, 0), "{} €": (EUR, 0),
    "${}M": (USD, 6), "${} million": (USD, 6), "${}mm": (USD, 6), "{} million USD": (USD, 6),
    "US$ {}m": (USD, 6), "${}k": (USD, 3), "${} thousand": (USD, 3), "${}bn": (USD, 9),
    "{}k": (None, 3), "{} million": (None, 6), "{}%": (PERCENT, -2), "{} %": (PERCENT, -2),
    "{} percent": (PERCENT, -2), "{} per cent": (PERCENT, -2), "{} bps": (PERCENT, -4),
    "{} basis points": (PERCENT, -4), "{}x": (MULTIPLE, 0), "{} x": (MULTIPLE, 0),
    "{} times": (MULTIPLE, 0), "{} turns": (MULTIPLE, 0), "{}\u00d7": (MULTIPLE, 0),
    "{} sites": (COUNT, 0), "{} pallets": (COUNT, 0), "{} mmHg": (COUNT, 0),
}  # fmt: skip
SIGNS = {
    "{}": 1, "+{}": 1, "-{}": -1, "\u2212{}": -1, "({})": -1, "~{}": 1, "about {}": 1,
    "approx. {}": 1, "{}*": 1, "{}\u2020": 1, "{}\u00b9": 1, "{}[1]": 1, "**{}**": 1, " {} ": 1,
    "{} (base case)": 1, "{} per year": 1,
}  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
@given(
    amount=st.one_of(amounts, whole_amounts),
    sign=st.sampled_from(sorted(SIGNS)),
    grouping=st.sampled_from(sorted(GROUPINGS)),
)
def test_a_number_reads_back_as_itself_with_its_unit(
    unit: str, amount: Decimal, sign: str, grouping: str
) -> None:
    assume(UNITS[unit][0] != COUNT or sign != "({})")  # "(12 sites)" is a remark
    dimension, power = UNITS[unit]
    text = sign.format(unit.format(GROUPINGS[grouping](amount)))

    shown = number_shown(text)

    assert shown is not None, text
    assert shown.number == SIGNS[sign] * float(amount.scaleb(power)), text
    assert shown.dimension == dimension
    assert shown.scaled == (power != 0 or dimension in {PERCENT, MULTIPLE})


@given(amount=amounts)
def test_continental_decimals_read_back(amount: Decimal) -> None:
    shown = number_shown(_continental(amount))

    assert shown is not None
    assert shown.number == float(amount)


@given(amount=amounts.filter(lambda amount: amount >= 1), power=st.integers(-9, 9))
def test_scientific_notation_reads_back(amount: Decimal, power: int) -> None:
    shown = number_shown(f"{amount}e{power:+d}")

    assert shown is not None
    assert shown.number == float(amount.scaleb(power))


@pytest.mark.parametrize("places", range(6))
@given(number=st.integers(0, 10**9))
def test_the_half_step_is_half_of_the_last_digit(places: int, number: int) -> None:
    shown = number_shown(f"{Decimal(number).scaleb(-places):.{places}f}")

    assert shown is not None
    assert math.isclose(shown.half_step, 0.5 * 10.0**-places)


@given(amount=amounts, unit=st.sampled_from(["${}M", "{}%", "{}x", "${}"]))
def test_a_number_in_a_sentence_reads_as_it_does_in_a_cell(amount: Decimal, unit: str) -> None:
    text = unit.format(f"{amount:,}")
    sentence = f"The result came to {text} in the end, as planned."

    found = list(numbers_within(plain(sentence)))

    assert [sentence[start:end] for start, end, _ in found] == [text]
    assert found[0][2] == number_shown(text)


@given(low=st.integers(1, 98), gap=st.integers(1, 50), mark=st.sampled_from("%x"))
@pytest.mark.parametrize("form", ["{}-{}{}", "{}\u2013{}{}", "{} - {}{}", "{} to {}{}"])
def test_a_range_is_no_number(form: str, low: int, gap: int, mark: str) -> None:
    assert number_shown(form.format(low, low + gap, mark)) is None


@given(amount=amounts)
@pytest.mark.parametrize("bound", ["<", ">", "\u2264", "\u2265", "< ", ">="])
def test_a_bound_is_no_number(bound: str, amount: Decimal) -> None:
    assert number_shown(f"{bound}{amount}") is None
    assert [figure.exact for figure in figures_within(f"p {bound}{amount}")] == [False]


@pytest.mark.parametrize(
    "text", ["$261 per pallet", "$261/pallet", "$261 a pallet", "4.5 per unit"]
)
def test_so_much_per_something_is_a_rate(text: str) -> None:
    shown = number_shown(text)

    assert shown is not None
    assert shown.rate


@pytest.mark.parametrize(
    "text",
    ["", "n/a", "TBD", "#REF!", "Q3", "FY27", "Covid-19", "v1.2b", "17.3% (downside)", "5 x 5",
     "3.1% above hurdle", "4.5x of $10.0M", "85% target", "20% to 25%", "SOFR + 350 bps"],
)  # fmt: skip
def test_what_is_something_else_is_no_number(text: str) -> None:
    assert number_shown(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("0,036", 0.036), ("12,5 %", 0.125), ("57,5", 57.5), ("4,812", 4812.0), (".5", 0.5),
     ("1.234.567,89", 1234567.89), ("$(12.3)M", -12.3e6), ("(4.2)%", -0.042), ("C$53.1M", 53.1e6),
     ("12,300.0-", -12300.0), ("-4.2 (-6.9, -1.5)", -4.2), ("18,420 \u25b2 3.1%", 18420.0),
     ("\u221220 °C", -20.0), ("85°F", 85.0)],
)  # fmt: skip
def test_what_people_write(text: str, number: float) -> None:
    shown = number_shown(text)

    assert shown is not None
    assert math.isclose(shown.number, number)


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("sponsor equity ($32.5M)", [32.5e6]),
        ("free cash flow is ($12.3M)", [-12.3e6]),
        ("senior debt - $45.0M", [45.0e6]),
        ("year-1 and covid-19 and q3", []),
        ("-4.2 mmhg", [-4.2]),
    ],
)
def test_brackets_and_dashes_in_sentences(sentence: str, numbers: list[float]) -> None:
    assert [shown.number for _, _, shown in numbers_within(plain(sentence))] == numbers


@given(st.floats(min_value=1e-100, max_value=1e15) | st.integers(-(10**15), 10**15))
def test_a_held_number_is_shown_as_finely_as_it_is_written(number: float) -> None:
    shown = shown_value(number)

    assert shown.number == number
    assert shown.half_step > 0


@given(number=st.floats(1, 1e9), places=st.integers(0, 4))
def test_a_rounded_number_agrees_with_the_exact_one(number: float, places: int) -> None:
    exact, rounded = Measure(number, 0.0), Measure(round(number, places), 0.5 * 10.0**-places)

    assert rounded.is_close(exact, RESTATED)
    assert exact.is_close(rounded, RESTATED)
    far = number + 2 * 10.0**-places + 1e-6 * number
    assert not rounded.is_close(far, RESTATED)
