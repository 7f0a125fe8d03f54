"""Where do differences and their intervals stand in the drawing?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.publishing.comparison.comparison import Candidate, Change, Status

LEFT, RIGHT, ROW, TOP = 190.0, 620.0, 26.0, 30.0
LEAST_REACH = 0.5  # ours: half a point fills half the drawing, so that noise looks small
MOST_REACH = 9.0  # the width of the scale from 1 to 10
TICKS = 4


@dataclass(frozen=True, slots=True)
class Mark:
    """One row: the difference, its interval if it is known, and what it is called."""

    label: str
    status: Status
    y: float
    x: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing of rows; `ticks` are places on the scale with what they say."""

    height: float
    bottom: float
    zero: float
    marks: tuple[Mark, ...]
    ticks: tuple[tuple[float, str], ...]


def chart_of(candidate: Candidate) -> Chart:
    """Every scenario that has a difference, in the order of the table, and the whole."""
    rows: list[tuple[str, Status, Change]] = [
        (scenario.scenario_id, scenario.status, scenario.change)
        for scenario in candidate.scenarios
        if scenario.change is not None
    ]
    rows.append(("overall", candidate.overall_status, candidate.overall))
    reach = _reach(change for _, _, change in rows)
    marks = tuple(_mark(row, number, reach) for number, row in enumerate(rows))
    bottom = TOP + ROW * len(rows)
    ticks = tuple(
        (_place(value, reach), f"{value:+g}" if value else "0")
        for value in (reach * step / TICKS * 2 for step in range(-TICKS // 2, TICKS // 2 + 1))
    )
    return Chart(bottom + 24, bottom, _place(0.0, reach), marks, ticks)


def _mark(row: tuple[str, Status, Change], number: int, reach: float) -> Mark:
    label, status, change = row
    low, high = change.interval if change.interval is not None else (None, None)
    return Mark(
        label=label,
        status=status,
        y=TOP + ROW * (number + 0.5),
        x=_place(change.difference, reach),
        low=None if low is None else _place(low, reach),
        high=None if high is None else _place(high, reach),
    )


def _reach(changes: Iterable[Change]) -> float:
    """How far the scale goes to either side, in whole halves; intervals beyond it are cut."""
    farthest = max(
        abs(value) for change in changes for value in (change.difference, *(change.interval or ()))
    )
    halves = -(-farthest // LEAST_REACH)
    return float(min(max(halves * LEAST_REACH, LEAST_REACH), MOST_REACH))


def _place(value: float, reach: float) -> float:
    held = max(-reach, min(reach, value))
    return round(LEFT + (RIGHT - LEFT) * (held + reach) / (2 * reach), 1)
