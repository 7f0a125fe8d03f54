"""The numbers, names and tables that follow from the review, as scripts and criteria use them."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import date, timedelta
from statistics import median
from typing import TYPE_CHECKING, Any

from modylbench.foundation.draw import Draw
from modylbench.scenarios.library.compliance_review.backlog import (
    Alert,
    Clearance,
    ageing,
    draw_alerts,
    old_alerts,
)
from modylbench.scenarios.library.compliance_review.sampling import (
    AREAS,
    FAILED,
    FAILING,
    IMPROVE,
    LATE_CAUSES,
    RATINGS,
    REVIEW_DATE,
    SATISFACTORY,
    SCENARIO,
    STRICTER_BY,
    SampledItem,
    counts_by_area,
    draw_exceptions,
    draw_items,
    rating,
    upper_bound,
)
from modylbench.scenarios.library.compliance_review.tracker import (
    AWAITING,
    OVERDUE,
    RemediationAction,
    draw_actions,
    handed_over_on,
)
from modylbench.scenarios.library.text_forms import list_in_words
from modylbench.scenarios.library.tied_figures import round_figures, under_quantity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.scenarios.oracle import Truth

CONTESTED_AREA = "alert_triage"
CONTESTED_CAUSE = "No rationale"
LEAST_JUDGEMENTS = 2
LEAST_APART = 0.03  # by which what is misspoken moves the cost
OBJECTORS = {"audit": "Ruth Adeyemi", "counsel": "Marcus Feld"}
OBJECTED_TO = {
    "audit": "contractors closing high-risk alerts",
    "counsel": "contractors reading case narratives",
}
NAMES = {area.id: area.name for area in AREAS}


def solve(parameters: Mapping[str, float], seed: int, choices: Mapping[str, str]) -> Truth | None:
    """Every number of the review; None where the story chosen cannot be had."""
    sizes = {area.id: round(parameters[f"tested_{area.id}"]) for area in AREAS}
    tolerable = parameters["tolerable_rate"]
    settled = draw_exceptions(sizes, tolerable, FAILING[choices["outcome"]], seed)
    if settled is None:
        return None
    items = draw_items(sizes, settled, seed)
    contested = _contested_item(items, choices["contested"], seed)
    asked = _asked_item(items, contested, seed)
    if contested is None or asked is None:
        return None
    in_file = [contested if item.id == contested.id else item for item in items]
    alerts = draw_alerts(
        round(parameters["open_alerts"]), parameters["backlog_limit"],
        round(parameters["opened_later"]), seed, choices["backlog"],
    )  # fmt: skip
    ratings = {area: rating(settled[area], sizes[area], tolerable) for area in sizes}
    actions = draw_actions(ratings, choices["overdue_owner"], seed)
    truth = {
        **_tests(sizes, settled, counts_by_area(in_file), tolerable),
        **_ratings_in_words(ratings, settled, sizes),
        **_filings(items),
        **_backlog(alerts, parameters["backlog_limit"]),
        **_plan(actions),
        **_clearance(alerts, parameters, choices),
        **_judgements(items, contested, asked),
        **_second_look(sizes, settled, tolerable),
        "items": [_plain(item) for item in in_file],
        "alerts": [_plain(alert) for alert in alerts],
        "actions": [_plain(action) for action in actions],
        "contested_item": contested.id,
        "asked_item": asked.id,
        "asked_cause": asked.cause.lower(),
        "asked_reason": asked.cause,
        "asked_area": NAMES[asked.area],
        "objector": OBJECTORS[choices["objection"]],
        "objected_to": OBJECTED_TO[choices["objection"]],
        **_defect_details(in_file, alerts, actions, (contested.id, asked.id), seed),
    }
    truth |= _minutes_figures(truth)
    return truth if _is_well_posed(truth, choices) else None


def _minutes_figures(truth: Truth) -> Truth:
    """What the minutes say again, as criteria name it."""
    figures = {
        "minutes_open": truth["open_alerts_total"],
        "minutes_share": truth["share_old"],
        "minutes_limit": truth["backlog_limit"],
        "minutes_filings|tested": truth["filings_tested"],
        "minutes_filings|late": truth["late_filings"],
        "minutes_filings|longest": truth["longest_days"],
        "minutes_filings|median": truth["median_days"],
        "minutes_day_rate": truth["settled_day_rate"],
    }
    return {
        "minutes_figures": round_figures(figures),
        "minutes_clearance_figures": under_quantity("minutes_clearance", truth["clearance_table"]),
    }


def _is_well_posed(truth: Truth, choices: Mapping[str, str]) -> bool:
    share, limit = truth["share_old"], truth["backlog_limit"]
    is_outside = share > limit
    return (
        is_outside == (choices["backlog"] == "outside")
        and truth["judgement_total"] >= LEAST_JUDGEMENTS
        and list(truth["rate_table"].values()).count(truth["worst_rate"]) == 1
        and abs(truth["cost_first"] / truth["clearance_cost"] - 1)
        >= (LEAST_APART if choices["correction"] != "none" else 0)
    )


def _contested_item(items: Sequence[SampledItem], contested: str, seed: int) -> SampledItem | None:
    """The exception that operations disputes, as the file has it."""
    is_exception = contested == "stands"
    there = [
        item for item in items if item.area == CONTESTED_AREA and item.is_exception == is_exception
    ]
    if not there:
        return None
    item = Draw(SCENARIO, seed, "contested").one_of(there)
    return replace(item, is_exception=True, cause=CONTESTED_CAUSE, is_judgement=False)


def _asked_item(
    items: Sequence[SampledItem], contested: SampledItem | None, seed: int
) -> SampledItem | None:
    """The exception whose reason the analyst is asked for."""
    there = [
        item
        for item in items
        if item.is_exception
        and item.area in {"case_investigation", "rule_tuning", "data_feeds"}
        and contested is not None
        and item.id != contested.id
    ]
    return Draw(SCENARIO, seed, "asked").one_of(there) if there else None


def _tests(
    sizes: Mapping[str, int],
    settled: Mapping[str, int],
    in_file: Mapping[str, int],
    tolerable: float,
) -> Truth:
    tested, exceptions = sum(sizes.values()), sum(settled.values())  # whole numbers
    rates = {area: settled[area] / sizes[area] for area in sizes}
    bounds = {area: upper_bound(settled[area], sizes[area]) for area in sizes}
    named = {
        f"{kind}_{area}": numbers[area]
        for kind, numbers in (
            ("tested", sizes), ("exceptions", settled), ("first_exceptions", in_file),
        )
        for area in sizes
    }  # fmt: skip
    return {
        **named,
        **round_figures({f"rate_{area}": rate for area, rate in rates.items()}),
        **round_figures({f"bound_{area}": bound for area, bound in bounds.items()}),
        "tested_total": tested,
        "exceptions_total": exceptions,
        "first_exceptions_total": sum(in_file.values()),  # whole numbers
        "rate_total": round(exceptions / tested, 6),
        "tolerable_rate": tolerable,
        "tested_without_feeds": tested - sizes["data_feeds"],
        "counts_table": {
            **{f"{area}|tested": size for area, size in sizes.items()},
            **{f"{area}|exceptions": count for area, count in settled.items()},
            "total|tested": tested,
            "total|exceptions": exceptions,
        },
        "rate_table": round_figures({**rates, "total": exceptions / tested}),
        "bound_table": round_figures(bounds),
    }


def _ratings_in_words(
    ratings: Mapping[str, str], settled: Mapping[str, int], sizes: Mapping[str, int]
) -> Truth:
    by_rating = {
        name: [NAMES[area] for area, rated in ratings.items() if rated == name] for name in RATINGS
    }
    failed, improve, good = (by_rating[name] for name in (FAILED, IMPROVE, SATISFACTORY))
    worst = max(sizes, key=lambda area: settled[area] / sizes[area])
    parts = [f"{list_in_words(failed)} is Unsatisfactory"] if failed else []
    parts.append(f"{list_in_words(improve)} {_verb(improve)} Needs improvement")
    parts.append(f"{list_in_words(good)} {_verb(good)} Satisfactory")
    return {
        "ratings": dict(ratings),
        "failed_names": failed,
        "failed_in_words": list_in_words(failed) if failed else "no area",
        "failed_said": f"{failed[0]} is rated Unsatisfactory"
        if failed
        else "no area is rated Unsatisfactory",
        "ratings_read": ", ".join(parts[:-1]) + f" and {parts[-1]}",
        "improve_in_words": list_in_words(improve),
        "failed_count": len(failed),
        "improve_count": len(improve),
        "satisfactory_count": len(good),
        "worst_area": NAMES[worst],
        "worst_rate": round(settled[worst] / sizes[worst], 6),
        "worst_bound": round(upper_bound(settled[worst], sizes[worst]), 6),
    }


def _verb(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _filings(items: Sequence[SampledItem]) -> Truth:
    filings = [item for item in items if item.area == "sar_filing"]
    late = [item for item in filings if item.is_exception]
    days = [item.days_to_file for item in filings]
    found = [item.cause for item in late]
    causes = {cause: found.count(cause) for cause in LATE_CAUSES}
    return {
        "late_filings": len(late),
        "filings_tested": len(filings),
        "longest_days": max(days),
        "median_days": float(median(days)),
        "cause_table": dict(causes),
        "main_cause": list_in_words(
            cause for cause, count in causes.items() if count == max(causes.values())
        ),
        "main_said": _leading(causes),
        "causes_read": list_in_words(f"{cause.lower()} {n}" for cause, n in causes.items() if n),
    }


def _leading(causes: Mapping[str, int]) -> str:
    """Which cause comes most often, as one says it."""
    most = max(causes.values())
    leading = [cause for cause, count in causes.items() if count == most]
    if len(leading) == 1:
        return f"{leading[0]} comes most often, with {most}"
    return f"{list_in_words(leading)} are level, with {most} each"


def _backlog(alerts: Sequence[Alert], limit: float) -> Truth:
    table = ageing(alerts)
    old, total = old_alerts(table), table["Total"]["Total"]
    share = old / total
    side = "outside" if share > limit else "within"
    return {
        "ageing": table,
        "ageing_table": {
            f"{bucket}|{risk}": count
            for bucket, row in table.items()
            for risk, count in row.items()
        },
        "open_alerts_total": total,
        "old_alerts": old,
        "age_0_15": table["0 to 15 days"]["Total"],
        "age_16_30": table["16 to 30 days"]["Total"],
        "age_31_60": table["31 to 60 days"]["Total"],
        "very_old_alerts": table["Over 60 days"]["Total"],
        "old_high": table["31 to 60 days"]["High"] + table["Over 60 days"]["High"],
        "share_old": round(share, 6),
        "backlog_limit": limit,
        "backlog_side": side,
        "is_outside": "yes" if share > limit else "no",
        "audit_open": len(alerts),
        "opened_after": len(alerts) - total,
        "oldest_days": max(alert.age_days for alert in alerts),
    }


def _plan(actions: Sequence[RemediationAction]) -> Truth:
    overdue = next(action for action in actions if action.status == OVERDUE)
    awaiting = next(action for action in actions if action.status == AWAITING)
    high = [action.id for action in actions if action.priority == "High"]
    return {
        "overdue_id": overdue.id,
        "overdue_title": overdue.title,
        "overdue_holder": overdue.owner,
        "overdue_row": overdue.id.lower().replace("-", "_"),
        "overdue_due_said": f"{overdue.due.day} {overdue.due:%B}",
        "allowed_a_01": actions[0].days_allowed,
        "overdue_days": overdue.days_overdue,
        "signed_month": f"{overdue.opened:%B}",
        "handover_month": f"{handed_over_on(overdue):%B}",
        "overdue_area": NAMES[overdue.area],
        "awaiting_id": awaiting.id,
        "awaiting_row": awaiting.id.lower().replace("-", "_"),
        "awaiting_title": awaiting.title,
        "awaiting_days_open": (REVIEW_DATE - awaiting.opened).days,
        "closed_id": next(action.id for action in actions if action.status == "Closed"),
        "action_names": [
            f"{action.id} | {action.id} {action.title} | {action.title}" for action in actions
        ],
        "allowed_table": {action.id: action.days_allowed for action in actions},
        "overdue_table": {action.id: action.days_overdue for action in actions},
        "effort_table": {action.id: action.effort_days for action in actions},
        "effort_total": sum(action.effort_days for action in actions),  # whole numbers
        "high_said": f"High priority goes to {list_in_words(high)}"
        if high
        else "No action has high priority, since no area is Unsatisfactory",
        "plan_rows": {
            action.id: {
                "owner": action.owner,
                "priority": action.priority,
                "due": action.due.isoformat(),
                "status": action.status,
            }
            for action in actions
        },
    }


def _clearance(
    alerts: Sequence[Alert], parameters: Mapping[str, float], choices: Mapping[str, str]
) -> Truth:
    minutes, rate = parameters["minutes_per_alert"], parameters["day_rate"]
    old, contractors = old_alerts(ageing(alerts)), round(parameters["contractors"])
    said_minutes = minutes - parameters["minutes_off"] * (choices["correction"] == "minutes")
    said_rate = rate + parameters["rate_off"] * (choices["correction"] == "rate")
    plan = Clearance(old, minutes, rate, contractors)
    by_audit = replace(plan, minutes=minutes + parameters["audit_minutes_off"])
    first = replace(plan, minutes=said_minutes, day_rate=said_rate)
    return {
        "minutes_said": said_minutes,
        "day_rate_said": said_rate,
        "settled_day_rate": rate,
        "audit_minutes": by_audit.minutes,
        "audit_cost": round(by_audit.cost),
        "contractors": contractors,
        **_clearance_figures(plan, ""),
        **_clearance_figures(first, "_first"),
        "clearance_table": round_figures(
            {
                "alerts": old,
                "minutes": minutes,
                "hours": plan.hours,
                "person_days": plan.person_days,
                "contractors": contractors,
                "working_days": plan.working_days,
            }
        ),
    }


def _clearance_figures(plan: Clearance, ending: str) -> Truth:
    return {
        f"hours{ending}": round(plan.hours, 2),
        f"person_days{ending}": round(plan.person_days, 2),
        f"{'cost_first' if ending else 'clearance_cost'}": round(plan.cost),
        f"working_days{ending}": round(plan.working_days, 2),
    }


def _judgements(items: Sequence[SampledItem], contested: SampledItem, asked: SampledItem) -> Truth:
    marked = [item.area for item in items if item.is_judgement and item.id != contested.id]
    counts = {area.id: marked.count(area.id) for area in AREAS}
    return {
        "judgement_table": {**counts, "total": len(marked)},
        "judgement_total": len(marked),
        "judgement_asked": counts[asked.area],
    }


def _second_look(sizes: Mapping[str, int], settled: Mapping[str, int], tolerable: float) -> Truth:
    stricter = tolerable - STRICTER_BY
    ratings = [rating(settled[area], sizes[area], stricter) for area in sizes]
    counts = {name: ratings.count(name) for name in RATINGS}
    return {
        "stricter_rate": round(stricter, 6),
        "second_look_table": counts,
        "second_failed": counts[FAILED],
        "second_improve": counts[IMPROVE],
        "second_satisfactory": counts[SATISFACTORY],
    }


def _defect_details(
    items: Sequence[SampledItem],
    alerts: Sequence[Alert],
    actions: Sequence[RemediationAction],
    taken: Sequence[str],
    seed: int,
) -> Truth:
    """Which lines of the files are spoilt, where they are."""
    draw = Draw(SCENARIO, seed, "defects")
    free = [item for item in items if item.id not in taken and item.area != "sar_filing"]
    twice = draw.one_of([item for item in free if item.is_exception] or free)
    void = draw.one_of([item for item in free if item.id != twice.id and not item.is_exception])
    counted = [alert for alert in alerts if alert.age_days > 0]
    in_list = draw.in_drawn_order(counted)
    turned = next(alert for alert in in_list if alert.opened.day > 12)
    repeated, like = [alert for alert in in_list if alert.id != turned.id][:2]
    replaced = draw.one_of([action for action in actions if action.progress == "open"])
    closed_number = int(alerts[0].id[3:]) - draw.whole(40, 400)
    closed_opened = alerts[0].opened - timedelta(days=draw.whole(2, 12))
    closed_assigned = closed_opened + timedelta(days=draw.whole(0, 6))
    to_review = (REVIEW_DATE - closed_assigned).days
    closed_on = closed_assigned + timedelta(days=draw.whole(10, to_review - 1))
    return {
        "twice_item": twice.id,
        "void_item": void.id,
        "twice_alert": repeated.id,
        "turned_alert": turned.id,
        "turned_date": f"{turned.opened:%Y-%d-%m}",
        "turned_rightly": turned.opened.isoformat(),
        "closed_alert": f"AL-{closed_number}",
        "closed_like": like.id,
        "closed_opened": closed_opened.isoformat(),
        "closed_assigned": closed_assigned.isoformat(),
        "closed_on": closed_on.isoformat(),
        "superseded_action": replaced.id,
    }


def _plain(record: SampledItem | Alert | RemediationAction) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in asdict(record).items()
    }
