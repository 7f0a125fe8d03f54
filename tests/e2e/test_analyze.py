"""`modylbench analyze` prints, writes and draws what runs show, whatever is missing."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.trials import judged_run

WITHOUT_MATPLOTLIB = """
import sys
sys.modules["matplotlib"] = None
from modylbench.cli.main import main
main()
"""


def test_two_runs_are_printed_and_written(tmp_path: Path) -> None:
    first = judged_run(tmp_path / "x", 8.0, 6.0, agent="one")
    second = judged_run(tmp_path / "y", 5.0, 4.0, agent="two")
    told, problem = run_command("analyze", first, second, "--output", tmp_path / "out")

    assert [line.partition(": ")[2][:16] for line in problem.splitlines()] == [
        "not proved here:"
    ] * 2
    for title in ("TEXT-ONLY AGAINST", "DIFFICULTY", "LAYERS", "AGREEMENT", "RELIABILITY",
                  "SENSITIVITY"):  # fmt: skip
        assert title in told
    assert {"index.md", "weights.csv", "weights.svg"} <= {
        path.name for path in (tmp_path / "out").iterdir()
    }


def test_the_same_recordings_judged_both_ways_show_a_gap(tmp_path: Path) -> None:
    text = judged_run(tmp_path / "text", 8.0, 7.0, 9.0, mode="text")
    multimodal = judged_run(tmp_path / "multimodal", 6.0, 6.0, 6.5, mode="multimodal")
    found = run_for_json("analyze", text, multimodal, "--only", "gap")["analyses"]
    rows = found["gap"]["tables"]["gap_judging"]
    social = next(row for row in rows if row["dimension"] == "social_quality")

    assert [*found] == ["gap"]
    assert social["difference"] == pytest.approx((-2 - 1 - 2.5) / 3)
    assert social["meetings"] == 3


def test_json_holds_every_row_and_no_invented_number(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0)
    told, _ = run_command("analyze", run, run, "--json")
    value = json.loads(told)
    rows = value["analyses"]["reliability"]["tables"]["reliability"]

    assert value["analyses"]["gap"]["tables"]["gap_judging"] == []
    assert {row["variance_between_seeds"] for row in rows} == {None}
    assert "Infinity" not in told
    assert "NaN" not in told


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0)
    for arguments in (
        [run, "--only", "weight"],
        [tmp_path / "nowhere"],
        [run, "--output", run / "run.json" / "out"],
    ):
        told, problem = run_command("analyze", *arguments, code=2)
        assert told == ""
        mistakes = [line for line in problem.splitlines() if ": not proved here: " not in line]
        assert len(mistakes) == 1


def test_without_matplotlib_all_but_the_pictures_is_there(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 6.0)
    command: list[str | Path] = [
        sys.executable,
        "-c",
        WITHOUT_MATPLOTLIB,
        "analyze",
        run,
        "--output",
        tmp_path / "o",
    ]
    done = subprocess.run(  # noqa: S603 - our own command
        command, capture_output=True, text=True, check=True, cwd=tmp_path
    )
    names = {path.name for path in (tmp_path / "o").iterdir()}

    assert "pip install 'modylbench[plots]'" in done.stderr
    assert "difficulty.csv" in names
    assert not [name for name in names if name.endswith(".svg")]
    assert "In words" in (tmp_path / "o" / "index.md").read_text(encoding="utf-8")


def test_a_scorecard_that_was_altered_is_left_out(tmp_path: Path) -> None:
    run = judged_run(tmp_path / "x", 8.0, 6.0)
    copy = tmp_path / "altered"
    shutil.copytree(run, copy)
    (copy / "financial_analyst" / "seed-1" / "evaluation.json").write_text("{}")
    told, _ = run_command("analyze", copy, "--only", "difficulty")

    assert "1 trial(s) have no scorecard" in told
