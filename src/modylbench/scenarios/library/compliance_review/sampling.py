"""The tests of the review: areas, sampled items, exceptions, and how an area is rated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SCENARIO = "compliance_review"
REVIEW_DATE = date(2026, 9, 30)  # ours, as all dates of this bank
CONFIDENCE = 0.95
FILING_DAYS = 30  # 12 CFR 21.11: thirty calendar days from detection
SATISFACTORY, IMPROVE, FAILED = "Satisfactory", "Needs improvement", "Unsatisfactory"
RATINGS = (SATISFACTORY, IMPROVE, FAILED)
CLEAR = 0.0025  # how far rates and bounds keep from the tolerable rate
WORST = 2.3  # an area that fails has no more than so many times the tolerable rate
STRICTER_BY = 0.02  # points off the tolerable rate in the second look
LATE_CAUSES = ("Late escalation", "Review queue", "Draft returned")


@dataclass(frozen=True, slots=True)
class TestedArea:
    """What is tested: its name, the code of its items, and why items fail there."""

    id: str
    name: str
    code: str
    causes: tuple[str, ...]


AREAS = (
    TestedArea("alert_triage", "Alert triage", "TR", ("No rationale", "Wrong disposition")),
    TestedArea(
        "case_investigation", "Case investigation", "CI", ("Missing evidence", "Wrong typology")
    ),
    TestedArea("sar_filing", "SAR filing", "SF", LATE_CAUSES),
    TestedArea("rule_tuning", "Rule tuning", "RT", ("Approval missing", "No back-test")),
    TestedArea("data_feeds", "Data feeds", "DF", ("Break not logged", "Break closed late")),
)
FAILING = {"sar_fails": "sar_filing", "triage_fails": "alert_triage", "none_fails": ""}
"""Which area fails, by the outcome that a seed has."""


@dataclass(frozen=True, slots=True)
class SampledItem:
    """One sampled item; filings have dates in place of a result."""

    id: str
    area: str
    reviewed_on: date
    is_exception: bool
    cause: str = ""
    is_judgement: bool = False
    detected: date | None = None
    filed: date | None = None

    @property
    def days_to_file(self) -> int:
        """From detection to filing, in calendar days; 0 where nothing was filed."""
        return (self.filed - self.detected).days if self.filed and self.detected else 0


def upper_bound(exceptions: int, tested: int) -> float:
    """The one-sided exact upper confidence bound of an exception rate (Clopper-Pearson).

    >>> round(upper_bound(0, 60), 4), round(upper_bound(2, 60), 4)
    (0.0487, 0.1012)
    """
    from scipy.special import betaincinv

    if exceptions >= tested:
        return 1.0
    return float(betaincinv(exceptions + 1, tested - exceptions, CONFIDENCE))


def rating(exceptions: int, tested: int, tolerable: float) -> str:
    """The rating by the standard's rule.

    >>> rating(0, 60, 0.1), rating(3, 60, 0.1), rating(9, 60, 0.1)
    ('Satisfactory', 'Needs improvement', 'Unsatisfactory')
    """
    if exceptions / tested > tolerable:
        return FAILED
    return SATISFACTORY if upper_bound(exceptions, tested) <= tolerable else IMPROVE


def is_clear(exceptions: int, tested: int, tolerable: float) -> bool:
    """Whether no rounding can move the rating."""
    rate, bound = exceptions / tested, upper_bound(exceptions, tested)
    return abs(rate - tolerable) >= CLEAR and abs(bound - tolerable) >= CLEAR


def draw_exceptions(
    sizes: Mapping[str, int], tolerable: float, failing: str, seed: int
) -> dict[str, int] | None:
    """How many items fail in every area, as settled; None where a rating cannot be had."""
    draw = Draw(SCENARIO, seed, "exceptions")
    others = draw.in_drawn_order([area.id for area in AREAS if area.id != failing])
    plan = dict(zip(others, (SATISFACTORY, IMPROVE, SATISFACTORY, IMPROVE, IMPROVE), strict=False))
    if plan.get("sar_filing") == SATISFACTORY:  # of late filings there are always several
        other = next(name for name in others if plan[name] == IMPROVE)
        plan["sar_filing"], plan[other] = IMPROVE, SATISFACTORY
    if failing:
        plan[failing] = FAILED
    found = {}
    for area in AREAS:
        tested = sizes[area.id]
        most = int(WORST * tolerable * tested)
        # One or more, so that in every area there is something to talk about.
        fitting = [
            count
            for count in range(1, most + 1)
            if rating(count, tested, tolerable) == plan[area.id]
            and is_clear(count, tested, tolerable)
            and is_clear(count, tested, tolerable - STRICTER_BY)
        ]
        if not fitting:
            return None
        found[area.id] = draw.one_of(fitting)
    return found


def draw_items(
    sizes: Mapping[str, int], exceptions: Mapping[str, int], seed: int
) -> list[SampledItem]:
    """The sampled items of all areas, area by area."""
    return [
        item
        for area in AREAS
        for item in _items_of(area, sizes[area.id], exceptions[area.id], seed)
    ]


def _items_of(area: TestedArea, tested: int, exceptions: int, seed: int) -> list[SampledItem]:
    draw = Draw(SCENARIO, seed, "items", area.id)
    failed = set(draw.in_drawn_order(range(1, tested + 1))[:exceptions])
    items = []
    for number in range(1, tested + 1):
        is_exception = number in failed
        cause = draw.one_of(area.causes) if is_exception else ""
        # A filing goes by two dates, so that nobody has to weigh anything.
        is_judgement = is_exception and draw.whole(1, 3) == 1 and area.id != "sar_filing"
        reviewed_on = REVIEW_DATE - timedelta(days=draw.whole(3, 80))
        detected = filed = None
        if area.id == "sar_filing":
            detected = reviewed_on - timedelta(days=draw.whole(90, 250))
            late = draw.whole(FILING_DAYS + 2, FILING_DAYS + 45)
            filed = detected + timedelta(days=late if is_exception else draw.whole(9, 29))
        items.append(
            SampledItem(
                f"{area.code}-{number:03d}", area.id, reviewed_on, is_exception, cause,
                is_judgement, detected, filed,
            )
        )  # fmt: skip
    return items


def counts_by_area(items: Sequence[SampledItem]) -> dict[str, int]:
    """How many of the items are exceptions in every area."""
    failed = [item.area for item in items if item.is_exception]
    return {area.id: failed.count(area.id) for area in AREAS}
