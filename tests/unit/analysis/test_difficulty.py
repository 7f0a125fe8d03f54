"""The hardest dimensions are those with the lowest scores, in the layout of table 5."""

import numpy as np
import pytest
from scipy import stats
from tests.staging.judged_runs import evaluation_with_trap, run, scored_trial
from tests.unit.scoring.test_published import TABLE_5_PRODUCT, TABLE_5_TURN

from modylbench.analysis.difficulty import difficulty, edge_case_shares
from modylbench.analysis.judged_runs import JudgedRun

LEVELS = {"one": [3.0, 4.0, 6.5]}


def test_table_5_comes_out_in_its_own_layout() -> None:
    every = TABLE_5_TURN | TABLE_5_PRODUCT
    rows = difficulty([run("modyl", {"one": [{"a": every}, {"a": every}]})])

    assert [(row.dimension, row.mean) for row in rows] == list(every.items())
    assert [row.axis for row in rows] == ["journey"] * 6 + ["destination"] * 5
    weights = [0.25, 0.25, 0.2, 0.15, 0.1, 0.05, 0.3, 0.25, 0.2, 0.15, 0.1]
    assert [row.weight for row in rows] == weights
    assert next(row.dimension for row in rows if row.rank == 1) == "correctness"
    assert next(row.rank for row in rows if row.dimension == "social_quality") == 11


def test_figures_are_numpys_over_turns_and_the_interval_is_scipys_over_meetings() -> None:
    row = difficulty([run("a", LEVELS)])[0]
    turns, meetings = np.repeat(LEVELS["one"], 2), LEVELS["one"]
    low, high = stats.ttest_1samp(meetings, 0.0).confidence_interval()

    assert (row.rated, row.min, row.max) == (6, 3.0, 6.5)
    assert row.mean == pytest.approx(turns.mean())
    assert row.sd == pytest.approx(turns.std(ddof=1))
    assert (row.below_4, row.below_6) == pytest.approx((1 / 3, 2 / 3))
    assert row.interval == pytest.approx((max(1.0, low), min(10.0, high)))


def test_of_one_meeting_no_interval_is_known() -> None:
    row = difficulty([run("a", {"one": [5.0]})])[0]

    assert (row.mean, row.interval, row.rank_interval) == (5.0, None, None)


def test_what_nobody_assessed_is_not_measured_and_has_no_rank() -> None:
    only = {"context_accuracy": 5.0, "task_progress": 6.0, "correctness": 7.0}
    rows = {row.dimension: row for row in difficulty([run("a", {"one": [{"a": only}] * 2})])}
    social = rows["social_quality"]

    assert (social.mean, social.below_4, social.rank, social.rank_interval) == (None,) * 4
    assert rows["correctness"].rank == 3
    assert rows["correctness"].rank_interval == (3, 3)


def test_a_rank_that_depends_on_the_meeting_has_a_wide_interval() -> None:
    levels = {"context_accuracy": 4.0, "task_progress": 9.0, "correctness": 6.0}
    other = {"context_accuracy": 9.0, "task_progress": 4.5, "correctness": 6.0}
    rows = difficulty([run("a", {"one": [{"a": levels}, {"a": other}]})])
    ranges = {row.dimension: row.rank_interval for row in rows}

    assert ranges["context_accuracy"] == (1, 3)
    assert ranges["correctness"] == (1, 2)


def test_traps_are_counted_by_severity_and_by_case() -> None:
    trials = [
        scored_trial(evaluation_with_trap(0, 8.0, detected=True)),
        scored_trial(evaluation_with_trap(1, 8.0, detected=False)),
        scored_trial(evaluation_with_trap(2, 8.0, detected=False, severity="minor")),
    ]
    rows = edge_case_shares([JudgedRun("a", "a", tuple(trials))])
    found = [(row.severity, row.name, row.played, row.failed, row.failed_share) for row in rows]

    assert found == [
        ("critical", "", 2, 1, 0.5),
        ("minor", "", 1, 1, 1.0),
        ("critical", "infeasible_debt", 2, 1, 0.5),
        ("minor", "infeasible_debt", 1, 1, 1.0),
    ]
