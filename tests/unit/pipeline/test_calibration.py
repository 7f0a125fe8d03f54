"""A judge's figures are those of the samples that it rated."""

from modylbench.pipeline.calibration import CleanScore, DefectSample, detections


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
        [sample(0, 9.0, 9.0), sample(1, 9.0, 5.0), sample(1, None, 2.0), sample(1, 9.0, None)],
        [],
        by_defect=False,
    )

    assert (row.planted, row.rated) == (4, 2)
    assert row.detection_rate == 0.5
    assert row.auc == 0.75
    assert row.by_level == {"1": 0.0, "2": 1.0}
    assert row.false_alarm_rate is None


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
