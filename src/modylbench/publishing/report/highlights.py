"""What a reader sees of a meeting first: its worst turns, and what is wrong at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from modylbench.publishing.report.filling.bounds import shorten_line
from modylbench.publishing.report.filling.dynamics import dynamics_lines
from modylbench.runs.summary import limit_text

if TYPE_CHECKING:
    from modylbench.publishing.report.shapes.judgments import JudgedData, LimitData
    from modylbench.publishing.report.shapes.meeting import (
        EdgeCaseData,
        TalkCountData,
        TrialData,
        TurnData,
    )
    from modylbench.publishing.report.shapes.product import FindingData, ProductData

MOST_TURNS = 3  # ours: what fits a screen
MOST_FINDINGS = 12
VOTED_DOWN = "voted down"
GOOD = 9.0  # ours: from the highest tier on, a turn is no bad one


class WorstTurn(TypedDict):
    """A turn that cost the agent points."""

    turn_index: int
    score: float
    asked: str
    outcome: str
    dimension: str
    """The lowest, with a judge's reason for it."""
    dimension_score: float | None
    reason: str
    limits: list[str]
    """Floors and caps that took hold."""


class FailedCriterion(TypedDict):
    """A criterion that does not hold at the end."""

    product_id: str
    criterion_id: str
    description: str
    verdict: str
    found: str
    expected: str
    reason: str
    place: str
    """The first cell that it is about."""
    pin: int | None
    """Its place in `PlaybackData.pins`, where it has one."""
    at_s: float | None
    """When it went wrong."""


class Highlights(TypedDict):
    """Of one meeting."""

    number: int
    worst_turns: list[WorstTurn]
    wrong: list[FailedCriterion]
    more_wrong: int
    """How many more do not hold."""
    limits: list[str]
    """The caps on the meeting, a line each, with what each took away."""
    gates: list[str]
    """The names of those that took something away."""
    limited: int
    """How many turns and products a floor or a cap held down."""
    edge_cases: list[EdgeCaseData]
    dynamics: list[str]
    """How it took part in the conversation, a line for each dimension."""
    talk: list[TalkCountData]
    notes: list[str]
    left_out: list[str]


def highlights(trial: TrialData) -> Highlights:
    """The worst turns first, then the criteria that do not hold, in the order of products."""
    judged = [(turn["judged"], turn) for turn in trial["turns"]]
    bad = [
        (verdict["score"], turn["turn_index"], verdict, turn)
        for verdict, turn in judged
        if verdict is not None and verdict["score"] is not None and verdict["score"] < GOOD
    ]
    bad.sort(key=lambda entry: entry[:2])
    pins = _pins_by_description(trial)
    wrong = [
        _failed_criterion(product, finding, pins.get(finding["description"]))
        for product in trial["products"]
        for finding in product["findings"]
        if finding["verdict"] not in ("passed", "unverifiable") or finding["voted"] is False
    ]
    return {
        "number": trial["number"],
        "worst_turns": [
            _worst_turn(score, verdict, turn) for score, _, verdict, turn in bad[:MOST_TURNS]
        ],
        "wrong": wrong[:MOST_FINDINGS],
        "more_wrong": max(0, len(wrong) - MOST_FINDINGS),
        "limits": [_limit_line(limit) for limit in trial["limits"]],
        "gates": list(
            dict.fromkeys(
                limit["rule"]
                for limit in trial["limits"]
                if limit["after"] < trial["limits"][0]["before"]
            )
        ),
        "limited": sum(
            bool(subject["judged"] and subject["judged"]["limits"])
            for subject in (*trial["turns"], *trial["products"])
        ),
        "edge_cases": trial["edge_cases"],
        "dynamics": dynamics_lines(trial["dynamics"]),
        "talk": trial["talk"],
        "notes": trial["notes"],
        "left_out": trial["left_out"],
    }


def _limit_line(limit: LimitData) -> str:
    return limit_text(limit["rule"], limit["reason"], limit["before"], limit["after"])


def _worst_turn(score: float, judged: JudgedData, turn: TurnData) -> WorstTurn:
    rated = [
        (dimension["score"], dimension)
        for dimension in judged["dimensions"]
        if dimension["score"] is not None
    ]
    lowest = min(rated, key=lambda entry: entry[0])[1] if rated else None
    reasons = [
        (rating["score"], rating["reason"])
        for rating in (lowest["ratings"] if lowest else ())
        if rating["score"] is not None
    ]
    return {
        "turn_index": turn["turn_index"],
        "score": score,
        "asked": shorten_line(turn["asked"], 200),
        "outcome": turn["outcome"],
        "dimension": lowest["dimension"] if lowest else "",
        "dimension_score": lowest["score"] if lowest else None,
        "reason": shorten_line(min(reasons)[1], 400) if reasons else "",
        "limits": [_limit_line(limit) for limit in judged["limits"]],
    }


def _pins_by_description(trial: TrialData) -> dict[str, tuple[int, float]]:
    """The first pin of each criterion: its place, and when it went wrong."""
    found: dict[str, tuple[int, float]] = {}
    for place, pin in enumerate(trial["playback"]["pins"]):
        if pin["kind"] == "product":
            found.setdefault(pin["what"], (place, pin["at_s"]))
    return found


def _failed_criterion(
    product: ProductData, finding: FindingData, pin: tuple[int, float] | None
) -> FailedCriterion:
    where = finding["where"]
    is_voted = finding["voted"] is False
    return {
        "product_id": product["product_id"],
        "criterion_id": finding["criterion_id"],
        "description": finding["description"],
        "verdict": VOTED_DOWN if is_voted else finding["verdict"],
        "found": shorten_line(finding["found"], 200),
        "expected": shorten_line(finding["expected"], 200),
        "reason": shorten_line(
            _reason_against(product, finding) if is_voted else finding["reason"], 300
        ),
        "place": f"{where[0]['product_id']}{where[0]['pointer']}" if where else "",
        "pin": pin[0] if pin else None,
        "at_s": pin[1] if pin else None,
    }


def _reason_against(product: ProductData, finding: FindingData) -> str:
    """Why the judges say no, as the first of them has it."""
    verdicts = product["judged"]["verdicts"] if product["judged"] else []
    said = [
        f"{verdict['judge']}: {vote['reason']}"
        for verdict in verdicts
        for vote in verdict["votes"]
        if vote["question"] == finding["criterion_id"] and vote["answer"] is False
    ]
    return next(iter(said), "a majority of the judges says no")
