"""A comparison as one page for people, with its chart."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from modylbench.foundation.atomic_file import write_file
from modylbench.publishing.comparison.comparison import WORDS
from modylbench.publishing.html.document import HtmlPage, document, own_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from modylbench.publishing.comparison.comparison import (
        Candidate,
        ChangeStatus,
        Comparison,
        ScoreChange,
    )
    from modylbench.publishing.comparison.pairs import ComparedRun


PACKAGE = "modylbench.publishing.comparison"
REPORT = "report.html"
LEFT, RIGHT, ROW, TOP = 190.0, 620.0, 26.0, 30.0
LEAST_REACH = 0.5  # ours: half a point fills half the drawing, so that noise looks small
MOST_REACH = 9.0  # the width of the scale from 1 to 10
TICKS = 4


def write_html(comparison: Comparison, sides: Sequence[ComparedRun], path: Path) -> None:
    """Write the comparison as one page, with links to the reports that lie in the runs' folders."""
    reports = {side.name: link for side in sides if (link := _report_link(side, path))}
    write_file(html(comparison, reports).encode("utf-8", "replace"), path)


def html(comparison: Comparison, reports: dict[str, str] | None = None) -> str:
    """The page; `reports` are addresses of reports by the names of the runs."""
    names = ", ".join(candidate.name for candidate in comparison.candidates)
    page = HtmlPage(
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
        has_own_font=True,
    )
    return document(page)


@dataclass(frozen=True, slots=True)
class DifferenceMark:
    """One row: the difference, its interval if it is known, and what it is called."""

    label: str
    status: ChangeStatus
    y: float
    x: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class DifferenceChart:
    """A drawing of rows; `ticks` are places on the scale with what they say."""

    height: float
    bottom: float
    zero: float
    marks: tuple[DifferenceMark, ...]
    ticks: tuple[tuple[float, str], ...]


def chart_of(candidate: Candidate) -> DifferenceChart:
    """Every scenario that has a difference, in the order of the table, and the whole."""
    rows: list[tuple[str, ChangeStatus, ScoreChange]] = [
        (scenario.scenario_id, scenario.status, scenario.change)
        for scenario in candidate.scenarios
        if scenario.change is not None
    ]
    rows.append(("overall", candidate.overall_status, candidate.overall))
    reach = _reach(change for _, _, change in rows)
    marks = tuple(_mark(row, number, reach) for number, row in enumerate(rows))
    bottom = TOP + ROW * len(rows)
    ticks = tuple(
        (_scale_position(value, reach), f"{value:+g}" if value else "0")
        for value in (reach * step / TICKS * 2 for step in range(-TICKS // 2, TICKS // 2 + 1))
    )
    return DifferenceChart(bottom + 24, bottom, _scale_position(0.0, reach), marks, ticks)


def _report_link(side: ComparedRun, page: Path) -> str:
    """Where the run's report is, as seen from the page; empty where there is none."""
    if side.folder is None or not (side.folder / REPORT).is_file():
        return ""
    place = os.path.relpath(side.folder / REPORT, page.resolve().parent)
    return quote(place.replace(os.sep, "/"))


def _mark(row: tuple[str, ChangeStatus, ScoreChange], number: int, reach: float) -> DifferenceMark:
    label, status, change = row
    low, high = change.interval if change.interval is not None else (None, None)
    return DifferenceMark(
        label=label,
        status=status,
        y=TOP + ROW * (number + 0.5),
        x=_scale_position(change.difference, reach),
        low=None if low is None else _scale_position(low, reach),
        high=None if high is None else _scale_position(high, reach),
    )


def _reach(changes: Iterable[ScoreChange]) -> float:
    """How far the scale goes to either side, in whole halves; intervals beyond it are cut."""
    farthest = max(
        abs(value) for change in changes for value in (change.difference, *(change.interval or ()))
    )
    halves = -(-farthest // LEAST_REACH)
    return float(min(max(halves * LEAST_REACH, LEAST_REACH), MOST_REACH))


def _scale_position(value: float, reach: float) -> float:
    held = max(-reach, min(reach, value))
    return round(LEFT + (RIGHT - LEFT) * (held + reach) / (2 * reach), 1)
