"""The files that people hand over: the standard, the tested items, the alerts, the tracker."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.compliance_review.backlog import HOURS_A_DAY
from modylbench.scenarios.library.compliance_review.sampling import AREAS, FILING_DAYS
from modylbench.scenarios.library.compliance_review.tracker import (
    DAYS_ALLOWED,
    OVERDUE,
    PRIORITIES,
    TO_BE_CONFIRMED,
)
from modylbench.scenarios.library.text_forms import csv_text
from modylbench.scenarios.wording import figure

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

AREA = {area.id: area for area in AREAS}
VOID_NOTE = "void, replaced by the next item of the list"
ITEM_HEADER = (
    "item", "area", "reviewed_on", "tester", "result", "cause", "detected", "filed", "judgement",
    "note",
)  # fmt: skip
ALERT_HEADER = ("alert_id", "queue", "risk", "opened", "assigned", "status", "analyst", "closed_on")
TRACKER_HEADER = ("id", "area", "action", "owner", "opened", "progress", "effort_days")
LineOfFile = dict[str, str]


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files by name."""
    return {
        "testing_standard.txt": testing_standard(truth),
        "sample_tests.csv": sample_tests(truth),
        "open_alerts.csv": open_alerts(truth),
        "action_tracker.csv": action_tracker(truth),
    }


def testing_standard(truth: Mapping[str, Any]) -> str:
    """The rules by which areas are rated and actions fall due."""
    tolerable = figure(truth["tolerable_rate"], "%")
    limit = figure(truth["backlog_limit"], "%")
    codes = ", ".join(f"{area.code} = {area.name}" for area in AREAS)
    due = "; ".join(
        f"{rated}: priority {PRIORITIES[rated]}, {days} calendar days"
        for rated, days in DAYS_ALLOWED.items()
    )
    return f"""Transaction monitoring: testing standard (extract)
Larkmoor Payments Bank, Compliance. Owner: Chief Compliance Officer.

1 Tests
Codes of items: {codes}.
An item counts once. An item marked void was not tested.
Exception rate: exceptions over items tested.
Filing test: an item is an exception if the report was filed more than {FILING_DAYS} calendar days
after detection; the file gives dates and no result. Causes are given for late filings.
Judgement: Y where the tester had to weigh; a filing goes by its dates, and is never one.
An exception is cleared by the Chief Compliance Officer on evidence that the tester has seen.

2 Ratings
Tolerable exception rate: {tolerable}.
Upper bound: one-sided 95% upper confidence bound of the exception rate, exact binomial
(Clopper-Pearson).
Unsatisfactory: the exception rate is above the tolerable rate.
Needs improvement: the exception rate is not above it, and the upper bound is.
Satisfactory: the upper bound is not above the tolerable rate.

3 Backlog
Extracts list every alert that was open at the review date, with its status on that day, and those
opened since. The backlog is what was open at the review date.
Age: calendar days from the day an alert was opened to the review date.
Buckets: 0 to 15 days, 16 to 30, 31 to 60, over 60. All statuses but Closed are open.
Aged alerts: those older than 30 days. Aged share: aged alerts over open alerts.
Limit: the aged share may be {limit} at most.

4 Actions
Due date: counted from the day the action was opened, by the rating of its area. {due}.
Closed: once Internal Audit has validated it, and by nobody else.
Done and not validated: Awaiting validation. Past its due date at the review date and not done:
Overdue, by so many calendar days. Everything else: On track.
Owners are assigned by the Chief Compliance Officer.
Percentages, hours and days that are worked out have two decimals, amounts of money none.
A working day has {HOURS_A_DAY:g} productive hours. Person-days and working days are reckoned
and paid by the hour, not rounded up to whole days.

5 Reporting
To the Risk Committee of the board: every area rated Unsatisfactory, a backlog above its limit, and
every overdue action with its owner.
What is privileged, and what is disclosed to a regulator, is decided by the General Counsel alone.
"""


