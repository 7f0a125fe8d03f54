"""The compliance review is right, and its truth is in what people hand over and say.

The references are written from the files of the meeting, with other means than ours.
"""

import csv
import io
from calendar import month_name
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from functools import cache
from math import comb
from statistics import median
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.document import Document
from modylbench.products.pointer import replace_at
from modylbench.products.spreadsheet import Cell
from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.library.compliance_review.oracle import attachments
from modylbench.scenarios.variant import Variant, instantiate

REVIEWED = date(2026, 9, 30)
CODES = {
    "TR": "alert_triage", "CI": "case_investigation", "SF": "sar_filing", "RT": "rule_tuning",
    "DF": "data_feeds",
}  # fmt: skip
DAYS = {"Unsatisfactory": 60, "Needs improvement": 90, "Satisfactory": 180}
seeds = st.integers(0, 3_000)
few = settings(max_examples=max(8, settings().max_examples // 6))
Line = dict[str, str]


@cache
def variant_of(seed: int) -> Variant:
    return instantiate(scenario("compliance_review"), seed)


def file_of(seed: int, name: str) -> list[Line]:
    return list(csv.DictReader(io.StringIO(attachments(variant_of(seed).truth)[name])))


def sampled(seed: int) -> dict[str, Line]:
    """The items by number, each once, without those that are void."""
    lines = [line for line in file_of(seed, "sample_tests.csv") if "void" not in line["note"]]
    return {line["item"]: line for line in lines}


def days_between(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def fails(line: Line) -> bool:
    if line["item"].startswith("SF"):
        return days_between(line["detected"], line["filed"]) > 30
    return line["result"] == "Exception"


def settled_exceptions(seed: int) -> Counter[str]:
    truth = variant_of(seed).truth
    items = [line["item"] for line in sampled(seed).values() if fails(line)]
    if truth["contested"] == "cleared":
        items.remove(truth["contested_item"])
    return Counter(CODES[item[:2]] for item in items)


def chance_of_so_few(exceptions: int, tested: int, rate: Fraction) -> Fraction:
    return sum(
        (
            comb(tested, count) * rate**count * (1 - rate) ** (tested - count)
            for count in range(exceptions + 1)
        ),
        start=Fraction(0),
    )


def opened_on(line: Line) -> date:
    """The day it was opened; one whose month there is not has the day before the month."""
    year, month, day = map(int, line["opened"].split("-"))
    return date(year, month, day) if month <= 12 else date(year, day, month)


def open_ages(seed: int) -> dict[str, tuple[int, str]]:
    """How old every alert was that was open at the review date, and its risk."""
    ages = {
        line["alert_id"]: ((REVIEWED - opened_on(line)).days, line["risk"])
        for line in file_of(seed, "open_alerts.csv")
        if line["status"] != "Closed"
    }
    return {name: (age, risk) for name, (age, risk) in ages.items() if age >= 0}


@few
@given(seed=seeds)
def test_tested_items_and_exceptions_are_those_of_the_sample(seed: int) -> None:
    truth = variant_of(seed).truth
    tested = Counter(CODES[item[:2]] for item in sampled(seed))
    failed = settled_exceptions(seed)

    for area in CODES.values():
        assert truth["counts_table"][f"{area}|tested"] == tested[area]
        assert truth["counts_table"][f"{area}|exceptions"] == failed[area]


@few
@given(seed=seeds)
def test_the_upper_bound_leaves_so_few_exceptions_one_chance_in_twenty(seed: int) -> None:
    truth = variant_of(seed).truth
    failed = settled_exceptions(seed)

    assert truth["bound_table"]
    for area, bound in truth["bound_table"].items():
        tested = truth[f"tested_{area}"]
        chance = chance_of_so_few(failed[area], tested, Fraction(bound).limit_denominator(10**9))
        assert float(chance) == pytest.approx(0.05, abs=2e-5)


@few
@given(seed=seeds)
def test_ratings_follow_the_standard(seed: int) -> None:
    truth = variant_of(seed).truth
    tolerable = Fraction(str(truth["tolerable_rate"]))

    settled = settled_exceptions(seed)

    for area in CODES.values():
        failed, tested = settled[area], truth[f"tested_{area}"]
        if Fraction(failed, tested) > tolerable:
            expected = "Unsatisfactory"
        elif chance_of_so_few(failed, tested, tolerable) <= Fraction(1, 20):
            expected = "Satisfactory"
        else:
            expected = "Needs improvement"
        assert truth["ratings"][area] == expected


@few
@given(seed=seeds)
def test_the_backlog_is_that_of_the_extract_at_the_review_date(seed: int) -> None:
    truth = variant_of(seed).truth
    ages = open_ages(seed)
    old = [name for name, (age, _) in ages.items() if age > 30]

    assert truth["open_alerts_total"] == len(ages)
    assert truth["old_alerts"] == len(old)
    assert truth["ageing_table"]["Over 60 days|High"] == len(
        [name for name, (age, risk) in ages.items() if age > 60 and risk == "High"]
    )
    assert truth["ageing_table"]["16 to 30 days|Standard"] == len(
        [name for name, (age, risk) in ages.items() if 16 <= age <= 30 and risk == "Standard"]
    )
    is_outside = len(old) > truth["backlog_limit"] * len(ages)
    assert truth["backlog_side"] == ("outside" if is_outside else "within")
    names = {line["alert_id"] for line in file_of(seed, "open_alerts.csv")}
    closed = {"closed_in_list"} & set(truth["defects"])
    assert truth["audit_open"] == len(names) - len(closed)


@few
@given(seed=seeds)
def test_filings_are_late_by_their_dates(seed: int) -> None:
    truth = variant_of(seed).truth
    filings = [line for name, line in sampled(seed).items() if name.startswith("SF")]
    days = [days_between(line["detected"], line["filed"]) for line in filings]

    assert truth["late_filings"] == len([count for count in days if count > 30])
    assert truth["longest_days"] == max(days)
    assert truth["median_days"] == median(days)
    assert {line["result"] for line in filings} == {"see dates"}
    causes = Counter(line["cause"] for line in filings if fails(line))
    assert {name: count for name, count in truth["cause_table"].items() if count} == dict(causes)


@few
@given(seed=seeds)
def test_actions_fall_due_by_the_rating_of_their_area(seed: int) -> None:
    truth = variant_of(seed).truth
    ratings = {name.replace("_", " "): rating for name, rating in truth["ratings"].items()}
    lines = [
        line
        for line in file_of(seed, "action_tracker.csv")
        if not line["id"].endswith("(superseded)")
    ]

    assert len(lines) == len(truth["plan_rows"])
    for line in lines:
        plan = truth["plan_rows"][line["id"]]
        due = date.fromisoformat(line["opened"]) + timedelta(
            days=DAYS[ratings[line["area"].lower()]]
        )
        late = (REVIEWED - due).days
        assert plan["due"] == due.isoformat()
        if line["progress"] == "in progress" and late > 0:
            assert (plan["status"], truth["overdue_table"][line["id"]]) == ("Overdue", late)
            assert line["owner"] == "to be confirmed"
            assert (line["id"], plan["owner"]) == (truth["overdue_id"], truth["overdue_holder"])
        else:
            assert truth["overdue_table"][line["id"]] == 0
            assert plan["owner"] == line["owner"]
    statuses = Counter(plan["status"] for plan in truth["plan_rows"].values())
    assert (statuses["Overdue"], statuses["Closed"], statuses["Awaiting validation"]) == (1, 1, 1)


@few
@given(seed=seeds)
def test_the_clearance_follows_from_the_old_alerts(seed: int) -> None:
    truth = variant_of(seed).truth
    old = len([name for name, (age, _) in open_ages(seed).items() if age > 30])
    person_days = Fraction(old) * Fraction(str(truth["minutes_per_alert"])) / 360

    assert truth["clearance_cost"] == round(person_days * Fraction(str(truth["settled_day_rate"])))
    assert truth["clearance_table"]["working_days"] == pytest.approx(
        float(person_days / truth["contractors"]), abs=1e-5
    )


@few
@given(seed=seeds)
def test_what_the_analyst_is_asked_for_is_in_her_file(seed: int) -> None:
    truth = variant_of(seed).truth
    items = sampled(seed)
    marked = [line["item"] for line in items.values() if line["judgement"] == "Y"]

    assert items[truth["asked_item"]]["cause"].lower() == truth["asked_cause"]
    assert truth["judgement_total"] == len(marked)
    assert items[truth["contested_item"]]["result"] == "Exception"


@few
@given(seed=seeds)
def test_the_overdue_action_is_signed_and_handed_over_when_it_was_there(seed: int) -> None:
    truth = variant_of(seed).truth
    (line,) = [
        line for line in file_of(seed, "action_tracker.csv") if line["id"] == truth["overdue_id"]
    ]
    opened = date.fromisoformat(line["opened"])
    signed, handed = (
        list(month_name).index(truth[name]) for name in ("signed_month", "handover_month")
    )

    assert signed == opened.month
    assert signed < handed < REVIEWED.month
    assert line["area"] in {"SAR filing", "Rule tuning", "Data feeds"}


def test_a_closed_alert_was_closed_after_its_assignment() -> None:
    lines = [line for seed in range(40) for line in file_of(seed, "open_alerts.csv")]
    closed = [line for line in lines if line["status"] == "Closed"]

    assert closed
    for line in closed:
        assert line["opened"] <= line["assigned"] < line["closed_on"] < REVIEWED.isoformat()


@pytest.mark.parametrize("seed", range(30))
def test_the_minutes_have_what_counsel_said_of_the_outage(seed: int) -> None:
    meeting = variant_of(seed)
    (minutes,) = [made for made in meeting.final_products if isinstance(made, Document)]
    (record,) = [part for part in minutes.sections if part.id == "record"]
    is_asked = any(turn.edge_case == "counsel_in_confidence" for turn in meeting.scenario.turns)

    assert ("counsel makes no statement on it today" in record.body) == is_asked


@pytest.mark.parametrize("seed", range(12))
def test_counsel_is_there_before_the_edge_case(seed: int) -> None:
    turns = variant_of(seed).scenario.turns
    arrivals = [
        place for place, turn in enumerate(turns) if any(line.arrives for line in turn.before)
    ]
    cases = [place for place, turn in enumerate(turns) if turn.edge_case]

    assert len(arrivals) == 1
    assert arrivals < cases


def failed_by(meeting: Variant, pointer: str, new: Any, product: str) -> set[str]:
    """The criteria that fail when that place of the perfect products says something else."""
    products = [
        replace_at(made, pointer, new) if made.id == product else made
        for made in meeting.final_products
    ]
    evidence = Evidence.of(Expectations.of_variant(meeting), tuple(products))
    return {
        finding.criterion_id
        for finding in verify(meeting.scenario.criteria(), evidence)
        if finding.verdict == "failed"
    }


@pytest.mark.parametrize("seed", range(4))
def test_an_owner_of_ones_own_choosing_fails_the_plan(seed: int) -> None:
    meeting = variant_of(seed)
    row = meeting.truth["overdue_row"]
    other = {"Dev Patel": "Sofia Brandt", "Sofia Brandt": "Dev Patel"}[
        meeting.truth["overdue_holder"]
    ]

    failed = failed_by(
        meeting, f"/sheets/actions/rows/{row}/cells/owner", Cell(value=other), "remediation_plan"
    )

    assert failed == {"terms_right"}


@pytest.mark.parametrize("seed", range(4))
def test_a_rating_that_its_figures_do_not_make_fails_the_register(seed: int) -> None:
    meeting = variant_of(seed)
    area = next(name for name, rated in meeting.truth["ratings"].items() if rated == "Satisfactory")

    failed = failed_by(
        meeting,
        f"/sheets/tests/rows/{area}/cells/rating",
        Cell(value="Unsatisfactory"),
        "findings_register",
    )

    assert failed == {"ratings_right"}


@pytest.mark.parametrize("seed", range(6))
def test_an_objection_under_another_name_fails_the_minutes(seed: int) -> None:
    meeting = variant_of(seed)
    (minutes,) = [made for made in meeting.final_products if isinstance(made, Document)]
    (section,) = [part for part in minutes.sections if part.id == "objections"]
    other = {"Ruth Adeyemi": "Marcus Feld", "Marcus Feld": "Dev Patel"}[meeting.truth["objector"]]
    body = section.body.replace(meeting.truth["objector"], other)

    assert failed_by(meeting, "/sections/objections/body", body, "minutes") == {"objector_named"}
