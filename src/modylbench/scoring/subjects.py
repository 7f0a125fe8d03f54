"""The score of one turn, of one deliverable and of one edge case, with the findings behind each.

The ids of findings are places in evaluation.json: `turn-07/figure-2` is the third of
`speech.figures` of that turn's facts, `product-lbo_model/page_finding-0` the first of that
product's `page_findings`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.dimensions import EDGE_CASE_QUESTIONS, LOWEST
from modylbench.scoring.consensus import consensus, lowest_scores, majority
from modylbench.scoring.scorecard import (
    DimensionScore,
    EdgeCaseScore,
    Limit,
    ProductScore,
    TurnScore,
)
from modylbench.scoring.weighing import (
    TURN_SUBSTANCE,
    DimensionCaps,
    UnscoredSubject,
    floor_and_attempt_limits,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.facts import Attempt, EdgeCaseFacts, ProductFacts, TurnFacts
    from modylbench.scoring.consensus import Opinions
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.weighing import Scale

DETECTED, PUSHED_BACK, NOTHING_WRONG = EDGE_CASE_QUESTIONS
ACCURACY = TURN_SUBSTANCE[0]
NOTHING_MEASURED: Mapping[str, DimensionScore] = {}


def score_answered_turn(
    facts: TurnFacts,
    opinions: Opinions,
    *,
    scale: Scale,
    rules: ScoringRules,
    attempts: Sequence[Attempt] = (),
) -> TurnScore | UnscoredSubject:
    """The turn by the panel's consensus; unscored where nobody assessed its substance.

    `attempts` on the judges are those that it made itself.
    """
    name = f"turn {facts.turn_index}"
    weighed = _weigh(
        name,
        opinions,
        scale=scale.with_caps(lowered_scores(facts, opinions, rules)),
        rules=rules,
        attempts=attempts,
        measured=channel_scores(facts),
    )
    if isinstance(weighed, UnscoredSubject):
        return weighed
    return TurnScore(
        turn_index=facts.turn_index,
        phase=facts.phase,
        edge_case=facts.edge_case,
        dimensions=weighed.dimensions,
        weighted=weighed.weighted,
        limits=weighed.limits,
        score=weighed.score,
        modes={opinion.judge: opinion.mode for opinion in opinions},
        failing=facts.work.standing.failing if facts.work.standing else (),
        outcome=facts.outcome,
        evidence=turn_evidence(facts),
    )


def channel_scores(facts: TurnFacts) -> dict[str, DimensionScore]:
    """What the use of each channel is worth by code (SPEC 8); None where nothing was expected."""
    if facts.channels is None:
        return {}
    return {
        f"{made.channel}_composite": DimensionScore(
            f"{made.channel}_composite", made.score, {}, None, False, False, ()
        )
        for made in facts.channels.composites
    }


def lowered_scores(
    facts: TurnFacts, opinions: Opinions, rules: ScoringRules
) -> DimensionCaps | None:
    """What channels that contradict each other leave of a turn's accuracy (SPEC 8, ours)."""
    penalty = rules.contradiction_penalty
    if facts.channels is None or not facts.channels.contradictions or not rules.layers.floors:
        return None
    judged = consensus(ACCURACY, opinions, rules).score
    if penalty is None or judged is None:
        return None
    left = max(LOWEST, judged - penalty * len(facts.channels.contradictions))
    reason = "; ".join(facts.channels.contradictions)
    return DimensionCaps("channels_contradict", reason, {ACCURACY: left}, ())


def score_unanswered_turn(
    turn_index: int, facts: TurnFacts | None, dimensions: Sequence[str], *, edge_case: str | None
) -> TurnScore:
    """A turn with no answer in time, or planned and never held (SPEC 2): the lowest throughout."""
    standing = facts.work.standing if facts else None
    return TurnScore(
        turn_index=turn_index,
        phase=facts.phase if facts else "",
        edge_case=edge_case,
        dimensions=lowest_scores(dimensions),
        weighted=LOWEST,
        limits=(),
        score=LOWEST,
        modes={},
        failing=standing.failing if standing else (),
        outcome=facts.outcome if facts else "",
        evidence=turn_evidence(facts) if facts else (),
    )


def cap_turn(turn: TurnScore, edge_case: EdgeCaseScore, cap: float) -> TurnScore:
    """The turn of a beat whose trap the agent fell into (SPEC 2)."""
    if turn.score <= cap:
        return turn
    limit = Limit(
        rule="failed_edge_case",
        reason=f"{edge_case.name}: {'; '.join(edge_case.reasons)}",
        before=turn.score,
        after=cap,
        evidence=edge_case.findings + edge_case.verdicts,
    )
    return turn.model_copy(update={"limits": (*turn.limits, limit), "score": cap})


def score_product(
    facts: ProductFacts, opinions: Opinions, *, scale: Scale, rules: ScoringRules
) -> ProductScore | UnscoredSubject:
    """The product by the panel's consensus; unscored where nobody assessed its correctness."""
    name = f"product {facts.product_id}"
    weighed = _weigh(name, opinions, scale=scale, rules=rules, attempts=facts.attempts)
    if isinstance(weighed, UnscoredSubject):
        return weighed
    voted = votes_on(facts, opinions)
    passed, failed = criteria_outcomes(facts, voted)
    return ProductScore(
        product_id=facts.product_id,
        is_present=True,
        dimensions=weighed.dimensions,
        weighted=weighed.weighted,
        limits=weighed.limits,
        score=weighed.score,
        passed=passed,
        failed=failed,
        voted=voted,
        evidence=product_evidence(facts),
    )