def sample_tests(truth: Mapping[str, Any]) -> str:
    """A line for every sampled item, in the layout of the seed."""
    lines = []
    for item in truth["items"]:
        lines += _item_lines(item, truth)
    if truth["sample_layout"] == "by_date":
        lines.sort(key=lambda line: (line["reviewed_on"], line["item"]))
    header = list(ITEM_HEADER)
    if truth["sample_layout"] == "codes_only":
        header.remove("area")
    return csv_text([header, *([line[name] for name in header] for line in lines)])


def _item_lines(item: Mapping[str, Any], truth: Mapping[str, Any]) -> list[LineOfFile]:
    is_filing = item["area"] == "sar_filing"
    result = "see dates" if is_filing else "Exception" if item["is_exception"] else "Pass"
    line = {
        "item": item["id"],
        "area": AREA[item["area"]].name,
        "reviewed_on": item["reviewed_on"],
        "tester": "L. Ortiz",
        "result": result,
        "cause": item["cause"],
        "detected": item["detected"] or "",
        "filed": item["filed"] or "",
        "judgement": "Y" if item["is_judgement"] else "",
        "note": "",
    }
    lines = [line]
    if "item_twice" in truth["defects"] and item["id"] == truth["twice_item"]:
        lines = [line, line]
    if "void_item" in truth["defects"] and item["id"] == truth["void_item"]:
        void = {**line, "item": f"{item['id']}X", "result": "Exception", "note": VOID_NOTE}
        lines = [void, line]
    return lines


def open_alerts(truth: Mapping[str, Any]) -> str:
    """The extract of operations, made some days after the review date."""
    lines = []
    if "closed_in_list" in truth["defects"]:
        lines.append(_closed_line(truth))
    for alert in truth["alerts"]:
        lines += _alert_lines(alert, truth)
    if truth["alert_layout"] == "by_queue":
        lines.sort(key=lambda line: (line["queue"], line["alert_id"]))
    elif truth["alert_layout"] == "newest_first":
        lines.reverse()
    return csv_text([ALERT_HEADER, *([line[name] for name in ALERT_HEADER] for line in lines)])


def _alert_lines(alert: Mapping[str, Any], truth: Mapping[str, Any]) -> list[LineOfFile]:
    defects = truth["defects"]
    line = {
        "alert_id": alert["id"],
        **{name: alert[name] for name in ALERT_HEADER[1:-1]},
        "closed_on": "",
    }
    if "day_before_month" in defects and alert["id"] == truth["turned_alert"]:
        return [{**line, "opened": truth["turned_date"]}]
    if "alert_twice" in defects and alert["id"] == truth["twice_alert"]:
        return [line, line]
    return [line]


def _closed_line(truth: Mapping[str, Any]) -> LineOfFile:
    """An alert that had been closed by the review date, older than all that are open."""
    like = next(alert for alert in truth["alerts"] if alert["id"] == truth["closed_like"])
    return {
        **{name: like[name] for name in ALERT_HEADER[1:-1]},
        "alert_id": truth["closed_alert"],
        "opened": truth["closed_opened"],
        "assigned": truth["closed_assigned"],
        "status": "Closed",
        "closed_on": truth["closed_on"],
    }


def action_tracker(truth: Mapping[str, Any]) -> str:
    """The tracker as operations keeps it; the owner of the overdue action is still open."""
    rows: list[Sequence[object]] = [TRACKER_HEADER]
    for action in truth["actions"]:
        is_overdue = truth["plan_rows"][action["id"]]["status"] == OVERDUE
        row = [
            action["id"], AREA[action["area"]].name, action["title"],
            TO_BE_CONFIRMED if is_overdue else action["owner"],
            action["opened"], _progress(action["progress"]), action["effort_days"],
        ]  # fmt: skip
        if "superseded_action" in truth["defects"] and action["id"] == truth["superseded_action"]:
            older = [f"{row[0]} (superseded)", *row[1:4], "2025-11-03", row[5], row[6] + 7]
            rows.append(older)
        rows.append(row)
    return csv_text(rows)


def _progress(progress: str) -> str:
    return {
        "open": "in progress",
        "done": "done, not validated",
        "validated": "done, validated by Internal Audit",
    }[progress]
