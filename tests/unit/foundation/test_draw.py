"""A seed gives the same numbers everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.draw import Draw


def test_the_stream_is_the_one_that_the_language_promises() -> None:
    """Reference: Mersenne Twister's first numbers for this seed, as in CPython 3.6 to 3.13."""
    draw = Draw("case", 7, "name")

    assert [draw.whole(0, 10**6) for _ in range(3)] == [428991, 351993, 862282]


@given(low=st.floats(-100, 100), count=st.integers(1, 50), seed=st.integers(0, 10**6))
def test_a_step_lands_on_the_grid_and_in_the_range(low: float, count: int, seed: int) -> None:
    low, step = round(low, 2), 0.25

    value = Draw(seed).step(low, low + count * step, step)

    assert low - 1e-9 <= value <= low + count * step + 1e-9
    assert abs((value - low) / step - round((value - low) / step)) < 1e-6


@given(st.lists(st.integers(), max_size=20), st.integers())
def test_shuffling_keeps_everything(items: list[int], seed: int) -> None:
    assert sorted(Draw(seed).in_drawn_order(items)) == sorted(items)


def test_normal_draws_have_the_mean_and_spread_of_a_normal() -> None:
    draw = Draw("normal")
    sample = [draw.normal() for _ in range(4000)]
    mean = sum(sample) / len(sample)

    assert abs(mean) < 0.05
    assert abs(sum((value - mean) ** 2 for value in sample) / len(sample) - 1) < 0.08
