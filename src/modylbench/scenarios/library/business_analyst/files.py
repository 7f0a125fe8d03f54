"""The files that the human hands over: the export in the layout of a seed, with its defects."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.opportunities import HEADER, LAST_DAYS, SEGMENTS
from modylbench.scenarios.library.business_analyst.workbook import identifier

if TYPE_CHECKING:
    from collections.abc import Mapping

CsvLines = list[dict[str, str]]
MEANINGS = {
    "opportunity_id": ("one line per opportunity, no duplicates",),
    "created_date": ("the day it entered the pipeline; stage Created",),
    "segment": ("SMB (under 100 staff), Mid-Market (to 999), Enterprise (1,000 up)",),
    "source": ("Inbound, Outbound, Partner",),
    "owner": ("account executive",),
    "amount_usd": ("first-year contract value",),
    "qualified_date": ("the day it reached Qualified, empty if it has not",),
    "proposal_date": ("the day it reached Proposal, empty if it has not",),
    "closed_date": ("the day it was won or lost, empty while open",),
    "furthest_stage": ("Created, Qualified, Proposal or Won",),
    "status": ("open, won or lost, on the day of the export",),
}
"""What the columns mean; the last, `archived`, depends on the days of a seed."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A form of the export: its columns in order, with the names they have there."""

    columns: tuple[tuple[str, str], ...]
    newest_first: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The name of each column in this layout."""
        return dict(self.columns)


LAYOUTS = {
    "plain": Layout(tuple((name, name) for name in HEADER)),
    "crm_fields": Layout(
        (
            ("opportunity_id", "Opportunity_No__c"), ("segment", "Segment__c"),
            ("owner", "Owner.Name"), ("status", "Status__c"), ("archived", "Archived__c"),
            ("amount_usd", "Amount"),
            ("source", "LeadSource"), ("furthest_stage", "StageReached__c"),
            ("created_date", "CreatedDate"), ("qualified_date", "Qualified_Date__c"),
            ("proposal_date", "Proposal_Date__c"), ("closed_date", "Closed_On__c"),
        )
    ),
    "newest_first": Layout(
        (
            ("created_date", "Created on"), ("opportunity_id", "Opportunity"),
            ("owner", "Account executive"), ("source", "Origin"), ("segment", "Customer segment"),
            ("furthest_stage", "Furthest stage"), ("qualified_date", "Qualified on"),
            ("proposal_date", "Proposal on"), ("closed_date", "Closed on"), ("status", "Outcome"),
            ("amount_usd", "First-year value (USD)"), ("archived", "Archived"),
        ),
        newest_first=True,
    ),
}  # fmt: skip


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "opportunities.csv": export(truth),
        "export_notes.txt": export_notes(truth),
        "bi_extract.csv": bi_extract(truth),
        "northgate_survey.txt": survey(truth),
    }


def export(truth: Mapping[str, Any]) -> str:
    """The export in its layout, with whatever is wrong in it."""
    layout = LAYOUTS[truth["export_layout"]]
    clean = truth["opportunities_csv"]
    if layout == LAYOUTS["plain"] and not truth.get("defects"):
        return str(clean)
    lines: CsvLines = list(csv.DictReader(io.StringIO(clean)))
    for name in truth.get("defects", ()):
        if name in DEFECTS:
            DEFECTS[name](lines, truth)
    if layout.newest_first:
        lines = lines[::-1]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([shown for _, shown in layout.columns])
    writer.writerows([[line[name] for name, _ in layout.columns] for line in lines])
    return text.getvalue()


def _place(lines: CsvLines, opportunity: str) -> int:
    return next(n for n, line in enumerate(lines) if line["opportunity_id"] == opportunity)


def _repeat_a_line(lines: CsvLines, truth: Mapping[str, Any]) -> None:
    place = _place(lines, truth["repeated_id"])
    lines.insert(min(len(lines), place + 9), dict(lines[place]))


def _put_thousands(lines: CsvLines, truth: Mapping[str, Any]) -> None:
    for line in lines:
        if line["owner"] == truth["thousands_owner"]:
            line["amount_usd"] = f"{int(line['amount_usd']) / 1000:g}"


def _turn_a_date(lines: CsvLines, truth: Mapping[str, Any]) -> None:
    line = lines[_place(lines, truth["turned_id"])]
    line["created_date"] = truth["turned_date"]


def _add_subtotals(lines: CsvLines, truth: Mapping[str, Any]) -> None:
    """Lines in the data that add up each quarter, as reports have them."""
    last = max(n for n, line in enumerate(lines) if line["opportunity_id"] == truth["last_of_q2"])
    quarters = {"Q2": lines[: last + 1], "Q3": lines[last + 1 :]}
    lines.clear()
    for quarter, own in quarters.items():
        amount = sum(round(float(line["amount_usd"])) for line in own)  # whole numbers
        subtotal = dict.fromkeys(HEADER, "")
        subtotal |= {"opportunity_id": f"Subtotal {quarter}", "segment": "All"}
        subtotal |= {"created_date": str(LAST_DAYS[quarter]), "amount_usd": str(amount)}
        lines.extend([*own, subtotal])


def _archive_a_win(lines: CsvLines, truth: Mapping[str, Any]) -> None:
    lines[_place(lines, truth["archived_win_id"])]["archived"] = "yes"


DEFECTS = {
    "opportunity_twice": _repeat_a_line,
    "amounts_in_thousands": _put_thousands,
    "day_before_month": _turn_a_date,
    "subtotal_in_the_data": _add_subtotals,
    "win_archived": _archive_a_win,
}


def defect_places(clean: str) -> dict[str, str]:
    """Where each defect would stand: records that count, far from each other."""
    lines = list(csv.DictReader(io.StringIO(clean)))
    real = [line for line in lines if line["owner"] != "Sandbox Test"]
    won = [line for line in real if line["status"] == "won" and line["segment"] != SEGMENTS[-1]]
    dated = [
        line
        for line in real
        if int(line["created_date"][8:]) > 12 and line["qualified_date"] and line not in won
    ]
    turned = dated[2 * len(dated) // 3]
    year, month, day = turned["created_date"].split("-")
    enterprise = [line for line in real if line["segment"] == SEGMENTS[-1]]
    return {
        "repeated_id": won[len(won) // 3]["opportunity_id"],
        "repeated_segment": won[len(won) // 3]["segment"],
        "thousands_owner": enterprise[len(enterprise) // 2]["owner"],
        "thousands_surname": enterprise[len(enterprise) // 2]["owner"].split()[-1],
        "turned_id": turned["opportunity_id"],
        "turned_date": f"{year}-{day}-{month}",
        "turned_rightly": turned["created_date"],
        "last_of_q2": [line for line in lines if line["created_date"] <= "2025-06-30"][-1][
            "opportunity_id"
        ],
        "archived_win_id": won[len(won) // 2]["opportunity_id"],
    }


def export_notes(truth: Mapping[str, Any]) -> str:
    """What the CRM team says about its export."""
    names = LAYOUTS[truth["export_layout"]].names
    width = max(18, 2 + max(len(name) for name in names.values()))
    meanings = {
        **MEANINGS,
        "amount_usd": MEANINGS["amount_usd"]
        if "usd" in names["amount_usd"].lower()
        else ("first-year contract value, in US dollars",),
        "archived": (
            f"yes = open and untouched for {truth['archive_days']:g} days or",
            "more on the day of the export; the nightly job hides such records",
            "from standard reports, it does not close them; what is won or lost",
            "always shows there, whatever this field says",
        ),
    }
    lines = [
        f"{names[column] if number == 0 else '':{width}}{line}"
        for column in HEADER
        for number, line in enumerate(meanings[column])
    ]
    return "\n".join(
        [
            "Quillstone CRM export: new-business opportunities",
            f"Run on: {truth['export_date']} (end of day). Records: {truth['records']}.",
            "Scope: every opportunity created from 2025-04-01 to 2025-09-30.",
            "Q2 is April to June, Q3 is July to September.",
            "",
            *lines,
            "",
        ]
    )


def bi_extract(truth: Mapping[str, Any]) -> str:
    """The warehouse's copy of the same CRM, which has more Enterprise wins in Q3."""
    rows = [["segment", "quarter_created", "opportunities_created", "won_within_window"]]
    for segment in (*SEGMENTS, "Total"):
        for quarter in ("Q2", "Q3"):
            place = identifier(f"{segment}|{quarter}")
            won = truth[f"won_{place}"]
            if quarter == "Q3" and segment in {"Enterprise", "Total"}:
                won += truth["bi_extra"]
            rows.append([segment, quarter, str(truth[f"created_{place}"]), str(won)])
    text = io.StringIO()
    text.write(
        f"# BI warehouse extract of the CRM, as of {truth['export_date']}, test records removed; "
        f"won within {truth['window_days']:g} days of creation\n"
    )
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def survey(truth: Mapping[str, Any]) -> str:
    """Two pages of a benchmark that really was handed over."""
    sample, median = truth["benchmark_sample"], 100 * truth["benchmark_rate"]
    return "\n".join(
        [
            "Northgate SaaS Funnel Survey 2025 (excerpt, pages 11 and 12)",
            "",
            f"Page 11. Won over QUALIFIED opportunities, Enterprise, n = {sample} vendors:",
            f"median {100 * truth['benchmark_of_qualified']:.1f}%.",
            "",
            f"Page 12. Won over CREATED opportunities within {truth['window_days']:g} days of",
            f"creation, Enterprise, n = {sample} vendors: median {median:.1f}%.",
            "Dead and archived opportunities stay in the base. Enterprise: 1,000 staff and more.",
            "Fieldwork: spring 2025.",
            "",
        ]
    )
