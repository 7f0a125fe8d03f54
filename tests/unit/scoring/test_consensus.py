"""When a panel's lowest score counts, and who is left out."""

import pytest
from tests.staging.evaluations import ByJudge, rules_with, scorecard_of, simple_evaluation

from modylbench.scoring.scorecard import DimensionScore


def first_dimension(by_judge: ByJudge, **layers: bool) -> DimensionScore:
    return (
        scorecard_of(simple_evaluation(by_judge, {"a": 5.0}), rules_with(**layers))
        .turns[0]
        .dimensions[0]
    )


def test_a_panel_close_together_counts_by_its_mean() -> None:
    found = first_dimension({"a": 6.0, "b": 7.0, "c": 9.0})

    assert found.score == pytest.approx(22 / 3)
    assert not found.is_pessimistic
    assert found.verdicts == ("turn-01/a", "turn-01/b", "turn-01/c")
    assert found.by_judge == {"a": 6.0, "b": 7.0, "c": 9.0}


@pytest.mark.parametrize(("other", "score"), [(7.0, 5.5), (7.1, 4.0), (8.0, 4.0)])
def test_a_spread_over_three_takes_the_minimum_and_three_does_not(
    other: float, score: float
) -> None:
    found = first_dimension({"a": 4.0, "b": other})

    assert found.score == score
    assert found.is_pessimistic is (other > 7.0)


def test_the_noise_of_floats_makes_no_spread() -> None:
    assert 4.4 - 1.4 > 3.0  # what floats make of three

    assert not first_dimension({"a": 1.4, "b": 4.4}).is_pessimistic


@pytest.mark.parametrize(
    ("scores", "std", "is_disputed"),
    [((5.0, 9.0), 2.0, False), ((5.0, 9.1), 2.05, True), ((1.0, 1.0, 10.0), 4.242640687, True)],
)
def test_a_population_deviation_over_two_is_flagged(
    scores: tuple[float, ...], std: float, is_disputed: bool
) -> None:
    found = first_dimension(dict(zip("abc", scores, strict=False)))

    assert (found.std, found.is_disputed) == (std, is_disputed)


def test_without_layer_3_it_is_the_plain_mean() -> None:
    found = first_dimension({"a": 1.0, "b": 10.0}, pessimism=False)

    assert (found.score, found.is_pessimistic, found.is_disputed) == (5.5, False, True)


def test_a_judge_that_failed_or_did_not_assess_is_left_out() -> None:
    unassessed = {"context_accuracy": None, "task_progress": 6.0}
    found = first_dimension({"a": 8.0, "b": None, "c": unassessed})

    assert found.by_judge == {"a": 8.0}
    assert (found.score, found.std) == (8.0, None)
    assert found.verdicts == ("turn-01/a",)


def test_ratings_of_a_verdict_that_failed_count_for_nothing() -> None:
    meeting = simple_evaluation({"a": 8.0, "b": 2.0}, {"a": 5.0})
    verdicts = tuple(
        item.model_copy(update={"failure": "not tied to the recording"})
        if item.judge == "b"
        else item
        for item in meeting.verdicts
    )
    (turn,) = scorecard_of(meeting.model_copy(update={"verdicts": verdicts})).turns

    assert turn.score == 8.0
    assert turn.modes == {"a": "offline"}
