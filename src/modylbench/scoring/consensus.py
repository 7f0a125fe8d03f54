"""What the judges say of one subject, and the panel's consensus on each dimension."""

from __future__ import annotations

import statistics
from collections import Counter
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from modylbench.evaluation.dimensions import LOWEST
from modylbench.scoring.arithmetic import mean, round_off
from modylbench.scoring.scorecard import DimensionScore

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.verdicts import Verdict
    from modylbench.scoring.rules import ScoringRules


class Opinion(NamedTuple):
    """A verdict that did not fail; None is what the judge did not assess or answer."""

    judge: str
    verdict: str
    mode: str
    scores: Mapping[str, float | None]
    votes: Mapping[str, bool | None]


Opinions = tuple[Opinion, ...]


def consensus(dimension: str, opinions: Opinions, rules: ScoringRules) -> DimensionScore:
    """The panel's score (paper 3.5, equation 4): the mean, or the minimum of a panel far apart.

    Whoever did not assess the dimension is left out; None where nobody did. The spread of fewer
    than two is None.
    """
    by_judge: dict[str, float] = {}
    verdicts: tuple[str, ...] = ()
    for opinion in opinions:
        score = opinion.scores.get(dimension)
        if score is not None:
            by_judge[opinion.judge] = score
            verdicts += (opinion.verdict,)
    found = _consensus(tuple(by_judge.values()), rules.disagreement_std, rules.pessimism_spread)
    middle, lowest_score, std, is_disputed, is_far_apart = found
    is_pessimistic = is_far_apart and rules.layers.pessimism
    score = lowest_score if is_pessimistic else middle
    return DimensionScore(dimension, score, by_judge, std, is_disputed, is_pessimistic, verdicts)


def lowest_scores(dimensions: Iterable[str]) -> tuple[DimensionScore, ...]:
    """The lowest score on each: an answer that never came, a product that is not there (SPEC 2)."""
    return tuple(
        DimensionScore(dimension, LOWEST, {}, None, False, False, ()) for dimension in dimensions
    )


def majority(opinions: Opinions, question: str) -> bool | None:
    """Whether a strict majority of those who answered says yes (SPEC 4); None if nobody did."""
    cast = [opinion.votes.get(question) for opinion in opinions]
    answers = [answer for answer in cast if answer is not None]
    return 2 * answers.count(True) > len(answers) if answers else None


def opinions_by_subject(verdicts: Iterable[Verdict]) -> dict[str, Opinions]:
    """The opinions on each subject by its key, in the order of the judges' names."""
    found: dict[str, list[Opinion]] = {}
    for verdict in sorted(verdicts, key=attrgetter("judge")):
        if not verdict.failure:
            key = verdict.subject.key
            found.setdefault(key, []).append(_opinion(verdict, key))
    return {key: tuple(opinions) for key, opinions in found.items()}


def problems_of(verdicts: Sequence[Verdict], panel: Iterable[str]) -> list[str]:
    """What makes these verdicts unfit to be weighed at all."""
    names = set(panel)
    strangers = sorted({verdict.judge for verdict in verdicts} - names)
    found = [f"{judge} judged and is not of the panel" for judge in strangers]
    if not names:
        found.append("nobody judged: the panel is empty")
    found += sorted(
        {_led_away(verdict) for verdict in verdicts if verdict.was_led and verdict.failure}
    )
    times = Counter(
        (verdict.subject.kind, verdict.subject.name, verdict.judge) for verdict in verdicts
    )
    found += sorted(f"{'/'.join(time)} stands more than once" for time in times if times[time] > 1)
    return found


def _opinion(verdict: Verdict, key: str) -> Opinion:
    # Backwards, so that of a dimension rated twice the first counts, as in `Verdict.score_of`.
    return Opinion(
        judge=verdict.judge,
        verdict=f"{key}/{verdict.judge}",  # its id, which would work out the key once more
        mode=verdict.mode,
        scores={rating.dimension: rating.score for rating in reversed(verdict.ratings)},
        votes={vote.question: vote.answer for vote in reversed(verdict.votes)}
        if verdict.votes
        else {},
    )


def _led_away(verdict: Verdict) -> str:
    """It counts as no absence: who leads a strict judge astray would be rid of it."""
    return (
        f"judge {verdict.judge} followed the agent's text on {verdict.subject.key} and has no "
        "verdict of its own: judge again, by another judge if need be"
    )


class _Consensus(NamedTuple):
    mean: float | None = None
    lowest: float | None = None
    std: float | None = None
    is_disputed: bool = False
    is_far_apart: bool = False


@lru_cache(maxsize=4096)  # whole ratings: the same few hundred combinations come again and again
def _consensus(
    scores: tuple[float, ...], disagreement_std: float, pessimism_spread: float
) -> _Consensus:
    if not scores:
        return _Consensus()
    middle, lowest_score = mean(scores), min(scores)
    if len(scores) == 1:
        return _Consensus(middle, lowest_score)
    std = round_off(statistics.pstdev(scores))
    spread = round_off(max(scores) - lowest_score)
    return _Consensus(middle, lowest_score, std, std > disagreement_std, spread > pessimism_spread)
