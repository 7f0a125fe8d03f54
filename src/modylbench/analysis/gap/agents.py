"""How do agents that give words alone differ from those that speak and show?

Not to be taken for the gap of judging: here the meetings differ, and all were judged alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from modylbench.analysis.material import COMBINED, common_keys, judged_alike, trial_means
from modylbench.analysis.paired import stratified_difference
from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.analysis.material import JudgedRun
    from modylbench.analysis.paired import Difference


@dataclass(frozen=True, slots=True)
class AgentGap:
    """The agent that gives more less the one that gives less, on meetings that both have."""

    fewer: str
    more: str
    fewer_shown: tuple[str, ...]
    more_shown: tuple[str, ...]
    dimension: str
    """`combined` is the score of the whole meeting."""
    difference: Difference


def agent_gaps(runs: Iterable[JudgedRun]) -> tuple[AgentGap, ...]:
    """The gap of every two runs, judged alike, of which one gives all that the other does and more.

    Runs that give the same, or each something that the other does not, have no such gap.
    """
    found: list[AgentGap] = []
    for group in judged_alike(runs):
        for one, other in combinations(group, 2):
            fewer, more = sorted((one, other), key=lambda run: len(run.shown))
            if fewer.shown < more.shown and one.agent != other.agent:
                found += _gaps(fewer, more)
    return tuple(found)


def _gaps(fewer: JudgedRun, more: JudgedRun) -> Iterator[AgentGap]:
    keys = common_keys((fewer, more))
    before = {trial.key: trial_means(trial) for trial in fewer.valid}
    after = {trial.key: trial_means(trial) for trial in more.valid}
    for dimension in (COMBINED, *TURN_DIMENSIONS, *PRODUCT_DIMENSIONS):
        strata: dict[str, list[float]] = {}
        for key in sorted(keys):
            if dimension in before[key] and dimension in after[key]:
                moved = after[key][dimension] - before[key][dimension]
                strata.setdefault(key[0], []).append(moved)
        difference = stratified_difference([*strata.values()])
        if difference is not None:
            shown = tuple(sorted(fewer.shown)), tuple(sorted(more.shown))
            yield AgentGap(fewer.name, more.name, *shown, dimension, difference)
