"""What is an opportunity, as the CRM keeps it?"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    def won(self) -> date | None:
        """The day it was won."""
        return self.closed if self.status == "won" else None

    @property
    def stage_days(self) -> tuple[date | None, ...]:
        """The day of each stage, in the order of STAGES."""
        return self.created, self.qualified, self.proposal, self.won

    def reached(self, window_days: int) -> int:
        """How many stages it reached within so many days of its creation, creation included."""
        last = self.created + timedelta(days=window_days)
        stages = 1
        for day in (self.qualified, self.proposal, self.won):
            if day is None or day > last:
                break
            stages += 1
        return stages


def as_csv(opportunities: Iterable[Opportunity]) -> str:
    """The export: one line a record, numbered in the order of creation."""
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
