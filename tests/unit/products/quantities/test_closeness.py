"""One comparison: what a tolerance forgives, what rounding explains, and what neither does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.products.quantities import closeness
from modylbench.products.quantities.closeness import (
    CLOSE,
    EXACT,
    IDENTICAL,
    RECOMPUTED,
    RESTATED,
    Measure,
    Tolerance,
    value_tolerance,
)

TABLE = {name: value for name, value in vars(closeness).items() if isinstance(value, Tolerance)}
every_tolerance = pytest.mark.parametrize("tolerance", TABLE.values(), ids=TABLE)
numbers = st.floats(1e-3, 1e9)
shares = st.floats(0, 0.5)


def test_the_table_is_all_there() -> None:
    assert len(TABLE) >= 9


@every_tolerance
@given(number=numbers, share=shares, rounding=shares)
def test_signs_and_units_do_not_matter(
    tolerance: Tolerance, number: float, share: float, rounding: float
) -> None:
    found, step = number * (1 + share), number * rounding
    answer = tolerance.allows(found, number, step)

    assert tolerance.allows(number, number)
    assert tolerance.allows(-found, -number, step) == answer
    assert tolerance.allows(found * 1024, number * 1024, step * 1024) == answer


@every_tolerance
@given(number=numbers, share=shares, rounding=shares)
def test_whoever_forgives_more_forgives_all_that_was_forgiven(
    tolerance: Tolerance, number: float, share: float, rounding: float
) -> None:
    found, step = number * (1 + share), number * rounding
    if tolerance.allows(found, number, step):
        assert tolerance.at(tolerance.pct + 1).allows(found, number, step)
        assert tolerance.allows(found, number, 2 * step)


@pytest.mark.parametrize(
    ("tolerance", "found", "right", "is_close"),
    [
        (IDENTICAL, Measure(0.1 + 0.2), 0.3, True),
        (IDENTICAL, Measure(0.3001, 0.05), 0.3, False),
        (CLOSE, Measure(101.0), 100.0, True),
        (CLOSE, Measure(101.1), 100.0, False),
        (CLOSE, Measure(5.0, 0.5), 4.75, False),
        (EXACT, Measure(180.0, 0.5), 180.2, True),
        (EXACT, Measure(180.0, 0.5), 180.6, False),
        (EXACT, Measure(6.0, 0.5), 6.1, False),
        (value_tolerance(0.01), Measure(12.3, 0.05), 12.34, False),
        (RESTATED, Measure(0.0, 0.5), 0.4, True),
        (RESTATED, Measure(6.0, 0.5), 5.61, True),
        (RECOMPUTED, Measure(103.0, 2.0), 100.0, True),
        (CLOSE, Measure(103.0, 2.0), 100.0, False),
        (RECOMPUTED, Measure(107.0, 50.0), 100.0, False),
    ],
)
def test_each_tolerance_forgives_what_it_is_for(
    tolerance: Tolerance, found: Measure, right: float, is_close: bool
) -> None:
    assert found.is_close(right, tolerance) is is_close


def test_what_is_left_of_large_figures_may_be_off_by_their_rounding() -> None:
    assert not RECOMPUTED.allows(0.9, 1.0, rounding=0.15)
    assert RECOMPUTED.allows(0.9, 1.0, rounding=0.15, rounded=10.0)
