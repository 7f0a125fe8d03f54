"""A scorecard is always of the evaluation and the recording beside it."""

from pathlib import Path

from tests.staging.trials import judged_trial

from modylbench.pipeline.weigh import weigh_all, weigh_trial
from modylbench.runs.records import scorecard_in
from modylbench.scoring.rules import default_rules


def test_a_trial_is_weighed_and_kept(tmp_path: Path) -> None:
    trial = judged_trial(tmp_path, 0)
    outcome = weigh_trial(trial, default_rules(), was_kept=True)

    assert outcome.scorecard is not None
    assert outcome.scorecard.combined == 8.0
    assert scorecard_in(trial) == outcome.scorecard


def test_an_evaluation_of_another_recording_is_refused(tmp_path: Path) -> None:
    trial = judged_trial(tmp_path, 0)
    weigh_trial(trial, default_rules(), was_kept=True)
    (trial / "recording.json").write_text("another meeting")
    assert scorecard_in(trial) is None

    (outcome,) = weigh_all([trial], default_rules()).outcomes

    assert "is of another recording" in outcome.trouble
    assert not (trial / "scorecard.json").exists()


def test_a_scorecard_does_not_outlive_its_evaluation(tmp_path: Path) -> None:
    trial = judged_trial(tmp_path, 0)
    weigh_trial(trial, default_rules(), was_kept=True)
    (trial / "evaluation.json").unlink()
    assert scorecard_in(trial) is None

    (outcome,) = weigh_all([trial], default_rules()).outcomes

    assert "`modylbench evaluate` makes it" in outcome.trouble
    assert not (trial / "scorecard.json").exists()


def test_a_scorecard_of_an_altered_evaluation_does_not_count(tmp_path: Path) -> None:
    trial = judged_trial(tmp_path, 0)
    weigh_trial(trial, default_rules(), was_kept=True)
    evaluation = trial / "evaluation.json"
    evaluation.write_text(evaluation.read_text().replace('"score": 8.0', '"score": 9.0'))

    assert scorecard_in(trial) is None


def test_two_names_of_one_turn_are_refused(tmp_path: Path) -> None:
    """`07` beside `7` would count one judge twice."""
    trial = judged_trial(tmp_path, 0)
    evaluation = trial / "evaluation.json"
    text = evaluation.read_text()
    evaluation.write_text(text.replace('"name": "1"', '"name": "01"'))

    (outcome,) = weigh_all([trial], default_rules()).outcomes

    assert text.count('"name": "1"') == 1
    assert "found the turn '01', expected its number" in outcome.trouble
