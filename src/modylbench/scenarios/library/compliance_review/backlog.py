"""The open alerts: when each was opened, how old it is, and what clearing the old ones takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.compliance_review.sampling import REVIEW_DATE, SCENARIO

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EXTRACTED = REVIEW_DATE + timedelta(days=7)
BUCKETS = {
    "0 to 15 days": (0, 15), "16 to 30 days": (16, 30), "31 to 60 days": (31, 60),
    "Over 60 days": (61, 118),
}  # fmt: skip
RISKS = ("High", "Standard")
QUEUES = ("Cards", "Transfers", "Merchants")
ANALYSTS = ("K. Boyd", "M. Ekwueme", "T. Sato", "P. Lindqvist", "R. Haddad", "C. Moreau")
STATUSES = ("Open", "In review", "Pending information")
HOURS_A_DAY = 6.0  # ours, and said in the standard
CLEAR_OF_LIMIT = 0.008


@dataclass(frozen=True, slots=True)
class Alert:
    """One alert of the extract."""

    id: str
    queue: str
    risk: str
    opened: date
    assigned: date
    status: str
    analyst: str

    @property
    def age_days(self) -> int:
        """At the review date; below 0 where it was opened later."""
        return (REVIEW_DATE - self.opened).days


@dataclass(frozen=True, slots=True)
class Clearance:
    """What it takes to clear the old alerts."""

    alerts: int
    minutes: float
    day_rate: float
    contractors: int

    @property
    def hours(self) -> float:
        """All of them, one after the other."""
        return self.alerts * self.minutes / 60

    @property
    def person_days(self) -> float:
        """Of as many productive hours as the standard counts."""
        return self.hours / HOURS_A_DAY

    @property
    def cost(self) -> float:
        """In dollars."""
        return self.person_days * self.day_rate

    @property
    def working_days(self) -> float:
        """With all contractors at once."""
        return self.person_days / self.contractors


def draw_alerts(open_count: int, limit: float, later: int, seed: int, plot: str) -> list[Alert]:
    """The extract: so many open at the review date, and those that were opened later."""
    draw = Draw(SCENARIO, seed, "alerts")
    beyond = draw.uniform(0.025, 0.09) if plot == "outside" else -draw.uniform(0.012, 0.03)
    old = round(open_count * (limit + beyond))
    very_old = max(3, round(old * draw.uniform(0.2, 0.4)))
    fresh = round((open_count - old) * draw.uniform(0.52, 0.64))
    sizes = (fresh, open_count - old - fresh, old - very_old, very_old)
    ages = [
        draw.whole(low, high)
        for size, (low, high) in zip(sizes, BUCKETS.values(), strict=True)
        for _ in range(size)
    ]
    ages += [-draw.whole(1, 6) for _ in range(later)]
    return [
        _alert(number, age, draw)
        for number, age in enumerate(sorted(ages, reverse=True), start=41_207)
    ]


def _alert(number: int, age: int, draw: Draw) -> Alert:
    opened = REVIEW_DATE - timedelta(days=age)
    return Alert(
        id=f"AL-{number}",
        queue=draw.one_of(QUEUES),
        risk="High" if draw.whole(1, 10) <= 3 else "Standard",
        opened=opened,
        assigned=min(opened + timedelta(days=draw.whole(0, 6)), EXTRACTED),
        status=draw.one_of(STATUSES),
        analyst=draw.one_of(ANALYSTS),
    )


def ageing(alerts: Sequence[Alert]) -> dict[str, dict[str, int]]:
    """How many were open at the review date, by age and by risk, with totals."""
    within = {**BUCKETS, "Total": (0, max(high for _, high in BUCKETS.values()))}
    table = {}
    for bucket, (low, high) in within.items():
        there = [alert.risk for alert in alerts if low <= alert.age_days <= high]
        table[bucket] = {**{risk: there.count(risk) for risk in RISKS}, "Total": len(there)}
    return table


def old_alerts(table: Mapping[str, Mapping[str, int]]) -> int:
    """How many are older than the standard's thirty days."""
    return table["31 to 60 days"]["Total"] + table["Over 60 days"]["Total"]
