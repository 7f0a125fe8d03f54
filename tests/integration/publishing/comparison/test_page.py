"""The page of a comparison links to the reports beside it."""

from pathlib import Path

from tests.staging.trials import compared_run

from modylbench.publishing.comparison.compare import compare
from modylbench.publishing.comparison.page import write_html
from modylbench.publishing.comparison.pairs import ComparedRun


def test_turns_that_fell_link_to_the_reports_beside_them(tmp_path: Path) -> None:
    folders = [tmp_path / "runs" / name for name in ("before run", "after")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "report.html").touch()
    sides = [compared_run("before", {"a": [8.0]}), compared_run("after", {"a": [4.0]})]
    sides = [
        ComparedRun(side.name, side.trials, {}, folder=folder)
        for side, folder in zip(sides, folders, strict=True)
    ]
    write_html(compare(sides[0], sides[1:]), sides, tmp_path / "page.html")
    shown = (tmp_path / "page.html").read_text(encoding="utf-8")

    assert 'href="runs/before%20run/report.html#a-0/turn-1"' in shown
    assert 'href="runs/after/report.html#a-0/turn-1"' in shown
    assert str(tmp_path) not in shown
