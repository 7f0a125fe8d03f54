"""`import modylbench as mb`: what the four functions give is what the commands make."""

import ast
import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from tests.staging.documented_commands import ROOT
from tests.staging.report.browser import launch_chromium

import modylbench as mb
from modylbench.api.rows import TABLES
from modylbench.foundation.errors import BadFile, UserMistake
from modylbench.runs.records import evaluation_in, scorecard_in

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
QUIET: dict[str, Any] = {"no_audio": True, "no_screens": True}


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> mb.Results:
    folder = tmp_path_factory.mktemp("api")
    seeds = [0]
    return mb.hold(
        "polite_but_wrong", scenarios="financial_analyst", seeds=seeds, output=folder, **QUIET
    )


def test_type_checkers_are_told_of_the_names_that_there_are() -> None:
    stub = ast.parse(Path(str(mb.__file__)).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    assert {name.asname for line in imported for name in line.names} == set(mb.__all__)
    assert all(getattr(mb, name) for name in mb.__all__)


def test_importing_loads_nothing_of_weight() -> None:
    code = (
        "import sys, modylbench as mb; assert set(mb.__all__) <= set(dir(mb)); "
        "print(sorted({'click', 'pydantic', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


def test_what_is_no_name_of_the_api_is_none() -> None:
    with pytest.raises(AttributeError, match="no attribute 'grade'"):
        _ = mb.grade  # type: ignore[attr-defined]


def test_a_meeting_has_the_score_of_its_scorecard(held: mb.Results) -> None:
    [row] = held.meetings.to_dict("records")
    card = scorecard_in(Path(row["folder"]))

    assert card is not None
    assert row["score"] == card.combined
    assert row["journey"] == card.journey
    assert row["is_official"] == card.is_official
    assert len(held) == 1


def test_the_tables_say_what_the_records_say(held: mb.Results) -> None:
    folder = Path(held.meetings["folder"][0])
    evaluation, card = evaluation_in(folder), scorecard_in(folder)
    assert evaluation is not None
    assert card is not None
    checked = {
        finding.criterion_id: finding.verdict
        for product in evaluation.facts.products
        for finding in product.findings
    }

    assert dict(zip(held.findings["criterion"], held.findings["verdict"], strict=True)) == checked
    assert held.turns["score"].tolist() == [turn.score for turn in card.turns]
    assert set(held.metrics["metric"]) == set(card.metrics)
    assert len(held.edits) == sum(turn.work.edits for turn in evaluation.facts.turns)
    assert held.utterances["started_s"].is_monotonic_increasing


@pytest.mark.parametrize("name", TABLES)
def test_every_table_can_be_joined_and_is_there_without_rows_too(
    held: mb.Results, name: str, tmp_path: Path
) -> None:
    frame = getattr(held, name)
    assert list(frame.columns[:4]) == ["run", "agent", "scenario", "seed"]
    assert set(TABLES[name].columns) <= set(frame.columns)
    assert list(getattr(mb.Results([]), name).columns) == list(TABLES[name].columns)


def test_what_was_loaded_is_what_was_held(held: mb.Results) -> None:
    [folder] = held.folders
    assert mb.load(folder).meetings.equals(held.meetings)
    assert mb.load(folder.parent).findings.equals(held.findings)


def test_frames_of_polars_say_the_same(held: mb.Results) -> None:
    polars = mb.load(held.folders[0], frames="polars")
    assert polars.findings["verdict"].to_list() == held.findings["verdict"].tolist()
    assert polars.turns.columns == list(held.turns.columns)


def test_a_call_that_is_made_again_holds_nothing_anew(held: mb.Results) -> None:
    before = {path: path.stat().st_mtime_ns for path in held.folders[0].rglob("recording.json")}
    again = mb.hold(
        "polite_but_wrong",
        scenarios=["financial_analyst"],
        seeds=range(1),
        output=held.folders[0].parent,
        **QUIET,
    )
    assert again.folders == held.folders
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_it_works_where_an_event_loop_runs(held: mb.Results) -> None:
    async def judge() -> mb.Results:
        return mb.judge(held.folders[0])

    assert asyncio.run(judge()).meetings["score"][0] == held.meetings["score"][0]


def test_files_are_verified_as_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "note.md"
    file.write_text("# Tear-sheet\n\nEV is $180M.\n", encoding="utf-8")
    found = mb.verify("financial_analyst", file)
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "modylbench", "verify", "--scenario", "financial_analyst", "--json",
         str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = json.loads(done.stdout)

    assert [finding["verdict"] for finding in told["findings"]] == found.findings[
        "verdict"
    ].tolist()
    assert found.is_satisfied is (done.returncode == 0) is False


def test_a_mistake_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UserMistake, match="No such option '--jugdes'"):
        mb.hold("oracle", jugdes="offline")
    with pytest.raises(UserMistake, match="expected 'pandas' or 'polars'"):
        mb.load(tmp_path, frames="dask")  # type: ignore[arg-type]
    with pytest.raises(UserMistake, match="which no file holds"):
        mb.hold(type("Homeless", (), {}))
    with pytest.raises((BadFile, UserMistake)):
        mb.load(tmp_path / "nothing")


def test_a_record_that_was_changed_is_refused(tmp_path: Path) -> None:
    results = mb.hold(
        "text_only", scenarios="financial_analyst", seeds=[0], beats="1", output=tmp_path, **QUIET
    )
    card = Path(results.meetings["folder"][0]) / "scorecard.json"
    card.write_bytes(card.read_bytes().replace(b'"combined": ', b'"combined": 9.9, "was": ', 1))
    with pytest.raises(BadFile, match="was changed after it was made"):
        mb.load(tmp_path)


def test_the_player_shows_the_meeting_in_a_frame_without_rights(
    held: mb.Results, tmp_path: Path
) -> None:
    shown = held.play("financial_analyst", seed=0)._repr_html_()
    assert 'sandbox="allow-scripts"' in shown
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!doctype html><title>n</title>{shown}", encoding="utf-8")
    with launch_chromium() as browser:
        page = browser.new_page()
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.goto(notebook.as_uri())
        frame = page.frame_locator("iframe")
        frame.get_by_role("button", name="Play", exact=False).first.wait_for()
        assert problems == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebooks_run_as_they_stand(notebook: Path, tmp_path: Path) -> None:
    cells = nbformat.read(notebook, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in cells.cells)
    nbclient.NotebookClient(
        cells, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert any("text/html" in output.get("data", {}) for output in cells.cells[-1].outputs)
