"""The CRM export: what an opportunity is, and how a seed becomes some 1,200 of them.

How many of each segment and quarter reach a stage within the window is set, not left to chance: so
the conclusion that a seed has chosen is in its data. Chance has the people and the amounts, and
what becomes of an opportunity after the window; its days are then drawn as a calendar has them
(working_days.py), so that everything that is counted of it stays.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.business_analyst.working_days import (
    Course,
    Pace,
    draw_again,
    working_day,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


SEGMENTS = ("SMB", "Mid-Market", "Enterprise")
QUARTERS = ("Q2", "Q3")
STAGES = ("created", "qualified", "proposal", "won")
SOURCES = ("Inbound", "Outbound", "Partner")
FIRST_DAYS = {"Q2": date(2025, 4, 1), "Q3": date(2025, 7, 1)}
LAST_DAYS = {"Q2": date(2025, 6, 30), "Q3": date(2025, 9, 30)}
TEST_OWNER = "Sandbox Test"
HEADER = (
    "opportunity_id", "created_date", "segment", "source", "owner", "amount_usd", "qualified_date",
    "proposal_date", "closed_date", "furthest_stage", "status", "archived",
)  # fmt: skip
LONGEST = 170  # days from creation within which whatever is to happen happens
SOURCE_SHARES = (0.50, 0.30, 0.20)
CAMPAIGN_SHARES = (0.20, 0.65, 0.15)  # Enterprise in Q3: the outbound push
FALLS = {"enterprise_down": ("Enterprise", 0.09), "mid_market_down": ("Mid-Market", 0.105)}
"""Conclusions without a paradox: the segment whose win rate falls, and by how much."""
STEP_GAPS = {
    "Enterprise": {
        "proposal_to_won": (0.19, 0.24),
        "qualified_to_proposal": (0.12, 0.42),
        "created_to_qualified": (0.12, 0.10),
    },
    "Mid-Market": {
        "proposal_to_won": (0.26, 0.15),
        "qualified_to_proposal": (0.10, 0.40),
        "created_to_qualified": (0.08, 0.10),
    },
}
"""Which step of a segment is the weakest: its gaps before Won and before Proposal."""
LATE_WIN, LATE_STEP, LOST = 0.30, 0.20, 0.40  # of those who stop at a stage; the rest go stale
OVERNIGHT = Course(0, 0, 1)  # what an integration test does
QUICKEST_OF = 0.6  # of the day from which a segment wins often: some deals are quicker
MOST_TRIES = 3_000
LATE_ENTERPRISE_WIN = 0.60  # long cycles, in all meetings but the paper's, which keeps its data


@dataclass(frozen=True, slots=True)
class Opportunity:
    """One record: the day it reached each stage, None where it has not by the day of the export."""

    created: date
    segment: str
    source: str
    owner: str
    amount: int
    qualified: date | None
    proposal: date | None
    closed: date | None
    status: str
    archived: bool

    @property
    def quarter(self) -> str:
        """The quarter in which it was created."""
        return "Q3" if self.created >= FIRST_DAYS["Q3"] else "Q2"

    @property
    def is_test(self) -> bool:
        """True for what the CRM's integration tests leave behind."""
        return self.owner == TEST_OWNER

    @property
    def won_day(self) -> date | None:
        """The day it was won."""
        return self.closed if self.status == "won" else None

    @property
    def stage_days(self) -> tuple[date | None, ...]:
        """The day of each stage, in the order of STAGES."""
        return self.created, self.qualified, self.proposal, self.won_day

    def stages_reached(self, window_days: int) -> int:
        """How many stages it reached within so many days of its creation, creation included."""
        last = self.created + timedelta(days=window_days)
        stages = 1
        for day in (self.qualified, self.proposal, self.won_day):
            if day is None or day > last:
                break
            stages += 1
        return stages


