"""How is a comparison written down: one page for people, one file for a CI system?"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from modylbench.foundation.atomic_file import open_atomic
from modylbench.publishing.comparison.chart import chart_of
from modylbench.publishing.comparison.comparison import WORDS
from modylbench.publishing.comparison.junit import junit
from modylbench.publishing.html.document import Page, document, own_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from modylbench.publishing.comparison.comparison import Comparison
    from modylbench.publishing.comparison.sides import Side

PACKAGE = "modylbench.publishing.comparison"
REPORT = "report.html"


def write_junit(comparison: Comparison, path: Path) -> None:
    """Write the comparison as JUnit XML."""
    with open_atomic(path) as file:
        file.write(junit(comparison))


def write_html(comparison: Comparison, sides: Sequence[Side], path: Path) -> None:
    """Write the comparison as one page, with links to the reports that lie in the runs' folders."""
    reports = {side.name: link for side in sides if (link := _report_link(side, path))}
    with open_atomic(path) as file:
        file.write(html(comparison, reports).encode("utf-8", "replace"))


def html(comparison: Comparison, reports: dict[str, str] | None = None) -> str:
    """The page; `reports` are addresses of reports by the names of the runs."""
    names = ", ".join(candidate.name for candidate in comparison.candidates)
    page = Page(
        package=PACKAGE,
        template="comparison.html",
        title=f"{names} against {comparison.baseline}",
        values={
            "comparison": comparison,
            "charts": [chart_of(candidate) for candidate in comparison.candidates],
            "words": WORDS,
            "reports": reports or {},
        },
        styles=(own_file(PACKAGE, "styles", "comparison.css"),),
    )
    return document(page)


def _report_link(side: Side, page: Path) -> str:
    """Where the run's report is, as seen from the page; empty where there is none."""
    if side.folder is None or not (side.folder / REPORT).is_file():
        return ""
    place = os.path.relpath(side.folder / REPORT, page.resolve().parent)
    return quote(place.replace(os.sep, "/"))
