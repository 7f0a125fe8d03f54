"""References as files: those shipped, those made from RTTM, and those that are refused."""

import json
import re
from pathlib import Path

import pytest
from tests.staging.commands import run_command

from modylbench.cli.arguments import DEFAULT_NORMS
from modylbench.evaluation.dynamics.norms import (
    DEFAULT_NAME,
    content_digest,
    default_norms,
    load_norms,
    read_norms,
)
from modylbench.evaluation.dynamics.people.reference import DISTRIBUTIONS
from modylbench.evaluation.dynamics.people.rttm import read_rttm
from modylbench.foundation.errors import BadFile, UnknownName

LINES = (
    "SPKR-INFO m 1 <NA> <NA> <NA> unknown ann <NA> <NA>",
    ";; a comment",
    "SPEAKER m 1 0.00 70.00 <NA> <NA> ann <NA> <NA>",
    "SPEAKER m 1 3.00 0.50 <NA> <NA> bob <NA> <NA>",
    "SPEAKER m 1 69.00 71.00 <NA> <NA> bob <NA> <NA>",
    "",
)


def rttm(folder: Path, *lines: str, name: str = "m.rttm") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["ami", "paper"])
def test_the_references_shipped_are_as_they_were_made(name: str) -> None:
    norms = load_norms(name)

    assert norms.name == name
    assert norms.sha256 == content_digest(norms)


def test_the_default_gives_every_distribution_and_the_paper_its_anchors_alone() -> None:
    ami, paper = default_norms(), load_norms("paper")

    assert ami.name == DEFAULT_NAME == DEFAULT_NORMS
    assert (ami.meetings, ami.people) == (136, 543)
    assert all(getattr(ami, field) is not None for field in DISTRIBUTIONS)
    assert (paper.gini, paper.gap_p10_s, paper.backchannels_per_minute_median) == (0.68, 0.12, 1.48)
    assert all(getattr(paper, field) is None for field in DISTRIBUTIONS)
    assert paper.speaking_shares == ()


def test_a_name_nearly_right_is_told_the_right_one() -> None:
    with pytest.raises(UnknownName, match="did you mean 'ami'"):
        load_norms("amy")


def test_spans_are_read_and_other_lines_skipped(tmp_path: Path) -> None:
    corpus = read_rttm(rttm(tmp_path / "in", *LINES))

    (meeting,) = corpus.meetings
    assert meeting.name == "m"
    assert [(span.speaker, span.started_s, span.ended_s) for span in meeting.talk] == [
        ("ann", 0.0, 70.0),
        ("bob", 3.0, 3.5),
        ("bob", 69.0, 140.0),
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SPEAKER m 1 x 1.0 <NA> <NA> ann <NA> <NA>", "found the start 'x'"),
        ("SPEAKER m 1 nan 1.0 <NA> <NA> ann <NA> <NA>", "found the start 'nan'"),
        ("SPEAKER m 1 1e999 1.0 <NA> <NA> ann <NA> <NA>", "found the start '1e999'"),
        ("SPEAKER m 1 1_0 1.0 <NA> <NA> ann <NA> <NA>", "found the start '1_0'"),
        ("SPEAKER m 1 -1.0 1.0 <NA> <NA> ann <NA> <NA>", "found the start -1.0"),
        ("SPEAKER m 1 1.0 -1.0 <NA> <NA> ann <NA> <NA>", "found the duration -1.0"),
        ("SPEAKER m 1 90000 1.0 <NA> <NA> ann <NA> <NA>", "expected a meeting within a day"),
        ("SPEAKER m 1 1.0 1.0 <NA> <NA> <NA> <NA> <NA>", "found no speaker"),
        ("SPEAKER m 1 1.0 1.0", "found 5 fields, expected 8 to 10"),
    ],
)
def test_a_broken_line_is_told_by_its_file_and_number(tmp_path: Path, line: str, said: str) -> None:
    folder = rttm(tmp_path / "in", *LINES, line)

    printed = run_command("calibrate", "norms", "--rttm", folder, code=2).stderr

    assert printed.count("\n") == 1
    assert f"m.rttm: line {len(LINES) + 1}: " in printed
    assert said in printed


