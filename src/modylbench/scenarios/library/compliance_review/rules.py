"""Checks that only this review has: its figures against what is written beside them."""

from __future__ import annotations

from datetime import date
from math import fsum
from typing import TYPE_CHECKING, cast

from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.pointer import resolve
from modylbench.products.reading.index import Index
from modylbench.products.spreadsheet import Row, Spreadsheet
from modylbench.scenarios.library.compliance_review.sampling import (
    AREAS,
    FAILED,
    IMPROVE,
    RATINGS,
    SATISFACTORY,
)
from modylbench.scenarios.oracle import Absence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from modylbench.scenarios.oracle import KnownTruth, OracleRule, Readings, RuleReading

PERSON_DAYS_APART = 0.06  # a figure of one decimal, and its rounding
DOLLARS_APART = 50.0  # person-days of one decimal times a day rate of several hundred dollars


def ratings_follow(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each rating is that of the rate and the bound which stand beside it."""
    rates, bounds = _table(readings, "exception_rate"), _table(readings, "upper_bound")
    wrong: list[str] = []
    for area in AREAS:
        if area.id not in rates or area.id not in bounds:
            wrong.append(Absence(f"the rate or the bound of {area.name} is not shown"))
            continue
        right = _rating(rates[area.id], bounds[area.id], truth["tolerable_rate"])
        shown = _words_beside(readings, "register", "exception_rate", area.id)
        # The worst first, since "unsatisfactory" has "satisfactory" in it.
        named = next((name for name in reversed(RATINGS) if name.casefold() in shown), "")
        if not named:
            wrong.append(Absence(f"the rating of {area.name} is not shown"))
        elif named != right:
            wrong.append(f"{area.name} is rated {named}, its figures make it {right}")
    return wrong


def _rating(rate: float, bound: float, tolerable: float) -> str:
    if rate > tolerable:
        return FAILED
    return IMPROVE if bound > tolerable else SATISFACTORY


def actions_have_terms(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each action has its owner, its priority, its due date and the days that its rating allows."""
    return _action_problems(readings, truth, "days_allowed", ("owner", "priority", "due"))


def actions_have_status(readings: Readings, truth: KnownTruth) -> list[str]:
    """Each action has the status that its date and its validation make, and its days overdue."""
    return _action_problems(readings, truth, "days_overdue", ("status",))


def _action_problems(
    readings: Readings, truth: KnownTruth, table: str, terms: tuple[str, ...]
) -> list[str]:
    found, right = _table(readings, table), truth[f"{table.removeprefix('days_')}_table"]
    titles = {action["id"]: action["title"] for action in truth["actions"]}
    wrong: list[str] = []
    for name, plan in truth["plan_rows"].items():
        shown = _words_of_rows(readings["plan"], (name, titles[name]))
        # Where nothing is overdue, most people leave the cell empty.
        if not shown or (name not in found and right[name]):
            wrong.append(Absence(f"{name} is not shown"))
            continue
        if found.get(name, right[name]) != right[name]:
            wrong.append(f"{name}: {found[name]:g} days, not {right[name]}")
        wrong += [
            f"{name}: its {term} is not {plan[term]}"
            for term in terms
            if not any(word.casefold() in shown for word in _ways_to_say(term, name, plan, truth))
        ]
    return wrong


def _ways_to_say(
    term: str, name: str, plan: Mapping[str, str], truth: KnownTruth
) -> tuple[str, ...]:
    """What the plan may have there; audit may have closed what it was to validate."""
    if term == "owner":
        return (plan[term], plan[term].split()[-1])
    if term == "due":
        day = date.fromisoformat(plan[term])
        written = [f"{day:%B %Y}", f"{day:%b %Y}"]
        return (
            plan[term],
            *(f"{day.day} {month}" for month in written),
            *(f"{month[:-5]} {day.day}, {day.year}" for month in written),
            f"{day:%m/%d/%Y}",
            f"{day:%d/%m/%Y}",
            f"{day.month}/{day.day}/{day.year}",
        )
    if term == "status" and name == truth["awaiting_id"]:
        return (plan[term], "closed")
    return (plan[term],)


def _words_of_rows(whole: RuleReading, names: tuple[str, ...]) -> str:
    """All texts of the rows of a workbook that say one of these names."""
    if not isinstance(whole, Index) or not isinstance(whole.product, Spreadsheet):
        return ""
    rows = (row for sheet in whole.product.sheets for row in sheet.rows)
    texts = (" ".join(_texts_of([row])).casefold() for row in rows)
    return " ".join(text for text in texts if any(name.casefold() in text for name in names))


def clearance_follows(readings: Readings, truth: KnownTruth) -> list[str]:
    """Hours, person-days and cost follow from the alerts, the minutes and the day rate shown."""
    table = _table(readings, "clearance")
    missing = [name for name in ("alerts", "minutes", "hours", "person_days") if name not in table]
    if missing:
        return [Absence(f"{missing[0]} of the clearance are not shown")]
    hours = table["alerts"] * table["minutes"] / 60
    cost = table["person_days"] * truth["day_rate"]
    shown = cast("FoundNumber", readings["clearance_cost"]).measure.number
    wrong = []
    if abs(table["hours"] - hours) > PERSON_DAYS_APART:
        wrong.append(f"{table['hours']:g} hours, expected {hours:g}")
    if abs(table["person_days"] - hours / 6) > PERSON_DAYS_APART:
        wrong.append(f"{table['person_days']:g} person-days, expected {hours / 6:g}")
    if abs(shown - cost) > DOLLARS_APART:
        wrong.append(f"a cost of {shown:g}, expected {cost:g}")
    return wrong


def buckets_add_up(readings: Readings, truth: KnownTruth) -> list[str]:
    """The ages add up to the total."""
    table = _table(readings, "ageing")
    rows = list(truth["ageing"])
    risks = ("High", "Standard", "Total")
    if any(f"{bucket}|{risk}" not in table for bucket in rows for risk in risks):
        return [Absence("the ageing does not show every bucket and risk")]
    return [
        f"{risk}: the buckets do not make the total"
        for risk in risks
        if abs(fsum(table[f"{name}|{risk}"] for name in rows[:-1]) - table[f"Total|{risk}"]) > 0
    ]


def _table(readings: Readings, name: str) -> dict[str, float]:
    found = readings[name]
    if not isinstance(found, FoundTable):
        return {}
    return {"|".join(key): number.measure.number for key, number in found.numbers.items()}


def _words_beside(readings: Readings, whole: str, table: str, key: str) -> str:
    """All texts of the rows in which that number of a table stands."""
    index, found = readings[whole], readings[table]
    if not isinstance(index, Index) or not isinstance(found, FoundTable):
        return ""
    rows = (
        resolve(index.product, place.pointer.partition("/cells/")[0])
        for member, number in found.numbers.items()
        if "|".join(member) == key
        for place in number.places
    )
    return " ".join(_texts_of(rows)).casefold()


def _texts_of(rows: Iterable[object]) -> Iterator[str]:
    for line in rows:
        if isinstance(line, Row):
            yield line.label
            yield from (str(cell.text or cell.value) for cell in line.cells.values())


RULES: Mapping[str, OracleRule] = {
    rule.__name__: rule
    for rule in (
        ratings_follow, actions_have_terms, actions_have_status, clearance_follows, buckets_add_up,
    )
}  # fmt: skip