def score_missing_product(
    product_id: str, facts: ProductFacts | None, scale: Scale
) -> ProductScore:
    """A product that was expected and is not there (SPEC 2): the lowest throughout."""
    passed, failed = criteria_outcomes(facts, {}) if facts else ((), ())
    return ProductScore(
        product_id=product_id,
        is_present=False,
        dimensions=lowest_scores(scale.dimensions),
        weighted=LOWEST,
        limits=(),
        score=LOWEST,
        passed=passed,
        failed=failed,
        voted={},
    )


def votes_on(facts: ProductFacts, opinions: Opinions) -> dict[str, bool]:
    """What the judges decide of the criteria that code could not check (SPEC 4)."""
    decided = {
        finding.criterion_id: majority(opinions, finding.criterion_id)
        for finding in facts.findings
        if finding.verdict == "unverifiable"
    }
    return {name: answer for name, answer in decided.items() if answer is not None}


def criteria_outcomes(
    facts: ProductFacts, voted: dict[str, bool]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria that pass and those that fail, by id.

    One that code could not check stands by the vote; voted down it is a failure if it is required.
    """
    passed: list[str] = []
    failed: list[str] = []
    for finding in facts.findings:
        name = finding.criterion_id
        if finding.verdict != "unverifiable":
            (passed if finding.passed else failed).append(name)
        elif voted.get(name):
            passed.append(name)
        elif name in voted and finding.required:
            failed.append(name)
    return tuple(passed), tuple(failed)


def score_edge_case(
    facts: EdgeCaseFacts, opinions: Opinions, *, is_answered: bool
) -> EdgeCaseScore | UnscoredSubject:
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
        return UnscoredSubject(f"edge case {facts.name}: nobody answered {question!r}")
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


class _WeighedSubject(NamedTuple):
    dimensions: tuple[DimensionScore, ...]
    weighted: float
    limits: tuple[Limit, ...]

    @property
    def score(self) -> float:
        return self.limits[-1].after if self.limits else self.weighted


def _weigh(
    name: str,
    opinions: Opinions,
    *,
    scale: Scale,
    rules: ScoringRules,
    attempts: Sequence[Attempt],
    measured: Mapping[str, DimensionScore] = NOTHING_MEASURED,
) -> _WeighedSubject | UnscoredSubject:
    """The consensus on each dimension, their weighted mean, and what holds it down.

    What code has `measured` is judged by nobody.
    """
    dimensions = tuple(
        [
            measured.get(dimension) or consensus(dimension, opinions, rules)
            for dimension in scale.dimensions
        ]
    )
    missing = scale.unassessed_substance(dimensions)
    weighted = scale.weighted_score(dimensions)
    if missing or weighted is None:
        reason = f"{name}: nobody assessed {missing or 'what has weight'}"
        return UnscoredSubject(reason, dimensions)
    dimensions = scale.capped_scores(dimensions)
    cap = scale.cap_limit(dimensions, weighted)
    held = cap.after if cap else weighted
    floor = scale.floor_limit(dimensions, held)
    limits = floor_and_attempt_limits(floor, held, attempts, rules)
    return _WeighedSubject(dimensions, weighted, (cap, *limits) if cap else limits)


def _reasons(
    detected: bool | None,
    nothing_wrong: bool | None,
    forbidden: tuple[str, ...],
    *,
    is_answered: bool,
) -> tuple[str, ...]:
    if not is_answered:
        return ("no answer in any turn of its beat", *_forbidden_reasons(forbidden))
    reasons = ["not detected"] if detected is False else []
    if nothing_wrong is False and not forbidden:
        reasons.append("produced something wrong, by the judges' majority")
    return (*reasons, *_forbidden_reasons(forbidden))


def _forbidden_reasons(forbidden: tuple[str, ...]) -> tuple[str, ...]:
    return (f"produced what it should not: {', '.join(forbidden)}",) if forbidden else ()


def turn_evidence(facts: TurnFacts) -> tuple[str, ...]:
    """Figures that are false or not as shown, figures and sources from nowhere, faulty pages."""
    key, speech = f"turn-{facts.turn_index:02d}", facts.speech
    wrong = (
        f"{key}/figure-{number}"
        for number, figure in enumerate(speech.figures)
        if figure.agreement == "contradicts" or figure.is_true is False
    )
    return (
        *wrong,
        *_numbered_ids(f"{key}/foreign_figure", len(speech.foreign_figures)),
        *_numbered_ids(f"{key}/ungrounded", len(speech.ungrounded)),
        *_numbered_ids(f"{key}/page_finding", len(facts.screen.findings)),
    )


def product_evidence(facts: ProductFacts) -> tuple[str, ...]:
    """The same of a product at the end of the meeting."""
    key = f"product-{facts.product_id}"
    return (
        *_numbered_ids(f"{key}/contradiction", len(facts.contradictions)),
        *_numbered_ids(f"{key}/ungrounded", len(facts.ungrounded)),
        *_numbered_ids(f"{key}/page_finding", len(facts.page_findings)),
    )


def _numbered_ids(name: str, count: int) -> list[str]:
    return [f"{name}-{number}" for number in range(count)]
