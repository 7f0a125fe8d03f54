"""The days of an opportunity: drawn as a calendar has them, weekends and holidays nearly empty."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.foundation.draw import Draw

HOLIDAYS = frozenset({
    date(2025, 4, 18), date(2025, 5, 26), date(2025, 6, 19), date(2025, 7, 4), date(2025, 9, 1),
    date(2025, 11, 27), date(2025, 11, 28), date(2025, 12, 25),
})  # fmt: skip
BUSY = {5: 0.05, 6: 0.03}  # how often somebody works at a weekend, by weekday
BUSY_ON_HOLIDAYS = 0.10
MOST_DRAWS = 60  # of one day; between two days there may be nothing but a weekend
SOONEST_LOSS = 8  # days from the last step


@dataclass(frozen=True, slots=True)
class Course:
    """Days from creation on which each thing happens, if it ever does."""

    qualified: int | None = None
    proposal: int | None = None
    won: int | None = None
    lost: int | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """How the days of a segment and quarter are spread about the window.

    `late_wins` and `late_proposals` are the parts of those in the window that come evenly, at the
    rate at which they come after it; the others come in a hump that has ebbed when it ends.
    """

    window: int
    quickest: int
    longest: int
    late_wins: float
    late_proposals: float


def working_day(first: date, days: Callable[[], int], draw: Draw) -> date:
    """A drawn day on which somebody is at work."""
    return first + timedelta(days=_working_days_after(first, days, draw))


def draw_again(course: Course, pace: Pace, created: date, draw: Draw) -> Course:
    """Other days for the same course: whatever came within the window or after it still does."""
    drawn = _steps_again(course, pace, created, draw)
    if course.lost is None:
        return drawn
    last = drawn.proposal or drawn.qualified or 0
    lost = _working_days_after(
        created, lambda: draw.whole(last + SOONEST_LOSS, pace.longest - 20), draw
    )
    return replace(drawn, lost=lost)


def _steps_again(course: Course, pace: Pace, created: date, draw: Draw) -> Course:
    last = pace.window - 1  # on the last day itself nothing falls, so "within" and "before" agree

    def later() -> int:
        return _working_days_after(created, lambda: draw.whole(pace.window + 2, pace.longest), draw)

    def early(latest: int) -> int:
        return _working_days_after(created, lambda: _ebbing(1, max(1, latest), draw), draw)

    if course.won is not None and course.won <= pace.window:
        won = _working_days_after(
            created, lambda: _hump(pace.quickest, last, pace.late_wins, draw), draw
        )
        qualified = early(won - 2)
        between = _working_days_after(
            created, lambda: draw.whole(qualified + 1, max(qualified + 1, won - 1)), draw
        )
        return Course(qualified, min(between, won), won)
    if course.proposal is not None and course.proposal <= pace.window:
        qualified = early(last - 2)
        proposal = _working_days_after(
            created, lambda: _hump(qualified + 1, last, pace.late_proposals, draw), draw
        )
        return Course(qualified, proposal, None if course.won is None else later())
    if course.qualified is not None:
        return Course(early(last), None if course.proposal is None else later())
    return Course()


def _working_days_after(start: date, days: Callable[[], int], draw: Draw) -> int:
    """Drawn days after a start, rarely on a weekend or a holiday."""
    drawn = days()
    for _ in range(MOST_DRAWS):
        day = start + timedelta(days=drawn)
        busy = BUSY_ON_HOLIDAYS if day in HOLIDAYS else BUSY.get(day.weekday(), 1.0)
        if draw.uniform(0, 1) < busy:
            break
        drawn = days()
    return drawn


def _ebbing(first: int, last: int, draw: Draw) -> int:
    """A day that is more often early: the density falls to nothing at the last."""
    return first + int((last - first + 1) * (1 - (1 - draw.uniform(0, 1)) ** (1 / 3)))


def _hump(first: int, last: int, even: float, draw: Draw) -> int:
    """A day of a hump that rises and ebbs by the last, or (for a part of them) any day."""
    if draw.uniform(0, 1) < even:
        return draw.whole(first, last)
    # The second smallest of four uniforms: density 12 x (1 - x)^2.
    place = sorted(draw.uniform(0, 1) for _ in range(4))[1]
    return first + int((last - first + 1) * place)
