"""The remediation actions: whose they are, when they fall due, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.compliance_review.sampling import (
    FAILED,
    IMPROVE,
    REVIEW_DATE,
    SATISFACTORY,
    SCENARIO,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

PRIORITIES = {FAILED: "High", IMPROVE: "Medium", SATISFACTORY: "Low"}
DAYS_ALLOWED = {FAILED: 60, IMPROVE: 90, SATISFACTORY: 180}
TO_BE_CONFIRMED = "to be confirmed"
OWNERS = {"operations": "Dev Patel", "technology": "Sofia Brandt"}
"""Who turns out to own the overdue action."""
OPEN, DONE, VALIDATED = "open", "done", "validated"
CLOSED, AWAITING, OVERDUE, ON_TRACK = "Closed", "Awaiting validation", "Overdue", "On track"
ACTIONS = (
    ("A-01", "alert_triage", "Refresh the triage guidance", "Dev Patel"),
    ("A-02", "case_investigation", "Peer review of case files", "Dev Patel"),
    ("A-03", "sar_filing", "Escalation clock in the case tool", "Sofia Brandt"),
    ("A-04", "sar_filing", "Second reviewer for narratives", "Dev Patel"),
    ("A-05", "rule_tuning", "Approval log for rule changes", "Sofia Brandt"),
    ("A-06", "data_feeds", "Daily reconciliation of feeds", "Sofia Brandt"),
    ("A-07", "alert_triage", "Quality sampling at first level", "Dev Patel"),
    ("A-08", "case_investigation", "Template for case narratives", "Dev Patel"),
)
PLATFORM_MOVED = date(2026, 7, 1)  # ours
MAY_BE_OVERDUE = ("A-03", "A-05", "A-06")
"""Those that operations and technology might each take for the other's."""


@dataclass(frozen=True, slots=True)
class RemediationAction:
    """One line of the tracker, with what the standard's rule makes of it."""

    id: str
    area: str
    title: str
    owner: str
    opened: date
    progress: str
    effort_days: int
    rating: str

    @property
    def priority(self) -> str:
        """By the rating of its area."""
        return PRIORITIES[self.rating]

    @property
    def days_allowed(self) -> int:
        """From the day it was opened."""
        return DAYS_ALLOWED[self.rating]

    @property
    def due(self) -> date:
        """The last day in time."""
        return self.opened + timedelta(days=self.days_allowed)

    @property
    def days_overdue(self) -> int:
        """At the review date; 0 where it is done or not due yet."""
        late = (REVIEW_DATE - self.due).days
        return max(0, late) if self.progress == OPEN else 0

    @property
    def status(self) -> str:
        """Only what internal audit has validated is closed."""
        if self.progress == VALIDATED:
            return CLOSED
        if self.progress == DONE:
            return AWAITING
        return OVERDUE if self.days_overdue else ON_TRACK


def handed_over_on(action: RemediationAction) -> date:
    """When an action went over with the platform: in July, or in August where July is too early."""
    return max(PLATFORM_MOVED, action.opened.replace(day=1) + timedelta(days=31))


def draw_actions(ratings: Mapping[str, str], owner: str, seed: int) -> list[RemediationAction]:
    """The actions; one is overdue, one awaits validation, one is closed."""
    draw = Draw(SCENARIO, seed, "actions")
    overdue = draw.one_of(MAY_BE_OVERDUE)
    # Who reports it done, and would close it, is the head of operations.
    finished = [row for row in ACTIONS if row[0] != overdue]
    done = draw.one_of([row[0] for row in finished if row[3] == OWNERS["operations"]])
    validated = draw.one_of([row[0] for row in finished if row[0] != done])
    progress = {done: DONE, validated: VALIDATED}
    actions = []
    for name, area, title, usual_owner in ACTIONS:
        action = RemediationAction(
            name, area, title, usual_owner, REVIEW_DATE, progress.get(name, OPEN),
            draw.whole(3, 16), ratings[area],
        )  # fmt: skip
        if name == overdue:
            age = action.days_allowed + draw.whole(6, 41)
            action = replace(action, owner=OWNERS[owner])
        else:
            age = draw.whole(20, action.days_allowed - 9)
        actions.append(replace(action, opened=REVIEW_DATE - timedelta(days=age)))
    return actions
