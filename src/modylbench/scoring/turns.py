"""What is one agent turn worth?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.scoring.attempts import limits_on
from modylbench.scoring.consensus import consensus, lowest
from modylbench.scoring.evidence import turn_evidence
from modylbench.scoring.scorecard import Limit, TurnScore
from modylbench.scoring.weighing import Unscored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.facts import Attempt, TurnFacts
    from modylbench.scoring.opinions import Opinions
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import DimensionScore, EdgeCaseScore
    from modylbench.scoring.weighing import Scale


def answered_turn(
    facts: TurnFacts,
    opinions: Opinions,
    *,
    scale: Scale,
    rules: ScoringRules,
    attempts: Sequence[Attempt] = (),
) -> TurnScore | Unscored:
    """The turn by the panel's consensus; unscored where nobody assessed its substance.

    `attempts` on the judges are those that it made itself.
    """
    dimensions = tuple([consensus(name, opinions, rules) for name in scale.dimensions])
    missing = scale.unassessed(dimensions)
    weighted = scale.weighted(dimensions)
    if missing or weighted is None:
        reason = f"turn {facts.turn_index}: nobody assessed {missing or 'what has weight'}"
        return Unscored(reason, dimensions)
    limits = limits_on(scale.floored(dimensions, weighted), weighted, attempts, rules)
    return TurnScore(
        turn_index=facts.turn_index,
        phase=facts.phase,
        edge_case=facts.edge_case,
        dimensions=dimensions,
        weighted=weighted,
        limits=limits,
        score=limits[-1].after if limits else weighted,
        modes={opinion.judge: opinion.mode for opinion in opinions},
        failing=facts.work.standing.failing if facts.work.standing else (),
        outcome=facts.outcome,
        evidence=turn_evidence(facts),
    )


def unanswered_turn(
    turn_index: int, facts: TurnFacts | None, dimensions: Sequence[str], *, edge_case: str | None
) -> TurnScore:
    """A turn with no answer in time, or planned and never held (SPEC 2): the lowest throughout."""
    scores: tuple[DimensionScore, ...] = lowest(dimensions)
    standing = facts.work.standing if facts else None
    return TurnScore(
        turn_index=turn_index,
        phase=facts.phase if facts else "",
        edge_case=edge_case,
        dimensions=scores,
        weighted=1.0,
        limits=(),
        score=1.0,
        modes={},
        failing=standing.failing if standing else (),
        outcome=facts.outcome if facts else "",
        evidence=turn_evidence(facts) if facts else (),
    )


def capped_turn(turn: TurnScore, edge_case: EdgeCaseScore, cap: float) -> TurnScore:
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
