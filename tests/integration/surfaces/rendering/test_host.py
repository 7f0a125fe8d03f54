"""A page that is missing or half built is told in one line."""

from pathlib import Path

import pytest

from modylbench.providers.chromium import NoScreen
from modylbench.surfaces.rendering.host import built_page, versions


def test_a_page_that_is_not_built_whole_is_no_page(tmp_path: Path) -> None:
    for name in ("host.html", "host.js"):
        (tmp_path / name).write_text("", encoding="utf-8")
    with pytest.raises(NoScreen, match="not built; with Node"):
        built_page(tmp_path)
    (tmp_path / "build.json").write_text("{}", encoding="utf-8")

    assert built_page(tmp_path) == tmp_path


def test_the_page_says_what_it_is_made_of() -> None:
    assert versions()["@a2ui/lit"] == "0.11.0"
