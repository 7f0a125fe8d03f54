"""A curve falls or rises as it says, and evidence adds up in any order."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.judging.offline import scales
from modylbench.evaluation.judging.offline.rating import Curve, Power, RatedPoints, combine_scores

CURVES = {
    name: curve for name, curve in vars(scales).items() if isinstance(curve, Power | RatedPoints)
}
every_curve = pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)
values = st.floats(-5, 1000, allow_nan=False)
scores = st.floats(1, 10, allow_nan=False)


@every_curve
@given(first=values, second=values)
def test_a_curve_goes_one_way_and_stays_on_the_scale(
    curve: Curve, first: float, second: float
) -> None:
    low, high = curve(min(first, second)), curve(max(first, second))
    rises = curve(1000) > curve(0)

    assert 1 <= min(low, high) <= max(low, high) <= 10
    assert (low <= high + 1e-9) if rises else (low + 1e-9 >= high)


@every_curve
def test_a_curve_gives_a_full_score_at_its_best(curve: Curve) -> None:
    assert max(curve(0), curve(1000)) == 10


def test_half_of_the_truth_is_worth_little_and_nineteen_of_twenty_is_nearly_right() -> None:
    assert scales.TRUTH(0.5) < 4
    assert 9 < scales.TRUTH(0.95) < 10
    assert 6 <= scales.TRUTH(0.9) < 9


@given(found=st.lists(scores, max_size=6), one_more=scores)
def test_more_evidence_never_raises_what_the_rest_comes_to(
    found: list[float], one_more: float
) -> None:
    assert 1 <= combine_scores([*found, one_more]) <= combine_scores(found) <= 10


@given(found=st.lists(scores, min_size=1, max_size=6), data=st.data())
def test_evidence_adds_up_alike_in_any_order(found: list[float], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(found))

    assert math.isclose(combine_scores(found), combine_scores(shuffled), abs_tol=0.0011)


def test_full_scores_together_give_a_full_score_and_one_of_one_takes_all() -> None:
    assert combine_scores([10, 10, 10]) == 10
    assert combine_scores([10, 1, 10]) == 1
