"""A recorded meeting is held again only where that is asked for."""

from pathlib import Path

from tests.e2e.test_trials_apart import run_options
from tests.staging.smoke_meeting import answer, recorded_meeting
from tests.staging.trials import plan_of

from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.pipeline.running.execution import hold_all
from modylbench.pipeline.running.progress import NOT_HELD


def test_what_is_there_is_kept_unless_it_is_to_be_held_anew(tmp_path: Path) -> None:
    plan = plan_of(1)
    folder = tmp_path / plan.trials[0].folder
    folder.mkdir(parents=True)
    recording = recorded_meeting(folder, answer())
    (folder / recording.log.path).write_text("")
    setting = recording.setting.model_copy(update={"beats": "1"})
    of_trial = {"scenario_id": plan.trials[0].scenario_id, "seed": 1, "agent": plan.agent}
    TrialDirectory(folder).keep(
        "recording", recording.model_copy(update={**of_trial, "setting": setting})
    )

    (kept,) = hold_all(plan, tmp_path, run_options(tmp_path), jobs=1, report=lambda _: None)
    (anew,) = hold_all(
        plan, tmp_path, run_options(tmp_path), jobs=1, report=lambda _: None, anew=True
    )

    assert kept.was_kept
    assert not anew.was_kept
    assert anew.ending == NOT_HELD  # the server of this test is nowhere