def as_csv(opportunities: Iterable[Opportunity]) -> str:
    """The export: one line per record, numbered in the order of creation."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for number, opportunity in enumerate(opportunities, start=24001):
        furthest = [
            s for s, d in zip(STAGES, opportunity.stage_days, strict=True) if d is not None
        ][-1]
        writer.writerow([
            f"OPP-{number}", opportunity.created, opportunity.segment, opportunity.source,
            opportunity.owner, opportunity.amount,
            opportunity.qualified or "", opportunity.proposal or "", opportunity.closed or "",
            furthest.capitalize(), opportunity.status, "yes" if opportunity.archived else "no",
        ])  # fmt: skip
    return text.getvalue()


@dataclass(frozen=True, slots=True)
class Habits:
    """How a segment behaves: gaps between stages (of those created), speed, tickets, team."""

    name: str
    proposal_gap: float
    qualified_gap: float
    quickest: float
    slowest: float
    amounts: tuple[int, int, int]
    owners: tuple[str, ...]
    late_win: float = LATE_WIN


HABITS = {
    "SMB": Habits(
        "smb", 0.14, 0.18, 0.20, 0.75, (4_000, 18_000, 100),
        ("Tara Boone", "Luis Ferreira", "Kim Adeyemi"),
    ),
    "Mid-Market": Habits(
        "mm", 0.17, 0.20, 0.30, 0.90, (15_000, 45_000, 500),
        ("Jonas Weil", "Anita Rao", "Chris Dube"),
    ),
    "Enterprise": Habits(
        "ent", 0.19, 0.24, 0.45, 1.00, (45_000, 90_000, 1_000),
        ("Helen Marsh", "Omar Haddad", "Sofia Lund"),
    ),
}  # fmt: skip


def export_day(parameters: Mapping[str, float]) -> date:
    """The day of the export: just late enough for the last of Q3 to have had the whole window."""
    days = int(parameters["window_days"] + parameters["export_slack_days"])
    return LAST_DAYS["Q3"] + timedelta(days=days)


def draw_opportunities(
    parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]
) -> tuple[Opportunity, ...]:
    """Every record of the export, in the order of creation."""
    numbers = [f"{parameters[name]:g}" for name in sorted(parameters)]
    draw = Draw("business_analyst", seed, *numbers, "opportunities")
    days = Draw("business_analyst", seed, *numbers, "days")
    sketched = [
        (draw.uniform(0, 1), sketch)
        for quarter in QUARTERS
        for sketch in _of_quarter(quarter, parameters, seed, choices, draw)
    ]
    drawn = [
        (opportunity.created, place, opportunity)
        for place, opportunity in (
            (place, _record_with_days(sketch, parameters, days)) for place, sketch in sketched
        )
    ]
    return tuple(opportunity for _, _, opportunity in sorted(drawn, key=lambda entry: entry[:2]))


def fallen_segment(choices: Mapping[str, str]) -> str | None:
    """The segment whose win rate falls; None where all rise and only the total falls."""
    return FALLS.get(choices.get("conclusion", ""), (None, 0.0))[0]


def focus_segment(choices: Mapping[str, str]) -> str:
    """The segment whose steps are worked on: the one that fell, or else Enterprise."""
    return fallen_segment(choices) or "Enterprise"


def cell_sizes(quarter: str, parameters: Mapping[str, float]) -> dict[str, int]:
    """How many opportunities of each segment are created in a quarter."""
    key = quarter.lower()
    whole = round(parameters[f"opportunities_{key}"])
    smb = round(whole * parameters[f"smb_share_{key}"])
    enterprise = round(whole * parameters[f"enterprise_share_{key}"])
    return {"SMB": smb, "Mid-Market": whole - smb - enterprise, "Enterprise": enterprise}


def _of_quarter(
    quarter: str,
    parameters: Mapping[str, float],
    seed: int,
    choices: Mapping[str, str],
    draw: Draw,
) -> Iterator[_Sketch]:
    end, habits = export_day(parameters), _habits_of(seed, choices)
    for segment, size in cell_sizes(quarter, parameters).items():
        pushed = segment == "Enterprise" and quarter == "Q3"
        rate = _win_rate(segment, quarter, parameters, choices)
        courses = _courses(habits[segment], size, rate, parameters, draw)
        pace = _pace_of(habits[segment], courses, round(parameters["window_days"]))
        for course in courses:
            created = _creation_day(quarter, draw)
            source = _one_of(SOURCES, CAMPAIGN_SHARES if pushed else SOURCE_SHARES, draw)
            low, high, step = HABITS[segment].amounts
            amount = round(draw.step(low, high, step))
            owner = draw.one_of(HABITS[segment].owners)
            who = (segment, source, owner, amount)
            yield _Sketch(_record(created, course, end, who, parameters), course, pace)
    for _ in range(round(parameters["test_records"] / 2)):
        who = (SEGMENTS[0], SOURCES[0], TEST_OWNER, 1)  # the defaults of the CRM's forms
        created = _creation_day(quarter, draw)
        yield _Sketch(_record(created, OVERNIGHT, end, who, parameters), OVERNIGHT, None)


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A record that counts as it is to count, whose days are still to be drawn; no pace: a test."""

    record: Opportunity
    course: Course
    pace: Pace | None


