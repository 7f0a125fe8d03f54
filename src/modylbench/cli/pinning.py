"""Pins written into a folder of somebody's repository, and held again."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from modylbench.cli.holding import carry_out
from modylbench.cli.judging import whole_runs_in
from modylbench.cli.run_options import as_options, run_request
from modylbench.cli.run_request import OFFLINE, check_request
from modylbench.foundation.atomic_file import make_folder, write_file
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.foundation.import_closure import PACKAGE
from modylbench.foundation.record import read_record, write_record
from modylbench.pipeline.pinning.pin import Pin, make_pin
from modylbench.pipeline.pinning.verdict import still_there
from modylbench.recording.reading import read_recording
from modylbench.runs.pinnable import pinnable_findings
from modylbench.runs.records import evaluation_in
from modylbench.runs.variant import variant_of
from modylbench.scenarios.drawing.lengths import length_of

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.runs.pinnable import Pinnable

TEST_FILE = "test_pins.py"
TEST = '''"""What `modylbench pin` has pinned: each is red until its finding is gone."""

from pathlib import Path

import pytest

import {package} as mb

PINS = mb.read_pins(Path(__file__).parent)


@pytest.mark.parametrize("pin", PINS, ids=lambda pin: pin.name)
def test_the_finding_is_gone(pin):
    mb.check_pin(pin)
'''


def meeting_in(path: Path) -> tuple[Path, Evaluation]:
    """The folder of the one meeting that is meant, and its evaluation."""
    folders = [folder for run in whole_runs_in([path]) for folder in run.trials]
    if len(folders) != 1:
        message = (
            f"found {len(folders)} meetings in {path}, expected one: name its folder, such as "
            f"{folders[0] if folders else path / 'SCENARIO' / 'seed-0'}"
        )
        raise UserMistake(message)
    evaluation = evaluation_in(folders[0])
    if evaluation is None:
        raise BadFile(folders[0], "", "was not judged; `modylbench evaluate` does it")
    return folders[0], evaluation


def findings_in(path: Path) -> list[Pinnable]:
    """What may be pinned of the meeting there."""
    return list(pinnable_findings(meeting_in(path)[1]))


def write_pin(path: Path, finding: str, output: Path) -> Path:
    """Pin a finding of the meeting there: a record, and beside it the test that holds all pins."""
    folder, evaluation = meeting_in(path)
    recording = read_recording(folder)
    if recording.setting.room != "in process":
        message = f"found a meeting held in {recording.setting.room}, expected one in process"
        raise UserMistake(message)
    setting = recording.setting.model_copy(update={"beats": ""})
    whole = variant_of(recording.model_copy(update={"setting": setting}), folder)
    if length_of(recording.edge_case) is not None:
        message = "found a meeting of another length (--turns), expected one of the whole length"
        raise UserMistake(message)
    if whole.free_form is not None or whole.source.template.card.private_mark:
        message = f"found {recording.scenario_id}, expected a published scenario with a script"
        raise UserMistake(message)
    pin = make_pin(finding, evaluation, recording, whole)
    make_folder(output)
    place = output / f"{pin.name}.json"
    write_record(pin, place)
    if not (output / TEST_FILE).exists():
        write_file(TEST.format(package=PACKAGE).encode(), output / TEST_FILE)
    return place


def read_pins_in(folder: Path) -> list[Pin]:
    """The pins in a folder, by name."""
    if not folder.is_dir():
        raise BadFile(folder, "", "is no folder; `modylbench pin RUN FINDING` makes one")
    return [read_record(Pin, path) for path in sorted(folder.glob("*.json"))]


def hold_pin(pin: Pin, agent: str = "", **options: object) -> str:
    """Hold the beats of the pin again; what is still wrong, in a line, empty where nothing is.

    `options` are further ones of `modylbench run`, such as `cell`.
    """
    with TemporaryDirectory(prefix="modylbench-pin-") as folder:
        values: dict[str, object] = {
            "agent": agent or pin.agent.name,
            "scenarios": pin.scenario,
            "seeds": pin.seed,
            "beats": pin.beats,
            "judges": OFFLINE,
            "no_audio": True,
            "no_screens": True,
            "output": folder,
        }
        if pin.edge_cases != "seed":
            values["edge_cases"] = pin.edge_cases
        outcome = carry_out(check_request(run_request(as_options(values | options))))
        [held] = outcome.held
        if not held.is_valid:
            return f"could not be held: {held.trouble}"
        evaluation = evaluation_in(outcome.folder / held.trial.folder)
        return "was not measured" if evaluation is None else still_there(pin, evaluation)
