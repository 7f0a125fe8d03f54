"""A trial that cannot be held costs itself and no other."""

from pathlib import Path

from tests.staging.trials import plan_of, quiet_options

from modylbench.pipeline.equipment import RunOptions
from modylbench.pipeline.running.execution import hold_all
from modylbench.pipeline.running.progress import NOT_HELD, HeldTrial, Progress
from modylbench.providers.addresses import LiveKitAddress

NOWHERE = LiveKitAddress("ws://127.0.0.1:9", "a-key", "a-secret" * 8)


def run_options(folder: Path) -> RunOptions:
    return quiet_options(folder, beats="1", livekit=NOWHERE)


def test_without_a_room_every_trial_is_told_as_not_held_in_the_order_asked_for(
    tmp_path: Path,
) -> None:
    news: list[Progress | HeldTrial] = []

    held = hold_all(plan_of(2, 1), tmp_path, run_options(tmp_path), jobs=2, report=news.append)

    assert [meeting.trial.seed for meeting in held] == [2, 1]
    assert all((meeting.is_valid, meeting.ending) == (False, NOT_HELD) for meeting in held)
    assert all("127.0.0.1:9" in meeting.trouble and "\n" not in meeting.trouble for meeting in held)
    assert not any(NOWHERE.api_secret in meeting.trouble for meeting in held)
    assert not list(tmp_path.rglob("recording.json"))
    assert sum(isinstance(item, HeldTrial) for item in news) == 2