def _pace_of(habits: Habits, courses: Sequence[Course], window: int) -> Pace:
    """How a segment's days are spread, so that nothing shows where the window ends."""
    won = [course.won for course in courses if course.won is not None]
    proposed = [course.proposal for course in courses if course.proposal is not None]
    return Pace(
        window=window,
        quickest=max(6, int(habits.quickest * window * QUICKEST_OF)),
        longest=LONGEST,
        late_wins=_part_at_the_late_rate(won, window),
        late_proposals=_part_at_the_late_rate(proposed, window),
    )


def _part_at_the_late_rate(days: Sequence[int], window: int) -> float:
    """The part of those in the window that would come if all of it went as slowly as after it."""
    late = sum(day > window for day in days)  # whole numbers
    return min(1.0, late / (LONGEST - window) * window / max(1, len(days) - late))


def _record_with_days(sketch: _Sketch, parameters: Mapping[str, float], draw: Draw) -> Opportunity:
    """The record with days that a calendar would show, and counted wherever the sketch is."""
    end, asked = export_day(parameters), _counted_features(sketch.record, parameters)
    first = FIRST_DAYS[sketch.record.quarter]
    length = (LAST_DAYS[sketch.record.quarter] - first).days
    who = (
        sketch.record.segment, sketch.record.source, sketch.record.owner, sketch.record.amount,
    )  # fmt: skip
    for _ in range(MOST_TRIES):
        created = working_day(first, lambda: draw.whole(0, length), draw)
        course = sketch.course
        if sketch.pace is not None:
            course = draw_again(sketch.course, sketch.pace, created, draw)
        record = _record(created, course, end, who, parameters, moved=False)
        if _counted_features(record, parameters) == asked:
            return record
    return sketch.record


def _counted_features(record: Opportunity, parameters: Mapping[str, float]) -> tuple[object, ...]:
    """Whatever is counted of a record in the meeting."""
    window = round(parameters["window_days"])
    first_said = window + round(parameters["window_overstated_by"])
    age = (export_day(parameters) - record.created).days
    return (
        record.status,
        record.archived,
        record.proposal is None,
        record.stages_reached(window),
        record.stages_reached(first_said) == len(STAGES),
        age < first_said,
    )


def _habits_of(seed: int, choices: Mapping[str, str]) -> dict[str, Habits]:
    """The habits of every segment at a seed."""
    habits = dict(HABITS)
    if seed != 0:
        habits["Enterprise"] = replace(HABITS["Enterprise"], late_win=LATE_ENTERPRISE_WIN)
    focus = focus_segment(choices)
    gaps = STEP_GAPS[focus].get(choices.get("weakest", ""))
    if gaps is not None:
        habits[focus] = replace(habits[focus], proposal_gap=gaps[0], qualified_gap=gaps[1])
    return habits


def _win_rate(
    segment: str, quarter: str, parameters: Mapping[str, float], choices: Mapping[str, str]
) -> float:
    """The share of a segment's opportunities that is won within the window."""
    name = HABITS[segment].name
    rate = parameters[f"{name}_win_rate"]
    if segment == fallen_segment(choices):
        return rate + FALLS[choices["conclusion"]][1] if quarter == "Q2" else rate
    return rate + parameters[f"{name}_lift"] if quarter == "Q3" else rate


