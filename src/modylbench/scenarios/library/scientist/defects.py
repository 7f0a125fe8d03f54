"""What is wrong in the files of a seed and nobody mentions: which patients, and how it looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.scientist.protocol import LOW, PRIMARY, SCENARIO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.library.scientist.trial import ClinicalTrial

FileRow = dict[str, str]
"""A line of the patient file by the columns of its first layout."""
KILOPASCAL = 7.50062  # mmHg
SUPERSEDED_BY = 24  # mmHg by which the entry that was replaced is off
OTHER_SOURCE_BY = 6  # mmHg by which the earlier answer to the query is off


def defect_details(trial: ClinicalTrial, seed: int) -> dict[str, Any]:
    """Whom each defect is about, and what stands in the file for them."""
    draw = Draw(SCENARIO, seed, "defects")
    queried = {trial.query.subject, trial.query.confirmed}
    patients = draw.in_drawn_order(
        [patient for patient in trial.patients if patient.subject not in queried]
    )
    completers = [patient for patient in patients if patient.has_completed]
    # On the low dose, so that the primary comparison never hangs on the unit of one patient.
    in_kpa = next(patient for patient in completers if patient.arm == LOW)
    twice, replaced = [patient for patient in completers if patient is not in_kpa][:2]
    left = next(patient for patient in patients if not patient.has_completed)
    systolic = replaced.week_12[PRIMARY] or 0.0
    return {
        "twice_subject": twice.subject,
        "kpa_subject": in_kpa.subject,
        "kpa_shown": _in_kpa(in_kpa.week_12[PRIMARY]),
        "kpa_mmhg": round(in_kpa.week_12[PRIMARY] or 0.0),
        "kpa_shown_diastolic": _in_kpa(in_kpa.week_12["dbp"]),
        "kpa_mmhg_diastolic": round(in_kpa.week_12["dbp"] or 0.0),
        "superseded_subject": replaced.subject,
        "superseded_sbp": round(systolic) + SUPERSEDED_BY,
        "current_sbp": round(systolic),
        "contradictory_subject": left.subject,
        "contradictory_week": left.left_in_week,
        "screened_subject": _next_number(twice.subject[:2], [p.subject for p in trial.patients]),
        "superseded_source": trial.query.source + OTHER_SOURCE_BY,
    }


def _next_number(site: str, subjects: Sequence[str]) -> str:
    used = [int(subject[3:]) for subject in subjects if subject.startswith(site)]
    return f"{site}-{max(used) + 1:03d}"


def with_defects(rows: Sequence[FileRow], truth: Mapping[str, Any]) -> list[FileRow]:
    """The lines of the patient file with the defects of the seed."""
    made: list[FileRow] = []
    for row in rows:
        made += _lines_of(row, truth)
    if "screen_failure" in truth["defects"]:
        made = _with_screened(made, truth)
    return made


def _lines_of(row: FileRow, truth: Mapping[str, Any]) -> list[FileRow]:
    subject, defects = row["subject"], truth["defects"]
    if "subject_twice" in defects and subject == truth["twice_subject"]:
        return [row, row]
    if "kilopascals" in defects and subject == truth["kpa_subject"]:
        shown = {"sbp_wk12": truth["kpa_shown"], "dbp_wk12": truth["kpa_shown_diastolic"]}
        return [{**row, **shown}]
    if "superseded_line" in defects and subject == truth["superseded_subject"]:
        older = {"subject": f"{subject} (superseded)", "sbp_wk12": str(truth["superseded_sbp"])}
        return [{**row, **older}, row]
    if "completed_and_left" in defects and subject == truth["contradictory_subject"]:
        return [{**row, "completed_wk12": "Yes"}]
    return [row]


def _in_kpa(mmhg: float | None) -> str:
    return f"{(mmhg or 0.0) / KILOPASCAL:.2f}"


def _with_screened(rows: Sequence[FileRow], truth: Mapping[str, Any]) -> list[FileRow]:
    """The lines with one more, of somebody who was screened and never randomised."""
    subject = truth["screened_subject"]
    like = next(row for row in rows if row["subject"] == truth["twice_subject"])
    emptied = {name: "" for name in like if name.endswith("_wk12") or name == "sbp_wk6"}
    screened = {
        **like,
        **emptied,
        "subject": subject,
        "arm": "",
        "sbp_bl": "136",
        "adherence_pct": "",
        "completed_wk12": "No",
        "left_in_week": "0",
        "reason_left": "Screen failure",
    }
    # By the number alone: a superseded line stays above the one that replaced it.
    return sorted([*rows, screened], key=lambda row: row["subject"].partition(" ")[0])
