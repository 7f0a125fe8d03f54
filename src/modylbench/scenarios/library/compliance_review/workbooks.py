"""The findings register and the remediation plan, as far as the meeting has got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet
from modylbench.scenarios.library.compliance_review.backlog import RISKS
from modylbench.scenarios.library.compliance_review.sampling import AREAS, RATINGS
from modylbench.scenarios.library.compliance_review.tracker import TO_BE_CONFIRMED

if TYPE_CHECKING:
    from collections.abc import Mapping

SheetColumns = tuple[tuple[str, str, str | None], ...]
"""Id, label and unit of every column."""
TOTAL = "total"
PERCENT = "%"
MEASURES = {
    "open_alerts": ("Open alerts", "open_alerts_total", None),
    "older": ("Aged alerts", "old_alerts", None),
    "share": ("Aged share", "share_old", PERCENT),
    "limit": ("Limit of the standard", "backlog_limit", PERCENT),
}
FILINGS = {
    "tested": ("Filings tested", "filings_tested"),
    "late": ("Filed late", "late_filings"),
    "longest": ("Longest time to file, days", "longest_days"),
    "median": ("Median time to file, days", "median_days"),
}


def identifier(label: str) -> str:
    """The id of a row of that label.

    >>> identifier("0 to 15 days")
    '0_to_15_days'
    """
    return label.lower().replace(" ", "_").replace("-", "_")


def percent(fraction: float) -> float:
    """A share as it stands in a cell."""
    return round(100 * fraction, 2) + 0.0


def sheet(name: str, title: str, columns: SheetColumns, rows: Mapping[str, Row]) -> Sheet:
    """A sheet of these rows."""
    return Sheet(
        id=name,
        name=title,
        columns=tuple(Column(id=key, label=label, unit=unit) for key, label, unit in columns),
        rows=tuple(rows.values()),
    )


def row(name: str, label: str, **cells: float | str | Cell | None) -> Row:
    """A row, without the cells that are None."""
    return Row(
        id=name,
        label=label,
        cells={
            key: value if isinstance(value, Cell) else Cell(value=value)
            for key, value in cells.items()
            if value is not None
        },
    )


def findings_register(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The register: a sheet for everything that was found so far."""
    sheets = [_tests(truth, reached)]
    if "ageing" in reached:
        sheets.append(_ageing(truth))
    if "backlog_measures" in reached:
        sheets.append(_measures(truth))
    if "late_filings" in reached:
        sheets.append(_filings(truth))
    if "late_causes" in reached:
        sheets.append(
            _by_name("late_causes", "Late filings by cause", "Late filings", truth["cause_table"])
        )
    sheets += [make(truth) for name, make in EXTRA_SHEETS.items() if name in reached]
    return Spreadsheet(id="findings_register", title="Findings register", sheets=tuple(sheets))


