"""Chromium is found where it is, and its absence told with what to do."""

from pathlib import Path

import pytest

from modylbench.providers.chromium import NoScreen, chromium, installed_chromium


def test_the_first_known_name_on_the_path_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("google-chrome", "chromium-browser", "firefox"):
        (tmp_path / name).touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))

    assert installed_chromium() == tmp_path / "chromium-browser"
    assert chromium(tmp_path / "google-chrome") == tmp_path / "google-chrome"


def test_without_one_the_message_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert installed_chromium() is None
    with pytest.raises(NoScreen, match="install Chromium"):
        chromium()
    with pytest.raises(NoScreen, match="no program at"):
        chromium(tmp_path / "chromium")
