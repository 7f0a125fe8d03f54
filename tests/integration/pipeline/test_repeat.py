"""A report speaks of all that was planned, and of nothing else."""

import shutil
from pathlib import Path

from tests.staging.trials import judged_trial, planned_run

from modylbench.pipeline.repeat import RunReliability, repeat_run
from modylbench.pipeline.weigh import weigh_all
from modylbench.runs.run import runs_in
from modylbench.scoring.rules import default_rules


def weighed_run(folder: Path, *levels: float | None, agent: str = "oracle") -> Path:
    run = planned_run(folder, *range(len(levels)), agent=agent)
    trials = [judged_trial(run, seed, level) for seed, level in enumerate(levels)]
    weigh_all(trials, default_rules())
    return run


def repeated(run: Path) -> RunReliability:
    (found,) = runs_in([run])
    return repeat_run(found)


def test_the_worst_run_of_all_planned_is_official(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0, 3.0)
    found = repeated(run)

    assert found.report is not None
    assert found.report.overall == found.report.scenarios[0].min
    assert found.is_whole
    assert (run / "reliability.json").is_file()


def test_a_bad_seed_cannot_be_deleted(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0, 3.0)
    shutil.rmtree(run / "financial_analyst" / "seed-1")
    (meant,) = runs_in([run])
    found = repeated(run)

    assert [trial.name for trial in meant.trials] == ["seed-0", "seed-1"]
    assert found.report is not None
    assert found.report.overall is None
    assert any("seed 1 was planned" in note for note in found.report.notes)
    assert not found.is_whole
    (outcome,) = weigh_all(meant.trials[1:], default_rules()).outcomes
    assert "`modylbench run` makes it" in outcome.trouble


def test_an_invalid_seed_leaves_no_official_score(tmp_path: Path) -> None:
    found = repeated(weighed_run(tmp_path / "run", 9.0, None))

    assert found.report is not None
    assert found.report.overall is None
    assert not found.is_whole


def test_a_better_seed_cannot_take_the_place_of_a_bad_one(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0, 3.0)
    other = weighed_run(tmp_path / "other", 9.0, 9.0, 9.0)
    shutil.rmtree(run / "financial_analyst" / "seed-1")
    shutil.copytree(other / "financial_analyst" / "seed-2", run / "financial_analyst" / "seed-1")
    found = repeated(run)

    assert found.report is None
    assert "seed 2, which is not in the plan" in found.trouble


def test_trials_of_another_agent_are_refused(tmp_path: Path) -> None:
    found = repeated(weighed_run(tmp_path / "run", 9.0, agent="sycophant"))

    assert found.report is None
    assert "found the agent 'oracle'" in found.trouble


def test_one_trial_of_a_run_may_be_meant_alone(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0, 3.0)
    shutil.rmtree(run / "financial_analyst" / "seed-1")
    found = repeated(run / "financial_analyst" / "seed-0")

    assert found.is_whole
    assert found.report is not None
    assert found.report.overall is None


def test_a_scenarios_folder_means_all_that_was_planned_there(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0, 3.0)
    shutil.rmtree(run / "financial_analyst" / "seed-1")
    (meant,) = runs_in([run / "financial_analyst"])

    assert meant.is_meant_whole


def test_when_judging_was_stopped_no_older_report_is_left(tmp_path: Path) -> None:
    run = weighed_run(tmp_path / "run", 9.0)
    repeated(run)
    (meant,) = runs_in([run])

    found = repeat_run(meant, was_stopped=True)

    assert (found.report, found.is_whole) == (None, False)
    assert "stopped" in found.trouble
    assert not (run / "reliability.json").exists()