def _tests(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    is_rated = "rates" in reached
    count = "exceptions" if is_rated else "first_exceptions"
    columns: SheetColumns = (("tested", "Tested", None), ("exceptions", "Exceptions", None))
    if is_rated:
        columns += (
            ("rate", "Exception rate", PERCENT),
            ("bound", "Upper bound", PERCENT),
            ("rating", "Rating", None),
        )
    rows = {
        area.id: row(
            area.id,
            area.name,
            tested=truth[f"tested_{area.id}"],
            exceptions=truth[f"{count}_{area.id}"],
            rate=percent(truth[f"rate_{area.id}"]) if is_rated else None,
            bound=percent(truth[f"bound_{area.id}"]) if is_rated else None,
            rating=truth["ratings"][area.id] if is_rated else None,
        )
        for area in AREAS
    }
    if "totals" in reached:
        rows[TOTAL] = row(
            TOTAL,
            "Total",
            tested=truth["tested_total"],
            exceptions=truth[f"{count}_total"],
            rate=percent(truth["rate_total"]) if is_rated else None,
        )
    return sheet("tests", "Test results", columns, rows)


def _ageing(truth: Mapping[str, Any]) -> Sheet:
    columns: SheetColumns = tuple(
        (risk.lower(), "Total" if risk == "Total" else f"{risk} risk", None)
        for risk in (*RISKS, "Total")
    )
    rows = {
        bucket: row(
            identifier(bucket), bucket, **{risk.lower(): count for risk, count in counts.items()}
        )
        for bucket, counts in truth["ageing"].items()
    }
    return sheet("backlog_ageing", "Backlog ageing", columns, rows)


def _measures(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        name: row(
            name,
            label,
            value=Cell(value=percent(truth[key]), unit=PERCENT) if unit else truth[key],
        )
        for name, (label, key, unit) in MEASURES.items()
    }
    return sheet("backlog_limit", "Backlog against the limit", (("value", "Value", None),), rows)


def _filings(truth: Mapping[str, Any]) -> Sheet:
    rows = {name: row(name, label, value=truth[key]) for name, (label, key) in FILINGS.items()}
    return sheet("late_filings", "Late filings", (("value", "Value", None),), rows)


def _by_name(name: str, title: str, label: str, counts: Mapping[str, float]) -> Sheet:
    rows = {key: row(identifier(key), key, value=count) for key, count in counts.items()}
    return sheet(name, title, (("value", label, None),), rows)


def _judgement_calls(truth: Mapping[str, Any]) -> Sheet:
    names = {area.id: area.name for area in AREAS} | {TOTAL: "Total"}
    rows = {
        key: row(key, names[key], value=count) for key, count in truth["judgement_table"].items()
    }
    columns: SheetColumns = (("value", "Judgement calls", None),)
    return sheet("judgement_calls", "Judgement calls", columns, rows)


def _second_look(truth: Mapping[str, Any]) -> Sheet:
    rows = {
        name: row(identifier(name), name, value=truth["second_look_table"][name])
        for name in RATINGS
    }
    columns: SheetColumns = (("value", "Areas", None),)
    return sheet("second_look", "Second look", columns, rows)


def _count_reconciliation(truth: Mapping[str, Any]) -> Sheet:
    counts = {
        "Alerts counted by audit": truth["audit_open"],
        "Opened later": truth["opened_after"],
        "Alerts in the register": truth["open_alerts_total"],
    }
    return _by_name("count_reconciliation", "Count reconciliation", "Alerts", counts)


def _legal_hold(truth: Mapping[str, Any]) -> Sheet:
    figures = {"Records on hold": truth["hold_records"], "Days of data covered": truth["hold_days"]}
    return _by_name("legal_hold", "Legal hold", "Value", figures)


EXTRA_SHEETS = {
    "count_reconciliation": _count_reconciliation,
    "judgement_calls": _judgement_calls,
    "second_look": _second_look,
    "legal_hold": _legal_hold,
}
"""The sheets that only some meetings ask for, by the milestone with which they come."""


def remediation_plan(truth: Mapping[str, Any], reached: frozenset[str]) -> Spreadsheet:
    """The plan: actions with their owners and dates, and what clearing the backlog takes."""
    sheets = [_actions(truth, reached)]
    if "clearance" in reached:
        sheets.append(clearance(truth, reached))
    if "validation_log" in reached:
        sheets.append(_validation_log(truth))
    return Spreadsheet(id="remediation_plan", title="Remediation plan", sheets=tuple(sheets))


def _actions(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    has_status = "statuses" in reached
    columns: SheetColumns = (
        ("area", "Area", None),
        ("owner", "Owner", None),
        ("priority", "Priority", None),
        ("allowed", "Days allowed", None),
        ("due", "Due date", None),
        ("effort", "Effort, days", None),
    )
    if has_status:
        columns += (("overdue", "Days overdue", None), ("status", "Status", None))
    names = {area.id: area.name for area in AREAS}
    rows = {}
    for action in truth["actions"]:
        name, plan = action["id"], truth["plan_rows"][action["id"]]
        is_open = name == truth["overdue_id"] and not has_status
        status = plan["status"]
        if "validation_log" in reached and name == truth["awaiting_id"]:
            status = "Closed"
        rows[name] = row(
            identifier(name),
            f"{name} {action['title']}",
            area=names[action["area"]],
            owner=TO_BE_CONFIRMED if is_open else plan["owner"],
            priority=plan["priority"],
            allowed=truth["allowed_table"][name],
            due=plan["due"],
            effort=action["effort_days"],
            overdue=truth["overdue_table"][name] if has_status else None,
            status=status if has_status else None,
        )
    return sheet("actions", "Actions", columns, rows)


def clearance_values(truth: Mapping[str, Any], reached: frozenset[str]) -> dict[str, float]:
    """What clearing the old alerts takes, as it was told by then."""
    is_first = truth["correction"] != "none" and "clearance_corrected" not in reached
    ending = "_first" if is_first else ""
    values = {
        "Alerts to clear": truth["old_alerts"],
        "Minutes per alert": truth["minutes_said" if is_first else "minutes_per_alert"],
        "Hours": truth[f"hours{ending}"],
        "Person-days": truth[f"person_days{ending}"],
        "Day rate": truth["day_rate_said" if is_first else "day_rate"],
        "Clearance cost": truth["cost_first" if is_first else "clearance_cost"],
    }
    if "crew" in reached:
        values["Contractors"] = truth["contractors"]
        values["Working days"] = truth["working_days"]
    return values


def clearance(truth: Mapping[str, Any], reached: frozenset[str]) -> Sheet:
    """The clearance of the old alerts: time and money."""
    rows = {
        label: row(
            identifier(label),
            label,
            value=Cell(value=value, unit="$" if label in {"Day rate", "Clearance cost"} else None),
        )
        for label, value in clearance_values(truth, reached).items()
    }
    return sheet("clearance", "Backlog clearance", (("value", "Value", None),), rows)


def _validation_log(truth: Mapping[str, Any]) -> Sheet:
    columns: SheetColumns = (
        ("days_open", "Days open", None),
        ("validated_by", "Validated by", None),
    )
    name = truth["awaiting_id"]
    rows = {
        name: row(
            identifier(name),
            name,
            days_open=truth["awaiting_days_open"],
            validated_by="Ruth Adeyemi, Internal Audit",
        )
    }
    return sheet("validation_log", "Validation log", columns, rows)
