"""What should a reader see of a meeting first: its worst turns, and what is wrong at the end?"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from modylbench.publishing.report.content.bounds import line

if TYPE_CHECKING:
    from modylbench.publishing.report.data.judged import JudgedData
    from modylbench.publishing.report.data.product import FindingData, ProductData
    from modylbench.publishing.report.data.trial import EdgeCaseData, TrialData
    from modylbench.publishing.report.data.turn import TurnData

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


class Wrong(TypedDict):
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


class Highlights(TypedDict):
    """Of one meeting."""

    number: int
    worst_turns: list[WorstTurn]
    wrong: list[Wrong]
    more_wrong: int
    """How many more do not hold."""
    limits: list[str]
    limited: int
    """How many turns and products a floor or a cap held down."""
    edge_cases: list[EdgeCaseData]
    notes: list[str]
    left_out: list[str]


def highlights(trial: TrialData) -> Highlights:
    """The worst turns first, then the criteria that do not hold, in the order of products."""
    judged = [(turn["judged"], turn) for turn in trial["turns"]]
    bad = [
        (one["score"], turn["turn_index"], one, turn)
        for one, turn in judged
        if one is not None and one["score"] is not None and one["score"] < GOOD
    ]
    bad.sort(key=lambda entry: entry[:2])
    wrong = [
        _wrong(product, one)
        for product in trial["products"]
        for one in product["findings"]
        if one["verdict"] not in ("passed", "unverifiable") or one["voted"] is False
    ]
    return {
        "number": trial["number"],
        "worst_turns": [_turn(score, one, turn) for score, _, one, turn in bad[:MOST_TURNS]],
        "wrong": wrong[:MOST_FINDINGS],
        "more_wrong": max(0, len(wrong) - MOST_FINDINGS),
        "limits": [f"{one['rule']}: {one['reason']}" for one in trial["limits"]],
        "limited": sum(
            bool(one["judged"] and one["judged"]["limits"])
            for one in (*trial["turns"], *trial["products"])
        ),
        "edge_cases": trial["edge_cases"],
        "notes": trial["notes"],
        "left_out": trial["left_out"],
    }


def _turn(score: float, judged: JudgedData, turn: TurnData) -> WorstTurn:
    rated = [(one["score"], one) for one in judged["dimensions"] if one["score"] is not None]
    lowest = min(rated, key=lambda entry: entry[0])[1] if rated else None
    reasons = [
        (one["score"], one["reason"])
        for one in (lowest["ratings"] if lowest else ())
        if one["score"] is not None
    ]
    return {
        "turn_index": turn["turn_index"],
        "score": score,
        "asked": line(turn["asked"], 200),
        "outcome": turn["outcome"],
        "dimension": lowest["dimension"] if lowest else "",
        "dimension_score": lowest["score"] if lowest else None,
        "reason": line(min(reasons)[1], 400) if reasons else "",
        "limits": [f"{one['rule']}: {one['reason']}" for one in judged["limits"]],
    }


def _wrong(product: ProductData, finding: FindingData) -> Wrong:
    where = finding["where"]
    is_voted = finding["voted"] is False
    return {
        "product_id": product["product_id"],
        "criterion_id": finding["criterion_id"],
        "description": finding["description"],
        "verdict": VOTED_DOWN if is_voted else finding["verdict"],
        "found": line(finding["found"], 200),
        "expected": line(finding["expected"], 200),
        "reason": line(_against(product, finding) if is_voted else finding["reason"], 300),
        "place": f"{where[0]['product_id']}{where[0]['pointer']}" if where else "",
    }


def _against(product: ProductData, finding: FindingData) -> str:
    """Why the judges say no, as the first of them has it."""
    verdicts = product["judged"]["verdicts"] if product["judged"] else []
    said = [
        f"{verdict['judge']}: {vote['reason']}"
        for verdict in verdicts
        for vote in verdict["votes"]
        if vote["question"] == finding["criterion_id"] and vote["answer"] is False
    ]
    return next(iter(said), "a majority of the judges says no")