def test_however_a_recorder_writes_it_the_same_meeting_is_the_same(tmp_path: Path) -> None:
    epoch_s = 1_763_540_000
    other = (
        "\ufeff; written by another tool\r",
        "SPKR-INFO\tm\t1\t<NA>\t<NA>\t<NA>\tunknown\tann\t<NA>\r",
        f"SPEAKER\tm\t1\t{epoch_s + 69}\t71.0\t<NA>\t<NA>\tbob\r",
        "\r",
        f"speaker m 2 {epoch_s + 3}.000 .5 <NA> <NA> bob 0.98",
        f"SPEAKER m 1 {epoch_s} 4e1 <NA> <NA> ann <NA> <NA>",
        f"SPEAKER m 1 {epoch_s + 30} 40.000 <NA> <NA> ann <NA> <NA>",
        f"SPEAKER m 1 {epoch_s + 12} 0.000 <NA> <NA> cat <NA> <NA>",
        "LEXEME m 1 1.0 0.2 hello lex ann <NA> <NA>",
    )
    folder = rttm(tmp_path / "in", *other, name="M.RTTM")
    (folder / "._m.rttm").write_bytes(b"\x00\x05\x16\x07")
    (usual,) = read_rttm(rttm(tmp_path / "usual", *LINES)).meetings

    (found,) = read_rttm(folder).meetings

    assert found == usual


def test_nobody_talks_where_no_line_has_any_length(tmp_path: Path) -> None:
    silent = "SPEAKER m 1 1.0 0 <NA> <NA> ann <NA> <NA>"

    with pytest.raises(BadFile, match="found nobody who talks, expected two or more"):
        read_rttm(rttm(tmp_path / "in", silent))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (LINES[:3], "meeting 'm': found one speaker, 'ann', expected two or more"),
        (LINES[:2], "found no SPEAKER line"),
        ((), "found no SPEAKER line"),
    ],
)
def test_meetings_of_one_or_of_nobody_are_told(
    tmp_path: Path, lines: tuple[str, ...], said: str
) -> None:
    with pytest.raises(BadFile, match=re.escape(said)):
        read_rttm(rttm(tmp_path / "in", *lines))


def test_folders_without_meetings_and_meetings_in_two_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is not there"):
        read_rttm(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadFile, match=re.escape("holds no .rttm file")):
        read_rttm(tmp_path / "empty")
    rttm(tmp_path / "in", *LINES)
    with pytest.raises(BadFile, match=re.escape("is also in m.rttm")):
        read_rttm(rttm(tmp_path / "in", *LINES, name="n.rttm"))


def test_the_same_meetings_give_the_same_bytes_and_a_file_found_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = rttm(tmp_path / "in", *LINES)
    printed = run_command("calibrate", "norms", "--rttm", folder, "--name", "own").stdout
    run_command("calibrate", "norms", "--rttm", folder, "--name", "own", "--out", "again.json")

    made = tmp_path / "own.norms.json"
    assert printed.startswith("own 1: 1 meetings, 2 people")
    assert made.read_bytes() == (tmp_path / "again.json").read_bytes()
    assert load_norms("own", folder=tmp_path) == load_norms(str(made))


def test_a_file_that_was_edited_is_refused_in_one_line(tmp_path: Path) -> None:
    folder, out = rttm(tmp_path / "in", *LINES), tmp_path / "own.json"
    run_command("calibrate", "norms", "--rttm", folder, "--name", "own", "--out", out)
    value = json.loads(out.read_text(encoding="utf-8"))
    out.write_text(json.dumps(value, indent=4), encoding="utf-8")  # another layout, no other word

    assert read_norms(out).name == "own"

    value["gini"] = 0.5
    out.write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(BadFile, match="was edited since it was made"):
        read_norms(out)
    asked = ("calibrate", "human-baseline", "--rttm", folder, "--norms", out)
    assert run_command(*asked, code=2).stderr.count("\n") == 1


@pytest.mark.parametrize("options", [(), ("--rttm", "in", "--recordings", "in")])
def test_either_rttm_or_recordings_are_read(options: tuple[str, ...]) -> None:
    printed = run_command("calibrate", "norms", *options, code=2).stderr

    assert "of --rttm and --recordings, expected one of them" in printed
