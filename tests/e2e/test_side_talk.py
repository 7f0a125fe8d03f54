"""Who spoke to whom is told by the console, the reports and the data set."""

from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pyarrow.parquet  # type: ignore[import-untyped]
import pytest
from tests.staging.commands import run_command
from tests.staging.multi_party import CONFIDENCE, write_multi_party
from tests.staging.report.browser import WatchedPage, launch_chromium, watch_page

from modylbench.publishing.dataset.build import build_dataset
from modylbench.publishing.dataset.check import problems
from modylbench.publishing.dataset.features import features_of, from_row
from modylbench.publishing.dataset.run_rows import TalkRow
from modylbench.publishing.dataset.visibility import Visibility
from modylbench.recording.reading import read_recording
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.run import runs_in


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one beat of a meeting of three people, with its reports."""
    home = tmp_path_factory.mktemp("company")
    folder, output = write_multi_party(home), home / "runs"
    quick = ("--seeds", "0", "--beats", "1", "--no-audio", "--no-screens")
    run_command("run", "--scenarios", folder, *quick, "--output", output)
    (path,) = output.glob("*")
    run_command("report", path)
    return path


@pytest.fixture(scope="module")
def recording(run: Path) -> MeetingRecording:
    (trial,) = run.glob("*/*/recording.json")
    return read_recording(trial.parent)


@pytest.fixture(scope="module")
def page(run: Path) -> Iterator[WatchedPage]:
    with launch_chromium() as browser, watch_page(browser) as watched:
        watched.go(run / "report.html", "#small_company-0/turn-1")
        yield watched
        assert watched.amiss() == {}


def test_the_console_follows_it(recording: MeetingRecording, run: Path) -> None:
    (trial,) = run.glob("*/*/recording.json")

    shown = " ".join(run_command("recording", "show", trial.parent).stdout.split())

    assert "(to Owner Lund) So what" in shown
    assert "[cut off by Owner Lund]" in shown
    assert "(to Chair Lund) As of now, 412. [over Chair Lund]" in shown
    assert f"[chat] (to agent) {CONFIDENCE} [privately]" in shown
    assert "(to agent) Mm-hm. [backchannel; over agent]" in shown
    assert "(to agent) Sorry, which table is it? [over agent]" in shown
    cut = [words for turn in recording.turns for words in turn.agent.said if not words.is_whole]
    assert [words.cut_off_by for words in cut] == ["owner"]
    assert "[cut off by Owner Lund] 0:" in shown.partition("Mm-hm.")[2]


def test_the_markdown_report_counts_who_spoke_to_whom(run: Path) -> None:
    lines = (run / "report.md").read_text(encoding="utf-8").splitlines()

    head = lines.index("| Who | To | Said | Over others | Cut off | Backchannels | Private |")
    rows = {
        (cells[0], cells[1]): [int(cell) for cell in cells[2:]]
        for line in takewhile(bool, lines[head + 2 :])
        for cells in [[cell.strip() for cell in line.strip("|").split("|")]]
    }
    assert rows["Chair Lund", "Owner Lund"] == [1, 0, 1, 0, 0]
    assert rows["Owner Lund", "Chair Lund"] == [1, 1, 0, 0, 0]
    assert rows["Sceptic Lund", "agent"] == [1, 0, 0, 0, 1]
    assert rows["Chair Lund", "agent"] == [4, 1, 0, 1, 0]
    assert rows["Owner Lund", "agent"] == [1, 1, 0, 0, 0]
    assert rows["agent", "whoever listens"][2] == 1


def test_the_page_tells_what_people_said_besides_a_request(page: WatchedPage) -> None:
    shown = " ".join((page.page.locator("#turn-panel").text_content() or "").split())

    assert "What people said besides (5)" in shown
    assert "Chair Lund to Owner Lund: So what" in shown
    assert "(cut off by Owner Lund)" in shown
    assert "Owner Lund to Chair Lund: As of now, 412. (over Chair Lund)" in shown
    assert f"Sceptic Lund to agent, by chat: {CONFIDENCE} (privately)" in shown
    assert "Mm-hm. (backchannel; over agent)" in shown
    assert "(cut short by Owner Lund)" in shown


def test_the_page_counts_who_spoke_to_whom(page: WatchedPage) -> None:
    rows = page.page.locator("table.talk tbody tr")

    cells = [row.locator("th, td").all_text_contents() for row in rows.all()]
    assert ["Owner Lund", "Chair Lund", "1", "1", "0", "0", "0"] in cells
    assert ["Sceptic Lund", "agent", "1", "0", "0", "0", "1"] in cells


def rows_in(folder: Path) -> list[dict[str, Any]]:
    table = pyarrow.parquet.read_table(folder / "data" / "talk-test.parquet", partitioning=None)
    return [from_row(row, features_of(TalkRow)) for row in table.to_pylist()]


def test_the_data_set_has_every_utterance(
    run: Path, recording: MeetingRecording, tmp_path: Path
) -> None:
    build_dataset(tmp_path / "set", runs_in([run]), Visibility())

    rows = rows_in(tmp_path / "set")

    assert [row["utterance_id"] for row in rows] == [words.id for words in recording.utterances]
    by_line = {row["line"]: row for row in rows if row["line"]}
    asks, answers = by_line["asks"], by_line["answers"]
    assert (asks["speaker"], asks["addressees"], asks["ending"]) == ("chair", ["owner"], "cut_off")
    assert asks["cut_off_by"] == "owner"
    assert answers["spoke_over"] == ["chair"]
    assert (by_line["note"]["channel"], by_line["note"]["is_private"]) == ("chat", True)
    assert by_line["mm"]["manner"] == "backchannel"
    assert {row["speaker"] for row in rows if row["is_agent"]} == {"agent"}
    assert problems(tmp_path / "set") == []


def test_without_a_meeting_of_several_people_there_is_a_row_of_nulls(tmp_path: Path) -> None:
    build_dataset(tmp_path / "set", (), Visibility())

    (row,) = rows_in(tmp_path / "set")

    assert set(row.values()) <= {None}
    assert problems(tmp_path / "set") == []
