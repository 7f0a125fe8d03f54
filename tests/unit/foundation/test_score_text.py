"""A score is never shown as more than it is."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.score_text import (
    NOT_MEASURED,
    difference_text,
    interval_text,
    score_text,
    share_text,
)


@given(st.floats(min_value=1, max_value=10))
def test_a_score_is_cut_and_never_rounded_up(score: float) -> None:
    shown = Fraction(score_text(score))

    assert shown <= Fraction(repr(score))
    assert Fraction(repr(score)) - shown < Fraction(1, 100)


@given(st.integers(min_value=100, max_value=1000))
def test_two_digits_that_people_wrote_stay_what_they_are(hundredths: int) -> None:
    written = f"{Decimal(hundredths) / 100:.2f}"

    assert score_text(float(written)) == written


@pytest.mark.parametrize("tier", [6.0, 7.5, 9.0])
def test_what_is_below_a_tier_does_not_look_like_it(tier: float) -> None:
    assert float(score_text(tier - 1e-9)) < tier
    assert float(score_text(tier)) == tier


@given(st.floats(min_value=-9, max_value=9))
def test_a_difference_never_looks_larger_than_it_is(difference: float) -> None:
    shown = difference_text(difference)

    assert abs(Fraction(shown)) <= abs(Fraction(repr(difference)))
    assert shown[0] in "+-" or shown == "0.00"


def test_what_is_missing_is_called_so_and_never_nought() -> None:
    shown = {write(None) for write in (score_text, difference_text, share_text, interval_text)}

    assert shown == {NOT_MEASURED}
