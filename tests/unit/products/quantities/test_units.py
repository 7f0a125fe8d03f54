"""Labels, fields and notes say what unit their numbers have."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.quantities.base_units import in_base_units
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.numbers import number_shown, shown_value
from modylbench.products.quantities.physical import factor_between, stated_unit
from modylbench.products.quantities.units import (
    COUNT,
    CURRENCIES,
    MULTIPLE,
    NOTHING,
    PERCENT,
    UnitHint,
    note_hint,
    unit,
    unit_field,
    unit_hint,
)

SCALES = {
    "thousands": 1e3, "thousand": 1e3, "'000": 1e3, "000s": 1e3, "k": 1e3, "millions": 1e6,
    "million": 1e6, "m": 1e6, "mm": 1e6, "mn": 1e6, "M": 1e6, "billions": 1e9, "bn": 1e9,
}  # fmt: skip
FORMS = [
    "({currency} {scale})",
    "({currency}{scale})",
    ", {currency} {scale}",
    "({currency} in {scale})",
]
currencies = st.sampled_from(sorted(CURRENCIES))
scales = st.sampled_from(sorted(SCALES))


@pytest.mark.parametrize("form", FORMS)
@given(currency=currencies, scale=scales)
def test_a_label_tells_its_currency_and_scale(form: str, currency: str, scale: str) -> None:
    glued = form == FORMS[1] and currency[-1].isalpha()
    label = "Net revenue " + form.format(currency=currency, scale=f" {scale}" if glued else scale)

    found = label_words(label)

    assert found.hint.dimension == f"money:{CURRENCIES[currency]}"
    assert found.hint.scale == SCALES[scale]
    assert found.words == ("net", "revenue")


@given(currency=currencies, scale=scales)
@pytest.mark.parametrize(
    "form", ["{} in {}", "All figures in {} {}", "Note: amounts in {} {}.", "Sales ({} {})"]
)
def test_a_note_tells_its_currency_and_scale(form: str, currency: str, scale: str) -> None:
    hint = note_hint(form.format(currency, scale))

    assert (hint.dimension, hint.scale) == (f"money:{CURRENCIES[currency]}", SCALES[scale])


@pytest.mark.parametrize(
    "note",
    ["Thousands of trucks saved", "Revenue doubles to $101M by year 5", "Grows 15 % a year",
     "Plant X feeds Reno", "Source: management plan", "Millions of users", ""],
)  # fmt: skip
def test_what_is_said_in_passing_is_no_unit(note: str) -> None:
    assert note_hint(note).scale is None
    assert note_hint(note).dimension in {None, "money:usd"}


@pytest.mark.parametrize(
    ("label", "dimension", "scale"),
    [("EBITDA margin (%)", PERCENT, 0.01), ("Spread (bps)", PERCENT, 0.0001),
     ("Selection (bp)", PERCENT, 0.0001), ("Blood pressure (BP)", None, None),
     ("MOIC (x)", MULTIPLE, 1.0), ("x EBITDA", MULTIPLE, 1.0), ("Pallets (000s)", None, 1e3),
     ("Change (percentage points)", PERCENT, 0.01), ("Plant X", None, None),
     ("Mean difference (mmHg)", None, None), ("Box office", None, None)],
)  # fmt: skip
def test_ratios_and_bare_scales(label: str, dimension: str | None, scale: float | None) -> None:
    hint = label_words(label).hint

    assert (hint.dimension, hint.scale) == (dimension, scale)


@pytest.mark.parametrize(
    ("field", "hint"),
    [("%", UnitHint(PERCENT, 0.01, sure=True)), ("USD", UnitHint("money:usd", 1.0, sure=True)),
     ("$/pallet", UnitHint("money:usd", 1.0, rate=True, sure=True)),
     ("USD per pallet", UnitHint("money:usd", 1.0, rate=True, sure=True)),
     ("$M per year", UnitHint("money:usd", 1e6, sure=True)),
     ("mmHg", UnitHint(COUNT, physical="mmhg")),
     ("thousand pallets", UnitHint(COUNT, 1e3)), ("turns", UnitHint(MULTIPLE, 1.0, sure=True)),
     ("fraction", UnitHint(PERCENT, 1.0, sure=True)), ("", NOTHING)],
)  # fmt: skip
def test_a_field_for_units_leaves_little_to_guess(field: str, hint: UnitHint) -> None:
    assert unit_field(field) == hint


@given(st.text(max_size=60))
def test_reading_a_unit_never_fails(text: str) -> None:
    hint, rest = unit_hint(text)

    assert hint.scale is None or hint.scale > 0
    assert "\n" not in text or isinstance(rest, str)
    assert isinstance(unit_field(text), UnitHint)
    assert isinstance(note_hint(text), UnitHint)


@pytest.mark.parametrize("name", ["", "pallets", "$ per pallet", "furlongs"])
def test_an_unknown_unit_of_a_quantity_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="expected one like"):
        unit(name)


WAYS = [
    ("57.5", "Revenue ($M)", "", 1e6), ("57.5", "Revenue", "US$ in millions", 1e6),
    ("57.5", "Revenue ($)", "in millions", 1e6), ("57.5", "Revenue ($000s)", "", 1e3),
    ("57.5", "Revenue", "figures in thousands", 1e3), ("57.5M", "Revenue", "", 1e6),
    ("$57.5k", "Revenue", "US$ in millions", 1e3), ("57.5", "Revenue", "", 1e6),
]  # fmt: skip


@pytest.mark.parametrize(("text", "label", "note", "scale"), WAYS)
@given(number=st.integers(1, 9999).map(lambda n: n / 10))
def test_amounts_come_out_in_dollars(
    text: str, label: str, note: str, scale: float, number: float
) -> None:
    shown = number_shown(text.replace("57.5", f"{number}"))
    hint = label_words(label).hint

    assert shown is not None
    measure = in_base_units(
        shown, (hint,) if hint else (), (note_hint(note),) if note else (), unit("$M")
    )

    assert measure is not None
    assert math.isclose(measure.number, number * scale)


@given(number=st.floats(0.001, 1.0))
def test_a_fraction_and_its_percentage_are_the_same(number: float) -> None:
    bare, points = shown_value(number), number_shown(f"{100 * number:.10f}%")
    fraction = in_base_units(bare, (), (), unit("fraction"))

    assert points is not None
    percentage = in_base_units(points, (), (), unit("fraction"))
    assert fraction is not None
    assert percentage is not None
    assert math.isclose(fraction.number, percentage.number, rel_tol=1e-6)


@pytest.mark.parametrize(
    ("text", "label", "note", "sought"),
    [("57.5", "Revenue (€M)", "", "$M"), ("57.5", "Revenue", "€ in millions", "$M"),
     ("57.5%", "", "", "$M"), ("4.5x", "", "", "fraction"), ("$4.5", "", "", "x"),
     ("42", "Sites (%)", "", "count"),
     ("18,420 pallets", "", "", "$"), ("18.4", "Pallets", "figures in thousands", "count")],
)  # fmt: skip
def test_a_number_of_another_unit_is_not_taken(
    text: str, label: str, note: str, sought: str
) -> None:
    shown = number_shown(text)
    hint = label_words(label).hint

    assert shown is not None
    weak = (note_hint(note),) if note else ()
    assert in_base_units(shown, (hint,) if hint else (), weak, unit(sought)) is None


@pytest.mark.parametrize(
    ("label", "asked", "factor"),
    [
        ("cell energy density (wh/lb)", "wh/kg", 2.20462),
        ("cell energy density (kj/g)", "wh/kg", 1000 / 3.6),
        ("pack density, wh/pound", "wh/kg", 2.20462),
        ("energy density (j/cm3)", "wh/l", 1000 / 3600),
        ("seated systolic (psi)", "mmhg", 51.7149),
    ],
)
def test_a_unit_made_of_two_is_known_by_both(label: str, asked: str, factor: float) -> None:
    stated, _ = stated_unit(label)

    assert factor_between(stated, asked) == pytest.approx(factor, rel=1e-4)
    assert factor_between(stated, "mwh/year") is None
