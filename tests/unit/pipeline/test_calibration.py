"""A judge's figures are those of the samples that it rated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from modylbench.pipeline.calibration import (
    CleanScore,
    DefectSample,
    area_under_curve,
    detection_rate,
    detections,
    false_alarm_rate,
)


def sample(
    level: int,
    clean: float | None,
    spoilt: float | None,
    *,
    judge: str = "auditor",
    defect: str = "d",
) -> DefectSample:
    return DefectSample(
        defect=defect,
        level=level,
        about="",
        scenario_id="s",
        seed=0,
        subject="turn-07",
        dimension="correctness",
        judge=judge,
        clean=clean,
        spoilt=spoilt,
    )


def clean(seed: int, score: float, twin: str = "clean") -> CleanScore:
    return CleanScore(twin, "s", seed, "turn-07", "correctness", "auditor", score)


def test_what_a_judge_did_not_assess_is_counted_and_left_out() -> None:
    (row,) = detections(
        [sample(0, 9.0, 9.0), sample(1, 9.0, 5.0), sample(1, None, None), sample(1, 9.0, None)],
        [],
        by_defect=False,
    )

    assert (row.planted, row.rated) == (4, 2)
    assert row.detection_rate == 0.5
    assert row.auc == 0.75
    assert row.by_level == {"1": 0.0, "2": 1.0}
    assert row.false_alarm_rate is None


def test_a_judge_that_rates_only_what_is_wrong_has_found_the_defect() -> None:
    (row,) = detections([sample(0, None, 2.0), sample(1, None, 9.9)], [], by_defect=False)

    assert (row.planted, row.rated) == (2, 2)
    assert row.detection_rate == 0.5


def test_false_alarms_are_those_of_the_same_judge_and_dimension() -> None:
    rows = detections(
        [sample(0, 9.0, 5.0), sample(0, 9.0, 5.0, judge="viewer")],
        [clean(0, 9.0), clean(1, 8.0)],
        by_defect=False,
    )

    assert {row.judge: row.false_alarm_rate for row in rows} == {"auditor": 0.5, "viewer": None}


def test_defects_stand_apart_where_asked_for() -> None:
    samples = [sample(0, 9.0, 5.0), sample(0, 9.0, 9.0, defect="e")]

    assert [row.defect for row in detections(samples, [], by_defect=True)] == ["d", "e"]
    assert [row.defect for row in detections(samples, [], by_defect=False)] == [""]


def test_one_seed_tells_nothing_of_false_alarms_even_with_two_clean_twins() -> None:
    (row,) = detections(
        [sample(0, 9.0, 5.0)], [clean(0, 9.0), clean(0, 7.0, "with buttons")], by_defect=False
    )

    assert row.false_alarm_rate is None


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
