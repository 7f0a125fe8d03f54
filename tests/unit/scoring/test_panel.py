"""How is the agreement of a panel counted?"""

from tests.staging.evaluations import evaluation, scored, simple

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS

ALL_ELEVEN = {*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS}


def test_ratings_within_a_point_agree() -> None:
    turns = {1: {"a": 7.0, "b": 8.0}, 3: {"a": 6.0, "b": 8.0}}
    found = scored(evaluation(turns, {"model": {"a": 9.0, "b": 9.0}})).statistics

    assert found.rated == 2 * 6 + 5
    assert found.agreement_rate == round(11 / 17, 9)
    assert found.agreement_by_dimension["task_progress"] == 0.5
    assert found.agreement_by_dimension["correctness"] == 1.0
    assert (found.disputed, found.pessimistic) == (0, 0)


def test_flags_and_fall_backs_are_counted() -> None:
    wide = {"a": 2.0, "b": 10.0}
    found = scored(simple(wide, {"a": 5.0, "b": 8.5})).statistics

    assert (found.disputed, found.pessimistic) == (6, 11)


def test_alpha_is_given_for_each_dimension() -> None:
    turns = {1: {"a": 4.0, "b": 5.0}, 3: {"a": 7.0, "b": 8.0}, 5: {"a": 9.0, "b": 9.0}}
    products = {"x": {"a": 3.0, "b": 3.0}, "y": {"a": 8.0, "b": 8.0}}
    found = scored(evaluation(turns, products)).statistics

    assert set(found.alpha_ordinal) == set(found.alpha_interval) == ALL_ELEVEN
    assert found.alpha_interval["correctness"] == 1.0
    assert found.alpha_interval["task_progress"] is not None
    assert 0.8 < found.alpha_interval["task_progress"] < 1


def test_one_judge_has_nobody_to_agree_with() -> None:
    found = scored(simple({"a": 7.0, "b": None}, {"a": 8.0})).statistics

    assert (found.rated, found.agreement_rate) == (0, None)
    assert found.alpha_ordinal == found.agreement_by_dimension == {}


def test_turns_that_nobody_answered_are_no_agreement() -> None:
    one = simple({"a": 7.0, "b": 7.0}, {"a": 8.0, "b": 8.0}, planned_turns=(1, 3, 5))

    assert scored(one).statistics.rated == 6 + 5
