"""Comparisons mean what they say, and nothing else is run."""

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.scenarios.criteria.expressions import (
    BadExpression,
    names_in,
    parse_comparisons,
    value_of,
)

NAMES = ("a", "b", "year_1_revenue", "enterprise_value")


def holds_as_python(text: str, values: dict[str, float]) -> tuple[float, float]:
    (comparison,) = parse_comparisons(text, NAMES)
    return value_of(comparison.left, values), value_of(comparison.right, values)


numbers = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))
sums = st.recursive(
    st.sampled_from(["a", "b", "2", "3.5", "10"]),
    lambda part: st.one_of(
        st.tuples(part, st.sampled_from("+-*"), part).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        part.map(lambda p: f"-{p}"),
        st.tuples(part, part).map(lambda p: f"max({p[0]}, {p[1]})"),
    ),
    max_leaves=12,
)


@given(left=sums, right=sums, a=numbers, b=numbers)
def test_arithmetic_is_that_of_python(left: str, right: str, a: float, b: float) -> None:
    expected = eval(left, {"a": a, "b": b, "max": max})  # noqa: S307 - the reference, on our own text

    found, _ = holds_as_python(f"{left} == {right}", {"a": a, "b": b})

    assert found == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_names_may_be_written_in_words_and_numbers_with_units() -> None:
    (comparison,) = parse_comparisons("Year 1 Revenue == $57.5M", NAMES)

    assert names_in([comparison]) == ("year_1_revenue",)
    assert value_of(comparison.right, {}) == pytest.approx(57_500_000)


@pytest.mark.parametrize(
    ("text", "number"),
    [("30%", 0.3), ("4.5x", 4.5), ("57.5 million", 57.5e6), ("1,250", 1250), ("350 bps", 0.035)],
)
def test_numbers_carry_units(text: str, number: float) -> None:
    (comparison,) = parse_comparisons(f"a <= {text}", NAMES)

    assert value_of(comparison.right, {}) == pytest.approx(number)


def test_chained_comparisons_are_taken_one_by_one() -> None:
    assert [c.operator for c in parse_comparisons("0 < a <= b", NAMES)] == ["<", "<="]


def test_a_division_by_zero_has_no_value() -> None:
    (comparison,) = parse_comparisons("a / b == 1", NAMES)

    assert math.isnan(value_of(comparison.left, {"a": 1.0, "b": 0.0}))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "a == ",
        "a + b",
        "nobody == 1",
        "a == b)",
        "a == (b",
        "__import__('os') == 1",
        "a.__class__ == 1",
        "a == 1; b == 2",
        "a == b b",
        "(" * 50 + "a" + ")" * 50 + " == 1",
        "a == " + "1 + " * 300 + "1",
        "a ** 9999999 == 1",
        "lambda: 0 == 1",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(BadExpression):
        parse_comparisons(text, NAMES)


@given(st.text(max_size=60))
def test_no_text_raises_anything_but_a_refusal(text: str) -> None:
    with suppress(BadExpression):
        parse_comparisons(text, NAMES)
