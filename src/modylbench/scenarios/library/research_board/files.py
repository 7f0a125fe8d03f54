"""The files that are handed over, in the layout of the seed and with its defects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.research_board.programme import (
    STAFF_GRADES,
    ResearchProject,
)
from modylbench.scenarios.library.text_forms import csv_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    FileLine = dict[str, object]

RENAMED, REORDERED = "renamed", "reordered"
OTHER_NAMES = {
    "project": "Proj",
    "theme": "Area",
    "stage": "Gate stage",
    "lead": "PI",
    "payoff_if_successful": "Payoff if it works ($)",
    "months_to_gate": "Gate in (months)",
    "item": "Line",
    "quantity": "Qty",
    "unit": "UoM",
    "remark": "Comment",
    "study": "Ref",
    "site": "Where",
    "samples": "n",
    "by": "Run by",
    "result": "Outcome",
}
"""What the same columns are called in an extract of another system."""
MONTHS, DOLLARS = "staff months", "USD"


def attachments(truth: Mapping[str, Any]) -> dict[str, str]:
    """The files by name."""
    projects = [ResearchProject.of_json(project) for project in truth["projects"]]
    layout, defects = truth["layout"], truth["defects"]
    return {
        "projects.csv": _laid_out([_project_line(project) for project in projects], layout),
        "requests.csv": _laid_out(_request_lines(projects, truth, defects), layout),
        "evidence.csv": _laid_out(_study_lines(projects, truth, defects), layout),
        "finance_note.txt": _finance_note(truth, defects),
    }


def _project_line(project: ResearchProject) -> FileLine:
    return {
        "project": project.name,
        "theme": project.theme,
        "stage": project.stage,
        "lead": project.lead,
        "payoff_if_successful": project.payoff,
        "months_to_gate": project.gate_months,
    }


def _request_lines(
    projects: list[ResearchProject], truth: Mapping[str, Any], defects: tuple[str, ...]
) -> list[FileLine]:
    lines: list[FileLine] = []
    for project in projects:
        staff = [
            _request(project.name, grade, project.staff_months[grade], MONTHS)
            for grade in STAFF_GRADES
        ]
        if "repeated_request" in defects and project.name == truth["twice_project"]:
            staff.insert(2, dict(staff[1]))
        supplies = [
            _request(project.name, f"Consumables: {item}", amount, DOLLARS)
            for item, amount in project.consumables.items()
        ]
        if "subtotal_in_requests" in defects and project.name == truth["subtotal_project"]:
            amount = truth["subtotal_amount"]
            supplies.append(_request(project.name, "Consumables", amount, DOLLARS))
        is_thousands = (
            "equipment_in_thousands" in defects and project.name == truth["thousands_project"]
        )
        equipment = truth["thousands_shown"] if is_thousands else project.equipment
        bought = _request(project.name, "Equipment", equipment, DOLLARS)
        lines += [*staff, *supplies, bought]
    return lines


def _request(project: str, item: str, quantity: int, unit: str) -> FileLine:
    return {"project": project, "item": item, "quantity": quantity, "unit": unit, "remark": ""}


def _study_lines(
    projects: list[ResearchProject], truth: Mapping[str, Any], defects: tuple[str, ...]
) -> list[FileLine]:
    lines: list[FileLine] = []
    for project in projects:
        for number, study in enumerate(project.studies, start=1):
            line: FileLine = {
                "study": f"{project.name[:3].upper()}-{number}",
                "project": project.name,
                "site": study.site,
                "samples": study.samples,
                "by": "independent" if study.is_independent else "own team",
                "result": study.result,
            }
            lines.append(line)
        if "repeated_study" in defects and project.name == truth["study_project"]:
            again = f"{project.name[:3].upper()}-{len(project.studies) + 1}"
            lines.append({**lines[-1], "study": again})
    return lines


def _laid_out(lines: list[FileLine], layout: str) -> str:
    """The table as CSV: as it is, with other names, or in another order."""
    columns = list(lines[0])
    if layout == REORDERED:
        columns = [columns[0], *reversed(columns[1:])]
    names = [OTHER_NAMES[name] if layout == RENAMED else name for name in columns]
    return csv_text([names, *([line[name] for name in columns] for line in lines)])


def _finance_note(truth: Mapping[str, Any], defects: tuple[str, ...]) -> str:
    rates = truth["tariff"]["staff_rates"]
    lines = [
        "Finance note for the research direction board",
        "From: Lena Hofmann",
        "",
        "Staff rates, dollars a month, valid for the coming year:",
        *(f"  {grade:<12}{rates[grade]:>8,}" for grade in STAFF_GRADES),
        "",
        "Overhead: I give you the rate in the meeting, it was approved this week.",
        "It goes on staff only, not on consumables or equipment.",
        "The envelope and the reserve: in the meeting as well.",
    ]
    if "old_rate_in_note" in defects:
        old = f"  Technician  {truth['old_technician_rate']:>8,}  (rate card of 2024)"
        lines.insert(4, old)
    return "\n".join(lines) + "\n"
