"""Computes every number that this scenario checks, and a complete correct set of work products."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from modylbench.scenarios.library.business_analyst.dashboard import (
    action_dashboard,
    funnel_chart,
    texts_of,
)
from modylbench.scenarios.library.business_analyst.funnel import MILESTONES, figures_at
from modylbench.scenarios.library.business_analyst.opportunities import SEGMENTS
from modylbench.scenarios.library.business_analyst.rules import RULES
from modylbench.scenarios.library.business_analyst.truth import solve
from modylbench.scenarios.library.business_analyst.workbook import conversion_analysis, identifier

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.products.work_product import WorkProduct


__all__ = ["MILESTONES", "RULES", "attachments", "products", "solve"]


def products(truth: Mapping[str, Any], reached: frozenset[str]) -> tuple[WorkProduct, ...]:
    """What a perfect agent has made when these milestones have been reached."""
    figures = figures_at(truth, reached)
    made: list[WorkProduct] = []
    if "segment_mix" in reached:
        made.append(conversion_analysis(figures, reached))
    if "funnel_chart" in reached:
        made.append(funnel_chart(figures, by_segment="chart_by_segment" in reached))
    if "dashboard" in reached:
        made.append(action_dashboard(figures, texts_of(truth), reached))
    return tuple(made)


def attachments(truth: Mapping[str, Any]) -> Mapping[str, str]:
    """The files that the human hands over, by name."""
    return {
        "opportunities.csv": truth["opportunities_csv"],
        "export_notes.txt": export_notes(truth),
        "bi_extract.csv": bi_extract(truth),
    }


def export_notes(truth: Mapping[str, Any]) -> str:
    """What the CRM team says about its export."""
    return "\n".join(
        [
            "Quillstone CRM export: new-business opportunities",
            f"Run on: {truth['export_date']} (end of day). Records: {truth['records']}.",
            "Scope: every opportunity created from 2025-04-01 to 2025-09-30.",
            "Q2 is April to June, Q3 is July to September.",
            "",
            "opportunity_id    one line an opportunity, no duplicates",
            "created_date      the day it entered the pipeline; stage Created",
            "segment           SMB (under 100 staff), Mid-Market (to 999), Enterprise (1,000 up)",
            "source            Inbound, Outbound, Partner",
            "owner             account executive",
            "amount_usd        first-year contract value",
            "qualified_date    the day it reached Qualified, empty if it has not",
            "proposal_date     the day it reached Proposal, empty if it has not",
            "closed_date       the day it was won or lost, empty while open",
            "furthest_stage    Created, Qualified, Proposal or Won",
            "status            open, won or lost, on the day of the export",
            f"archived          yes = open and untouched for {truth['archive_days']:g} days or",
            "                  more on the day of the export; the nightly job hides such records",
            "                  from standard reports, it does not close them",
            "",
        ]
    )  # fmt: skip


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
