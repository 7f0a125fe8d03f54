"""Every trial is counted once, under its own name, in whatever order runs are given."""

import shutil
from pathlib import Path

import pytest
from tests.staging.trials import judged_run

from modylbench.foundation.errors import UserMistake
from modylbench.publishing.analysis.analyses import ANALYSES, analyse, choose_analyses, read_runs
from modylbench.runs.run import runs_in


def test_the_order_of_runs_changes_nothing(tmp_path: Path) -> None:
    paths = [
        judged_run(tmp_path / "x", 8.0, 7.0, agent="one"),
        judged_run(tmp_path / "y", 5.0, 4.0, agent="two"),
        judged_run(tmp_path / "z", 3.0, agent="one"),
    ]

    assert analyse(runs_in(paths), [*ANALYSES]) == analyse(runs_in(paths[::-1]), [*ANALYSES])


def test_a_run_and_its_copy_are_one(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 7.0)
    copy = tmp_path / "copy"
    shutil.copytree(run, copy)
    reading = read_runs(runs_in([run, copy]))

    assert [len(run.trials) for run in reading.runs] == [2]
    assert reading.notes[0].startswith("2 trial(s) were given twice")


def test_a_copy_of_a_part_is_counted_once_in_whatever_order(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 7.0)
    part = tmp_path / "part"
    shutil.copytree(run, part)
    shutil.rmtree(part / "financial_analyst" / "seed-1")
    first, second = (read_runs(runs_in(paths)) for paths in ([run, part], [part, run]))

    assert first == second
    assert sum(len(run.trials) for run in first.runs) == 2


def test_runs_of_one_agent_are_told_apart(tmp_path: Path) -> None:
    paths = [
        judged_run(tmp_path / "x", 8.0),
        judged_run(tmp_path / "y", 7.0),
        judged_run(tmp_path / "z", 7.0, mode="text"),
        judged_run(tmp_path / "w", 7.5, agent="all"),
    ]
    names = [run.name for run in read_runs(runs_in(paths)).runs]

    assert names == sorted(
        ["all (offline)", "oracle (offline, x)", "oracle (offline, y)", "oracle (text)"]
    )


def test_trials_without_a_scorecard_or_a_score_are_said(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, None, 7.0)
    (run / "financial_analyst" / "seed-0" / "scorecard.json").unlink()
    reading = read_runs(runs_in([run]))

    assert [len(run.valid) for run in reading.runs] == [1]
    assert "oracle: 1 trial(s) have no scorecard and are left out" in reading.notes
    assert "oracle: 1 trial(s) could not be scored and are left out" in reading.notes


def test_a_run_that_was_not_judged_is_a_persons_mistake(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0)
    (run / "financial_analyst" / "seed-0" / "scorecard.json").unlink()

    with pytest.raises(UserMistake, match="modylbench evaluate"):
        read_runs(runs_in([run]))


def test_every_analysis_says_something_of_a_run_without_any_score(tmp_path: Path) -> None:
    sections, _ = analyse(runs_in([judged_run(tmp_path / "x", None)]), [*ANALYSES])

    assert all(section.says for section in sections)
    assert "0.00" not in " ".join(
        say for section in sections for say in section.says if "oracle" in say
    )


def test_analyses_are_chosen_by_name() -> None:
    assert choose_analyses("") == tuple(ANALYSES)
    assert choose_analyses("weights, gap") == ("gap", "weights")
    with pytest.raises(UserMistake, match="did you mean 'weights'"):
        choose_analyses("weight")
