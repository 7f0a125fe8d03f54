"""What a submission's page tells of meetings that were spoilt."""

from pathlib import Path

from tests.staging.smoke_meeting import recorded_meeting
from tests.staging.trials import SCENARIO, planned_run

from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.leaderboard.web.models import MeetingCounts
from modylbench.leaderboard.web.views import meeting_counts


def keep(run: Path, seed: int, spoilt: tuple[str, ...] = ()) -> None:
    folder = run / SCENARIO / f"seed-{seed}"
    folder.mkdir(parents=True)
    recording = recorded_meeting(folder)
    tried = {"attempt": len(spoilt) + 1, "spoilt": spoilt}
    setting = recording.setting.model_copy(update=tried)
    TrialDirectory(folder).keep("recording", recording.model_copy(update={"setting": setting}))


def test_tries_that_our_side_has_spoilt_are_told_one_by_one(tmp_path: Path) -> None:
    run = planned_run(tmp_path, 0, 1)
    keep(run, 0)
    keep(run, 1, ("room_gone: away", "deaf: no sound"))

    assert meeting_counts(run) == MeetingCounts(
        counted=2,
        held=4,
        spoilt=(
            f"{SCENARIO}/seed-1, try 1: room_gone: away",
            f"{SCENARIO}/seed-1, try 2: deaf: no sound",
        ),
    )


def test_where_there_are_no_records_nothing_is_told(tmp_path: Path) -> None:
    assert meeting_counts(tmp_path / "gone") is None
    assert meeting_counts(planned_run(tmp_path / "lost", 0)) is None
