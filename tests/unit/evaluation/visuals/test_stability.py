"""Layout stability, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.visuals.stability import FramePair, layout_stability

pairs = st.builds(FramePair, st.floats(-1, 1), st.booleans())


def test_a_steady_screen_is_one_and_no_pair_is_nothing() -> None:
    assert layout_stability([]) is None
    assert layout_stability([FramePair(1.0, False)] * 3) == 1.0


def test_changes_that_were_asked_for_cost_nothing() -> None:
    assert layout_stability([FramePair(0.2, True), FramePair(0.9, True)]) == 1.0


def test_the_formula_by_hand() -> None:
    # One of four pairs moved unasked; variance of (0.9, 1, 1, 1) is 0.001875.
    held = [FramePair(0.9, False), *[FramePair(1.0, False)] * 3]
    assert layout_stability(held) == pytest.approx(0.75 * (1 - 0.1875 * 0.5))
    # Half of them, so far apart that the variance costs all it may.
    assert layout_stability([FramePair(0.2, False), FramePair(1.0, False)]) == pytest.approx(0.25)


def test_the_threshold_is_the_papers() -> None:
    assert layout_stability([FramePair(0.95, False)]) == 1.0
    assert layout_stability([FramePair(0.9499, False)]) == 0.0


@given(st.lists(pairs, min_size=1, max_size=30))
def test_it_is_a_share(found: list[FramePair]) -> None:
    stability = layout_stability(found)

    assert stability is not None
    assert 0 <= stability <= 1
