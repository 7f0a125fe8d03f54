"""A meeting is shown as its records were made, or not at all."""

from pathlib import Path

import pytest

import modylbench as mb
from modylbench.cli.settings import journal_folder
from modylbench.foundation.errors import BadFile
from modylbench.viewer.index import ListedMeeting
from modylbench.viewer.media import served_file
from modylbench.viewer.meetings import MeetingPages


def test_what_was_changed_after_it_was_made_is_not_shown(tmp_path: Path) -> None:
    results = mb.hold(
        "text_only", scenarios="scientist", seeds=[0], output=tmp_path, beats="1",
        no_audio=True, no_screens=True,
    )  # fmt: skip
    folder = Path(results.meetings["folder"][0])
    listed = ListedMeeting("run:scientist-0", folder, results.folders[0], "scientist", 0)
    pages = MeetingPages(journal_folder())
    assert b'"scenario_id":"scientist"' in pages.page(listed)

    card = folder / "scorecard.json"
    card.write_bytes(card.read_bytes().replace(b'"combined": ', b'"combined": 9, "was": ', 1))
    with pytest.raises(BadFile, match=r"scorecard\.json was changed after it was made"):
        pages.page(listed)


@pytest.mark.parametrize(
    "place", ["media/a\0b.wav", "../other/media/a.wav", "/etc/a.wav", "recording.json"]
)
def test_no_other_file_is_served(place: str, tmp_path: Path) -> None:
    (tmp_path / "other" / "media").mkdir(parents=True)
    (tmp_path / "other" / "media" / "a.wav").write_bytes(b"RIFF")
    trial = tmp_path / "trial"
    trial.mkdir()
    (trial / "recording.json").write_text("{}", encoding="utf-8")

    assert served_file(trial, place) is None
