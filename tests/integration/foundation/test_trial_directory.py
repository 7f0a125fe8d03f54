"""A stage's record is there whole or not at all; what a cut trial left is thrown away."""

from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Record
from modylbench.foundation.trial_directory import TrialDirectory


class Note(Record):
    text: str


def test_a_record_is_kept_and_loaded(tmp_path: Path) -> None:
    directory = TrialDirectory(tmp_path / "scenario" / "seed-0")
    directory.begin()

    assert not directory.has("note")
    directory.keep("note", Note(text="ü"))

    assert directory.has("note")
    assert directory.load("note", Note) == Note(text="ü")
    assert [path.name for path in directory.path.iterdir()] == ["note.json"]


def test_equal_records_are_equal_bytes(tmp_path: Path) -> None:
    digests = set()
    for name in ("one", "other"):
        directory = TrialDirectory(tmp_path / name)
        directory.begin()
        digests.add(directory.keep("note", Note(text="same")))

    assert len(digests) == 1


def test_beginning_again_throws_away_what_was_left(tmp_path: Path) -> None:
    directory = TrialDirectory(tmp_path / "seed-0")
    directory.begin()
    (directory.path / "media").mkdir()
    (directory.path / "media" / "half.wav").write_bytes(b"half")

    directory.begin()

    assert list(directory.path.iterdir()) == []


def test_what_is_no_folder_of_ours_is_never_thrown_away(tmp_path: Path) -> None:
    file = tmp_path / "seed-0"
    file.write_text("mine")
    link = tmp_path / "seed-1"
    (tmp_path / "precious").mkdir()
    (tmp_path / "precious" / "work").write_text("mine")
    link.symlink_to(tmp_path / "precious")

    for path in (file, link):
        with pytest.raises(BadFile, match="is not a folder"):
            TrialDirectory(path).begin()
    assert (tmp_path / "precious" / "work").read_text() == "mine"


def test_a_record_that_is_not_one_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "note.json").write_text('{"schema_version": 1}')

    with pytest.raises(BadFile, match="'text' is missing"):
        TrialDirectory(tmp_path).load("note", Note)


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    for text in ('{"schema_version": 1', '{"schema_version": NaN, "text": ""}', "[" * 5000):
        (tmp_path / "note.json").write_text(text)
        with pytest.raises(BadFile):
            TrialDirectory(tmp_path).load("note", Note)


def test_what_was_made_from_a_record_does_not_outlive_it(tmp_path: Path) -> None:
    directory = TrialDirectory(tmp_path)
    for stage in ("recording", "evaluation", "scorecard"):
        directory.keep(stage, Note(text=stage))

    directory.forget("evaluation")

    assert [path.name for path in tmp_path.iterdir()] == ["recording.json"]


def test_only_what_a_killed_process_was_writing_is_cleared(tmp_path: Path) -> None:
    directory = TrialDirectory(tmp_path)
    directory.keep("note", Note(text="whole"))
    (tmp_path / ".note.json.7.partial").write_text("{")

    directory.clear_partial()

    assert [path.name for path in tmp_path.iterdir()] == ["note.json"]
