"""Fills in the page's data of what judges said of a turn or a product, with their reasons."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from modylbench.publishing.report.filling.bounds import shorten_line, shorten_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.verdicts import Verdict
    from modylbench.publishing.report.shapes.judgments import (
        JudgedData,
        LimitData,
        RatingData,
        ScoredDimension,
        VerdictData,
    )
    from modylbench.scoring.scorecard import DimensionScore, Limit, ProductScore, TurnScore

MOST_REASON = 1_500  # ours: a judge is asked for a sentence or two
MOST_VOTES = 200

WAS_LED = "followed the agent's text instead of the rubric at first, and judged again without it"
FAILED_CANARY = "did what a line that we had planted says"


def verdicts_by_subject(evaluation: Evaluation | None) -> dict[str, list[Verdict]]:
    """The verdicts by the key of what they are on, in the order of judges."""
    found: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in evaluation.verdicts if evaluation is not None else ():
        found[verdict.subject.key].append(verdict)
    return found


def judged_data(
    score: TurnScore | ProductScore | None, verdicts: Sequence[Verdict]
) -> JudgedData | None:
    """The score with all that it was made of; None where there is neither score nor verdict."""
    if score is None and not verdicts:
        return None
    return {
        "score": score.score if score else None,
        "weighted": score.weighted if score else None,
        "limits": limit_data(score.limits if score else ()),
        "dimensions": [
            _dimension(dimension.dimension, dimension, verdicts) for dimension in score.dimensions
        ]
        if score
        else [_dimension(name, None, verdicts) for name in _rated_dimensions(verdicts)],
        "verdicts": [verdict_data(verdict) for verdict in verdicts],
    }


def limit_data(limits: Iterable[Limit]) -> list[LimitData]:
    """Floors and caps, each with what it left."""
    return [
        {
            "rule": shorten_line(limit.rule),
            "reason": shorten_text(limit.reason, MOST_REASON),
            "before": limit.before,
            "after": limit.after,
            "subject": shorten_line(limit.subject),
        }
        for limit in limits
    ]


def verdict_data(verdict: Verdict) -> VerdictData:
    """What a judge said besides its ratings."""
    odd = [WAS_LED] * verdict.was_led + [FAILED_CANARY] * verdict.failed_canary
    return {
        "judge": shorten_line(verdict.judge),
        "mode": verdict.mode,
        "heard_audio": verdict.receipt.heard_audio,
        "saw_image": verdict.receipt.saw_image,
        "audio_observations": shorten_text(verdict.audio_observations, MOST_REASON),
        "visual_observations": shorten_text(verdict.visual_observations, MOST_REASON),
        "coherence_notes": shorten_text(verdict.coherence_notes, MOST_REASON),
        "votes": [
            {
                "question": shorten_line(vote.question),
                "answer": vote.answer,
                "reason": shorten_text(vote.reason, MOST_REASON),
            }
            for vote in verdict.votes[:MOST_VOTES]
        ],
        "failure": shorten_text(verdict.failure, MOST_REASON),
        "notes": [*odd, *(shorten_text(note, MOST_REASON) for note in verdict.notes[:MOST_VOTES])],
    }


def _dimension(
    name: str, score: DimensionScore | None, verdicts: Sequence[Verdict]
) -> ScoredDimension:
    """The dimension as the panel weighed it, or (None) as it was rated alone."""
    return {
        "dimension": name,
        "score": score.score if score else None,
        "is_disputed": score is not None and score.is_disputed,
        "is_pessimistic": score is not None and score.is_pessimistic,
        "ratings": _rating_data(name, verdicts),
    }


def _rated_dimensions(verdicts: Iterable[Verdict]) -> list[str]:
    return list(
        dict.fromkeys(rating.dimension for verdict in verdicts for rating in verdict.ratings)
    )


def _rating_data(dimension: str, verdicts: Iterable[Verdict]) -> list[RatingData]:
    return [
        {
            "judge": shorten_line(verdict.judge),
            "score": rating.score,
            "reason": shorten_text(rating.reason, MOST_REASON),
        }
        for verdict in verdicts
        for rating in verdict.ratings
        if rating.dimension == dimension
    ]
