"""The minutes: who decided what, who objected, and what goes to the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.document import Document, Section
from modylbench.scenarios.library.compliance_review.sampling import AREAS
from modylbench.scenarios.library.compliance_review.workbooks import (
    FILINGS,
    MEASURES,
    clearance_values,
    percent,
)
from modylbench.scenarios.library.text_forms import markdown_table

if TYPE_CHECKING:
    from collections.abc import Mapping

ATTENDANCE = (
    "Helen Marsh, Chief Compliance Officer (chair); Dev Patel, financial-crime operations; Ruth "
    "Adeyemi, internal audit; Lena Ortiz, compliance testing; Marcus Feld, General Counsel, who "
    "joined late."
)
CONTESTED = {
    "cleared": "Helen Marsh cleared exception {item} in Alert triage, on evidence that Lena Ortiz "
    "had seen.",
    "stands": "Helen Marsh kept exception {item} in Alert triage: Lena Ortiz had seen that the "
    "rationale was written after the alert was closed.",
}
OBJECTIONS = {
    "audit": "Ruth Adeyemi objected to contractors closing high-risk alerts. The chair noted the "
    "objection; the clearance goes ahead.",
    "counsel": "Marcus Feld objected to contractors reading case narratives. The chair noted the "
    "objection; the clearance goes ahead, with the narratives left out until the two have spoken.",
}


def minutes(truth: Mapping[str, Any], reached: frozenset[str]) -> Document:
    """The minutes, with the figures of the register and of the plan."""
    sections = [
        Section(id="attendance", heading="Attendance", body=ATTENDANCE),
        Section(id="ratings", heading="Ratings", body=_ratings(truth)),
        Section(id="backlog", heading="Backlog", body=_backlog(truth)),
        Section(id="late_filings", heading="Late filings", body=_filings(truth)),
        Section(id="decisions", heading="Decisions", body=_decisions(truth)),
        Section(id="actions", heading="Actions", body=_actions(truth, reached)),
        Section(id="clearance", heading="Backlog clearance", body=_clearance(truth)),
        Section(id="objections", heading="Objections", body=OBJECTIONS[truth["objection"]]),
    ]
    sections.append(Section(id="record", heading="For the record", body=_record(truth, reached)))
    if "board_note" in reached:
        sections.append(Section(id="board", heading="For the board", body=_board(truth)))
    title = "Minutes: annual transaction-monitoring compliance review"
    return Document(id="minutes", title=title, sections=tuple(sections))


def _ratings(truth: Mapping[str, Any]) -> str:
    rows = [
        [
            area.name,
            f"{truth[f'tested_{area.id}']}",
            f"{truth[f'exceptions_{area.id}']}",
            f"{percent(truth[f'rate_{area.id}']):.2f}%",
            f"{percent(truth[f'bound_{area.id}']):.2f}%",
            truth["ratings"][area.id],
        ]
        for area in AREAS
    ]
    total = [f"{truth['tested_total']}", f"{truth['exceptions_total']}"]
    rows.append(["Total", *total, f"{percent(truth['rate_total']):.2f}%", "", ""])
    header = ["Area", "Tested", "Exceptions", "Exception rate", "Upper bound", "Rating"]
    return markdown_table(header, rows)


def _backlog(truth: Mapping[str, Any]) -> str:
    rows = [
        [label, f"{percent(truth[key]):.2f}%" if unit else f"{truth[key]}"]
        for label, key, unit in MEASURES.values()
    ]
    side = truth["backlog_side"]
    return f"{markdown_table(['Measure', 'Value'], rows)}\n\nThe backlog is {side} its limit."


def _filings(truth: Mapping[str, Any]) -> str:
    rows = [[label, f"{truth[key]:g}"] for label, key in FILINGS.values()]
    return markdown_table(["Measure", "Value"], rows)


def _decisions(truth: Mapping[str, Any]) -> str:
    decided = CONTESTED[truth["contested"]].format(item=truth["contested_item"])
    return (
        f"- {decided}\n- Helen Marsh assigned action {truth['overdue_id']} to "
        f"{truth['overdue_holder']}.\n- Helen Marsh decided to clear the old alerts with "
        "contractors.\n- Helen Marsh took the handling time of Dev Patel's time study, not "
        "that of audit.\n- Helen Marsh held to the standard on age: it runs from the day an alert "
        f"was opened, not from its assignment.\n\n{_handling_times(truth)}"
    )


def _handling_times(truth: Mapping[str, Any]) -> str:
    # A table, since the two figures are read off it by who gave them.
    rows = [
        ["Audit's", "Ruth Adeyemi", f"{truth['audit_minutes']:g}"],
        ["Time study, taken", "Dev Patel", f"{truth['minutes_per_alert']:g}"],
    ]
    return markdown_table(["Handling time", "Given by", "Figure"], rows)


def _record(truth: Mapping[str, Any], reached: frozenset[str]) -> str:
    """What people asked to have in the notes."""
    noted = [
        "- Lena Ortiz said that she drew the sample herself, by random number from the whole "
        "population."
    ]
    if "outage_noted" in reached:
        noted.append(
            "- On the outage in July, Marcus Feld said that counsel makes no statement on it today."
        )
    if "counts_noted" in reached:
        rows = [
            ["Whole extract", "Ruth Adeyemi", f"{truth['audit_open']}"],
            ["At the review date, in the register", "Dev Patel", f"{truth['open_alerts_total']}"],
        ]
        noted += ["", markdown_table(["Count", "Given by", "Figure"], rows)]
    return "\n".join(noted)


def _actions(truth: Mapping[str, Any], reached: frozenset[str]) -> str:
    closed = {truth["awaiting_id"]: "Closed"} if "validation_log" in reached else {}
    titles = {action["id"]: action["title"] for action in truth["actions"]}
    rows = [
        [
            f"{name} {titles[name]}",
            plan["owner"],
            plan["due"],
            f"{truth['overdue_table'][name] or '-'}",
            closed.get(name, plan["status"]),
        ]
        for name, plan in truth["plan_rows"].items()
    ]
    return markdown_table(["Action", "Owner", "Due date", "Days overdue", "Status"], rows)


def _clearance(truth: Mapping[str, Any]) -> str:
    values = clearance_values(truth, frozenset({"clearance_corrected", "crew"}))
    rows = [[label, _measure_text(label, value)] for label, value in values.items()]
    return markdown_table(["Measure", "Value"], rows)


def _measure_text(label: str, value: float) -> str:
    if label in {"Day rate", "Clearance cost"}:
        return f"${value:,.0f}"
    return f"{value:,.2f}" if label in {"Hours", "Person-days", "Working days"} else f"{value:g}"


def _board(truth: Mapping[str, Any]) -> str:
    failed = truth["failed_said"]
    return (
        f"- {failed[0].upper()}{failed[1:]}.\n"
        f"- The backlog is {truth['backlog_side']} its limit.\n"
        f"- Action {truth['overdue_id']} is overdue; its owner is {truth['overdue_holder']}."
    )
