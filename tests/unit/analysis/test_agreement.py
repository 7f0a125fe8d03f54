"""Agreement, alpha and leniency are those of the judges' own ratings."""

import pytest
from scipy import stats
from tests.staging.judged_runs import judged_by_models, run
from tests.unit.scoring.test_agreement import PUBLISHED, UNITS

from modylbench.analysis.agreement import ALL, agreement, judge_pairs
from modylbench.analysis.judged_runs import JudgedRun


def test_krippendorffs_own_example_comes_out_over_a_run() -> None:
    """Each unit is a meeting whose one assessed turn dimension has its ratings."""
    substance = {"context_accuracy": 5.0, "task_progress": 5.0, "correctness": 5.0}
    levels = [
        {name: substance | {"social_quality": value} for name, value in zip("abcd", unit)}  # noqa: B905
        for unit in UNITS
    ]
    rows = {row.dimension: row for row in agreement([run("a", {"one": levels})])}
    social = rows["social_quality"]

    # Both turns of a meeting have the same ratings, which makes the pairs twice as many and moves
    # chance by the n - 1 alone: the published figure to a hundredth.
    assert social.alpha_ordinal == pytest.approx(PUBLISHED["ordinal"], abs=0.006)
    assert social.alpha_interval == pytest.approx(PUBLISHED["interval"], abs=0.006)
    assert social.rated == 2 * sum(len(unit) > 1 for unit in UNITS)
    assert social.ratings == 2 * sum(len(unit) for unit in UNITS if len(unit) > 1)
    within = sum(max(unit) - min(unit) <= 1 for unit in UNITS if len(unit) > 1)
    assert social.agreement_rate == pytest.approx(2 * within / social.rated)


def test_disputes_and_pessimism_are_shares_of_what_two_have_rated() -> None:
    far, near = {"a": 9.0, "b": 3.0}, {"a": 8.0, "b": 8.0}
    rows = {row.dimension: row for row in agreement([run("x", {"one": [far, near, near, near]})])}

    assert rows["correctness"].disputed_share == rows["correctness"].pessimistic_share == 0.25
    assert rows[ALL].agreement_rate == 0.75
    assert rows[ALL].alpha_ordinal is None


def test_a_single_judge_agrees_with_nobody() -> None:
    rows = agreement([run("x", {"one": [{"a": 8.0}]})])

    assert {(row.rated, row.agreement_rate, row.disputed_share) for row in rows} == {
        (0, None, None)
    }
    assert judge_pairs([run("x", {"one": [{"a": 8.0}]})]) == ()


def test_who_is_lenient_is_told_with_scipys_interval_over_meetings() -> None:
    levels = [{"a": 5.0, "b": 6.0}, {"a": 5.0, "b": 8.0}, {"a": 7.0, "b": 7.0}]
    (pair,) = judge_pairs([run("x", {"one": levels})])
    wanted = stats.ttest_1samp([1.0, 3.0, 0.0], 0.0).confidence_interval()

    assert (pair.judge, pair.other, pair.judges_are) == ("a", "b", "code")
    assert pair.difference.mean == pytest.approx(4 / 3)
    assert pair.difference.interval == pytest.approx(tuple(wanted))
    assert pair.subjects == 3 * (2 * 6 + 5)


def test_models_and_code_are_told_apart() -> None:
    models = JudgedRun("m", "m", (judged_by_models(0, "text", {"a": 8.0, "b": 7.0}),))

    assert {row.judges_are for row in agreement([models])} == {"models"}
    assert {row.judges_are for row in agreement([run("x", {"one": [8.0]})])} == {"code"}


def test_runs_of_one_panel_are_also_taken_together_in_whatever_order() -> None:
    runs = [run("x", {"one": [8.0]}), run("y", {"one": [{"a": 9.0, "b": 7.0}]})]
    pooled = {row.dimension: row for row in agreement(runs) if row.run == ALL}

    assert pooled["correctness"].agreement_rate == 0.5
    assert agreement(runs) == agreement(runs[::-1])