def _courses(
    habits: Habits, size: int, rate: float, parameters: Mapping[str, float], draw: Draw
) -> list[Course]:
    """What becomes of each opportunity of a segment and quarter."""
    window = int(parameters["window_days"])
    won = round(size * rate)
    proposal = won + round(size * (habits.proposal_gap + draw.uniform(-0.015, 0.015)))
    qualified = proposal + round(size * (habits.qualified_gap + draw.uniform(-0.015, 0.015)))
    courses = [_winning_course(habits, window, draw) for _ in range(won)]
    courses += _stopped_after(2, proposal - won, habits, window, draw)
    courses += _stopped_after(1, qualified - proposal, habits, window, draw)
    courses += _stopped_after(0, size - qualified, habits, window, draw)
    return courses


def _winning_course(habits: Habits, window: int, draw: Draw) -> Course:
    # No event falls on the last day of the window, so "within" and "before" count the same.
    slowest = min(window - 1, int(habits.slowest * window))
    won = draw.whole(max(6, int(habits.quickest * window)), slowest)
    qualified = draw.whole(1, won // 3)
    return Course(qualified, draw.whole(qualified + 1, won - 1), won)


def _stopped_after(stages: int, size: int, habits: Habits, window: int, draw: Draw) -> list[Course]:
    """Those that had made so many steps when the window closed, with what they did later."""
    late_wins = round(size * habits.late_win) if stages == 2 else 0
    late_steps = round(size * LATE_STEP) if stages == 1 else 0
    lost = round(size * LOST)
    courses = []
    for number in range(size):
        qualified = draw.whole(2, window // 2) if stages else None
        proposal = draw.whole(window // 2 + 1, window - 1) if stages == 2 else None
        later = draw.whole(window + 4, LONGEST)
        if number < late_wins:
            # Spread evenly: a window misspoken then adds about as many to one quarter as the other.
            share = (number + draw.uniform(0, 1)) / late_wins
            later = window + 4 + int(share * (LONGEST - window - 4))
            courses.append(Course(qualified, proposal, later))
        elif number < late_steps:
            courses.append(Course(qualified, later))
        elif number < max(late_wins, late_steps) + lost:
            lost_on = draw.whole((proposal or qualified or 0) + 20, LONGEST - 20)
            courses.append(Course(qualified, proposal, lost=lost_on))
        else:
            courses.append(Course(qualified, proposal))
    return courses


def _record(
    created: date,
    course: Course,
    end: date,
    who: tuple[str, str, str, int],
    parameters: Mapping[str, float],
    *,
    moved: bool = True,
) -> Opportunity:
    """The record of a course as the CRM shows it on the day of the export."""

    def on(days: int | None) -> date | None:
        day = None if days is None else created + timedelta(days=days)
        day = _weekday(day) if day is not None and moved else day
        return day if day is not None and day <= end else None

    qualified, proposal, won, lost = (
        on(days) for days in (course.qualified, course.proposal, course.won, course.lost)
    )
    closed, status = won or lost, "won" if won else "lost" if lost else "open"
    last_activity = proposal or qualified or created
    idle_days = (end - last_activity).days
    archived = status == "open" and idle_days >= parameters["archive_days"]
    segment, source, owner, amount = who
    return Opportunity(
        created, segment, source, owner, amount, qualified, proposal, closed, status, archived
    )


def _creation_day(quarter: str, draw: Draw) -> date:
    first = FIRST_DAYS[quarter]
    return _weekday(first + timedelta(days=draw.whole(0, (LAST_DAYS[quarter] - first).days)))


def _weekday(day: date) -> date:
    """The day itself, or the Friday before it: sketches know no weekends."""
    return day - timedelta(days=max(0, day.weekday() - 4))


def _one_of(options: tuple[str, ...], shares: tuple[float, ...], draw: Draw) -> str:
    place = draw.uniform(0, 1)
    for option, share in zip(options, shares, strict=True):
        place -= share
        if place < 0:
            return option
    return options[-1]
