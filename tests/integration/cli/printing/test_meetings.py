"""A run says what it kept, and only once why a meeting was spoilt."""

from pathlib import Path

import pytest

from modylbench.cli.printing.meetings import print_kept, without_spoilt
from modylbench.cli.printing.scores import trouble_lines
from modylbench.pipeline.running.progress import HeldTrial
from modylbench.pipeline.weigh import JudgingOutcome, TrialOutcome
from modylbench.runs.run import Trial


def held(folder: Path, *, was_kept: bool = False, is_valid: bool = True) -> HeldTrial:
    return HeldTrial(
        trial=Trial(scenario="s", scenario_id="s", seed=0),
        folder=folder,
        was_kept=was_kept,
        is_valid=is_valid,
        ending="completed",
        meeting_s=60.0,
        answered=3,
        planned=3,
        faults={},
        trouble="" if is_valid else "speech_slipped: 2 %",
    )


def test_of_an_agent_that_somebody_else_runs_it_is_told_what_was_kept_and_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    both = [held(tmp_path / "a", was_kept=True), held(tmp_path / "b")]
    print_kept(both, tmp_path, "livekit:bot")

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("KEPT, NOT HELD AGAIN: 1 of 2 meetings")
    assert line.endswith(f"name another --output or remove {tmp_path}")


@pytest.mark.parametrize(("agent", "was_kept"), [("oracle", True), ("livekit:bot", False)])
def test_it_is_not_told_where_nothing_was_kept_or_the_agent_is_known_by_its_files(
    agent: str, was_kept: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    print_kept([held(tmp_path, was_kept=was_kept)], tmp_path, agent)

    assert capsys.readouterr().err == ""


def test_why_a_spoilt_meeting_was_not_judged_is_not_told_again(tmp_path: Path) -> None:
    well, spoilt = tmp_path / "well", tmp_path / "spoilt"
    outcomes = (
        TrialOutcome(well, trouble="torn"),
        TrialOutcome(spoilt, trouble="nobody assessed it"),
    )

    told = without_spoilt(
        JudgingOutcome(outcomes, "no money"), [held(well), held(spoilt, is_valid=False)]
    )

    assert list(trouble_lines(told)) == [f"NOT JUDGED {tmp_path.name}/well: torn"]
    assert told.stopped == "no money"
