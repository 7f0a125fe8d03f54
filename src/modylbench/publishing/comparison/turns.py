"""Which turns fell most, and what for?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from modylbench.foundation.errors import one_line
from modylbench.publishing.comparison.comparison import TurnChange
from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.publishing.comparison.pairing import Pair
    from modylbench.scoring.scorecard import TurnScore

MOST_TURNS = 10
MOST_OF_A_SCENARIO = 3  # ours: so that one that fell throughout does not hide the others
MOST_REASONS = 4
MOST_LETTERS = 200


def fallen_turns(pairs: Sequence[Pair], most: int = MOST_TURNS) -> tuple[TurnChange, ...]:
    """The turns that fell, those that fell furthest first, and of every scenario a few."""
    found = [one for pair in pairs for one in _of_pair(pair)]
    found.sort(key=lambda one: (one.difference, one.scenario_id, one.seed, one.turn_index))
    seen: Counter[str] = Counter()
    kept: list[TurnChange] = []
    for one in found:
        seen[one.scenario_id] += 1
        if seen[one.scenario_id] <= MOST_OF_A_SCENARIO:
            kept.append(one)
    return tuple(kept[:most])


def _of_pair(pair: Pair) -> Iterator[TurnChange]:
    before = {turn.turn_index: turn for turn in pair.baseline.card.turns}
    for turn in pair.candidate.card.turns:
        earlier = before.get(turn.turn_index)
        if earlier is not None and turn.score < earlier.score:
            yield TurnChange(
                scenario_id=pair.scenario_id,
                seed=pair.seed,
                turn_index=turn.turn_index,
                phase=turn.phase,
                baseline=earlier.score,
                candidate=turn.score,
                difference=round_off(turn.score - earlier.score),
                reasons=tuple(_reasons(earlier, turn)),
            )


def _reasons(before: TurnScore, after: TurnScore) -> Iterator[str]:
    """What is new: limits that took hold, criteria that fail, the dimensions that fell most."""
    told = {limit.reason for limit in before.limits}
    newly = [one for one in after.failing if one not in before.failing]
    yield from cut(
        f"{limit.rule}: {limit.reason}" for limit in after.limits if limit.reason not in told
    )
    if after.outcome != before.outcome and after.outcome:
        yield f"the agent {after.outcome.replace('_', ' ')}"
    if newly:
        yield from cut([f"now failing: {', '.join(newly[:MOST_REASONS])}"])
    scores = {dimension.dimension: dimension.score for dimension in before.dimensions}
    drops = [
        (dimension.score - earlier, dimension.dimension)
        for dimension in after.dimensions
        if dimension.score is not None and (earlier := scores.get(dimension.dimension)) is not None
    ]
    worst = [f"{name} {drop:+.1f}" for drop, name in sorted(drops)[:2] if drop < 0]
    if worst:
        yield ", ".join(worst)


def cut(reasons: Iterable[str]) -> Iterator[str]:
    """At most so many, each of one line and a length that a person reads."""
    for number, reason in enumerate(reasons):
        if number == MOST_REASONS:
            return
        line = one_line(reason)
        yield line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"
