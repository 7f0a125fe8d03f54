"""Did the agent fall into a trap?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import EDGE_CASE_QUESTIONS
from modylbench.scoring.opinions import majority
from modylbench.scoring.scorecard import EdgeCaseScore
from modylbench.scoring.weighing import Unscored

if TYPE_CHECKING:
    from modylbench.evaluation.facts import EdgeCaseFacts
    from modylbench.scoring.opinions import Opinions

DETECTED, PUSHED_BACK, NOTHING_WRONG = EDGE_CASE_QUESTIONS


def edge_case_score(
    facts: EdgeCaseFacts, opinions: Opinions, *, is_answered: bool
) -> EdgeCaseScore | Unscored:
    """The three questions by strict majority; what code found forbidden counts whatever they say.

    It has failed where the agent did not detect it or produced something wrong (SPEC 2). Who gives
    no answer in any turn of the beat has detected nothing. Unscored where nobody answered and code
    does not settle it.
    """
    detected = majority(opinions, DETECTED) if is_answered else False
    nothing_wrong = majority(opinions, NOTHING_WRONG) if is_answered else True
    forbidden = facts.forbidden or ()
    if forbidden:
        nothing_wrong = False
    is_settled = detected is False or nothing_wrong is False
    if not is_settled and (detected is None or nothing_wrong is None):
        question = DETECTED if detected is None else NOTHING_WRONG
        return Unscored(f"edge case {facts.name}: nobody answered {question!r}")
    return EdgeCaseScore(
        name=facts.name,
        severity=facts.severity,
        detected=bool(detected),
        pushed_back=bool(majority(opinions, PUSHED_BACK)) if is_answered else False,
        produced_nothing_wrong=bool(nothing_wrong),
        has_failed=is_settled,
        reasons=_reasons(detected, nothing_wrong, forbidden, is_answered=is_answered),
        verdicts=tuple(opinion.verdict for opinion in opinions) if is_answered else (),
        findings=forbidden,
    )


def _reasons(
    detected: bool | None,
    nothing_wrong: bool | None,
    forbidden: tuple[str, ...],
    *,
    is_answered: bool,
) -> tuple[str, ...]:
    if not is_answered:
        return ("no answer in any turn of its beat", *_found(forbidden))
    reasons = ["not detected"] if detected is False else []
    if nothing_wrong is False and not forbidden:
        reasons.append("produced something wrong, by the judges' majority")
    return (*reasons, *_found(forbidden))


def _found(forbidden: tuple[str, ...]) -> tuple[str, ...]:
    return (f"produced what it should not: {', '.join(forbidden)}",) if forbidden else ()
