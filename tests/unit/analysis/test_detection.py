"""Detection, false alarms and AUC are what their definitions say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from modylbench.analysis.detection import area_under_curve, detection_rate, false_alarm_rate

scores = st.integers(2, 20).map(lambda half: half / 2)
many = st.lists(scores, min_size=1, max_size=12)


@given(clean=many, spoilt=many)
def test_auc_is_mann_whitneys_u_by_the_number_of_pairs(
    clean: list[float], spoilt: list[float]
) -> None:
    u = mannwhitneyu(clean, spoilt, method="asymptotic").statistic

    assert area_under_curve(clean, spoilt) == pytest.approx(u / (len(clean) * len(spoilt)))


@given(clean=many, spoilt=many)
def test_auc_of_the_two_exchanged_is_the_rest_of_one(
    clean: list[float], spoilt: list[float]
) -> None:
    there, back = area_under_curve(clean, spoilt), area_under_curve(spoilt, clean)

    assert there is not None
    assert back == pytest.approx(1 - there)


def test_what_nobody_rated_is_none_and_not_nought() -> None:
    assert area_under_curve([], [3.0]) is None
    assert area_under_curve([3.0], []) is None
    assert detection_rate([]) is None
    assert false_alarm_rate({"turn-07": [9.0]}) is None


@given(st.lists(st.tuples(scores, scores), min_size=1))
def test_a_pair_is_detected_from_half_a_point_on(pairs: list[tuple[float, float]]) -> None:
    lower = [clean - spoilt >= 0.5 for clean, spoilt in pairs]

    assert detection_rate(pairs) == sum(lower) / len(lower)


def test_a_subject_is_held_against_itself_at_other_seeds_and_not_against_other_subjects() -> None:
    assert false_alarm_rate({"turn-01": [10.0, 10.0], "turn-03": [4.0, 4.0]}) == 0.0
    assert false_alarm_rate({"turn-01": [10.0, 9.0]}) == 0.5


@given(st.dictionaries(st.text(max_size=3), many, max_size=4))
def test_false_alarms_are_a_share_or_none(clean: dict[str, list[float]]) -> None:
    rate = false_alarm_rate(clean)

    assert rate is None or 0.0 <= rate < 1.0
