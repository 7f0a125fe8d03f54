"""A record counts only as it was made, whoever can write into the run's folder."""

from pathlib import Path

import pytest
from tests.staging.trials import SCENARIO, judged_run, plan_of, quiet_options

from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.pipeline.running.execution import hold_noted
from modylbench.pipeline.running.progress import HeldTrial, Progress
from modylbench.runs.journal import RunJournal, refuse_unproved, unproved_note
from modylbench.runs.run import Run

NAMES = ("evaluation.json", "scorecard.json")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return judged_run(tmp_path / "run", 8.0, 7.0)


@pytest.fixture
def journal(tmp_path: Path, run: Path) -> RunJournal:
    found = RunJournal(tmp_path / "journals", run)
    found.add_made(trials(run), NAMES)
    return found


def trials(run: Path) -> list[Path]:
    return [run / SCENARIO / f"seed-{seed}" for seed in (0, 1)]


def kept_in(tmp_path: Path) -> Path:
    (found,) = (tmp_path / "journals").iterdir()
    return found


def test_what_was_made_is_taken_and_what_was_forged_is_not(run: Path, journal: RunJournal) -> None:
    journal.refuse_altered(trials(run), NAMES)
    card = trials(run)[1] / "scorecard.json"
    card.write_text(card.read_text().replace('"tier"', '"tier" '))

    assert journal.find_altered(trials(run), NAMES) == [card]
    with pytest.raises(BadFile, match=r"changed after it was made.*modylbench score") as refused:
        journal.refuse_altered(trials(run), NAMES)
    assert "\n" not in str(refused.value)
    journal.add_made(trials(run), NAMES)
    journal.refuse_altered(trials(run), NAMES)


def test_a_run_that_was_moved_is_said_to_be_not_proved_here_and_never_handed_in(
    tmp_path: Path, run: Path, journal: RunJournal
) -> None:
    journals = tmp_path / "journals"
    journal.add_made(trials(run), ("recording.json",))
    assert unproved_note(Run.of(plan_of(0, 1), run), journals) == ""
    moved = Run.of(plan_of(0, 1), run.rename(tmp_path / "moved"))

    assert RunJournal(journals, moved.folder).find_altered(moved.trials, NAMES) == []
    assert unproved_note(moved, journals).startswith("not proved here: of 2 of 2 recordings")
    with pytest.raises(UserMistake, match=r"not proved here.*hand it in from where it was held"):
        refuse_unproved(moved, journals)


def test_judging_a_run_that_was_moved_proves_no_recording(tmp_path: Path, run: Path) -> None:
    journals, moved = tmp_path / "journals", Run.of(plan_of(0, 1), run)
    RunJournal(journals, run).add_made(trials(run), NAMES)

    assert "not proved here" in unproved_note(moved, journals)


@pytest.mark.parametrize("change", ["altered", "taken out", "put in", "no line"])
def test_a_journal_whose_lines_were_changed_is_refused(
    tmp_path: Path, run: Path, journal: RunJournal, change: str
) -> None:
    file = kept_in(tmp_path)
    lines = file.read_text().splitlines()
    changed = {
        "altered": [lines[0].replace("seed-0", "seed-9"), *lines[1:]],
        "taken out": [lines[0], *lines[2:]],
        "put in": [lines[0], lines[0], *lines[1:]],
        "no line": ["", *lines],
    }[change]
    file.write_text("\n".join(changed) + "\n")

    with pytest.raises(BadFile, match="does not follow from the lines before"):
        journal.find_altered(trials(run), NAMES)


def test_nobody_else_reads_a_journal_and_what_is_noted_is_not_noted_again(
    tmp_path: Path, run: Path, journal: RunJournal
) -> None:
    file = kept_in(tmp_path)
    before = file.read_bytes()
    journal.add_made(trials(run), NAMES)

    assert file.read_bytes() == before
    assert [path.stat().st_mode & 0o777 for path in (file.parent, file)] == [0o700, 0o600]


def test_a_recording_rewritten_while_the_next_meeting_is_held_is_refused_and_held_again(
    tmp_path: Path,
) -> None:
    folder, plan = tmp_path / "run", plan_of(0, 1)
    first = folder / plan.trials[0].folder / "recording.json"
    options = quiet_options(tmp_path, beats="1")
    journal = RunJournal(tmp_path / "journals", folder)

    def forge(item: Progress | HeldTrial) -> None:
        if isinstance(item, Progress) and item.trial.seed == 1:
            first.write_text(first.read_text().replace('"duration_s": ', '"duration_s": 1'))

    with pytest.raises(BadFile, match=r"seed-0/recording.json.*changed after it was made"):
        hold_noted(plan, folder, options, jobs=1, report=forge, journal=journal)
    again = hold_noted(plan, folder, options, jobs=1, report=lambda _: None, journal=journal)

    assert [held.was_kept for held in again] == [False, True]
    journal.refuse_altered([folder / trial.folder for trial in plan.trials], ("recording.json",))
