"""Two gaps: of judges who hear and see to those who read, and of agents that show more or less.

In the gap of judging (paper 5.3, item 1) the same recording is judged twice, so that nothing but
the way of judging differs. In that of agents the meetings differ, and all were judged alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from modylbench.analysis.differences import holm, paired_difference, stratified_difference
from modylbench.analysis.judged_runs import COMBINED, common_keys, group_by_judging, trial_means
from modylbench.evaluation.dimensions import (
    DYNAMICS_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.scoring.arithmetic import mean
from modylbench.scoring.standard import models_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.analysis.differences import Difference
    from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial

PANEL = "panel"
LEVEL = 0.05  # ours: the usual one
HYPOTHESES = ("social_quality", "presentation_quality")
"""Paper 5.3: the first lower with sound and pictures, the second otherwise than without."""
ScoresBySubject = dict[tuple[str, str], float]
"""By subject and dimension."""


@dataclass(frozen=True, slots=True)
class DimensionGap:
    """Multimodal less text; below zero, who hears and sees is the stricter."""

    judge: str
    """A model, or the whole panel's consensus."""
    is_control: bool
    """A judge that read text both times: what it moves by is chance."""
    dimension: str
    subjects: int
    difference: Difference
    """Over meetings, each of which counts once: ratings of one meeting are not independent."""
    adjusted: float | None
    """The p-value after Holm's adjustment, among the dimensions of this judge."""

    @property
    def moves(self) -> bool | None:
        """Whether it is more than chance; None where that is not known."""
        return None if self.adjusted is None else self.adjusted <= LEVEL


@dataclass(frozen=True, slots=True)
class JudgingGap:
    """All that is known of the gap, and how many meetings there are of each kind."""

    text_meetings: int
    multimodal_meetings: int
    both: int
    dimensions: tuple[DimensionGap, ...]


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


def judging_gap(runs: Iterable[JudgedRun]) -> JudgingGap:
    """The gap over all recordings that were judged in both modes; no dimensions without one."""
    trials = [trial for run in runs for trial in run.valid]
    text = _trials_by_recording(trials, "text")
    multimodal = _trials_by_recording(trials, "multimodal")
    pairs = [(text[key], multimodal[key]) for key in sorted({*text} & {*multimodal})]
    return JudgingGap(len(text), len(multimodal), len(pairs), tuple(_judging_gaps(pairs)))


def agent_gaps(runs: Iterable[JudgedRun]) -> tuple[AgentGap, ...]:
    """The gap of every two runs, judged alike, of which one gives all that the other does and more.

    Runs that give the same, or each something that the other does not, have no such gap.
    """
    found: list[AgentGap] = []
    for group in group_by_judging(runs):
        for run, other in combinations(group, 2):
            fewer, more = sorted((run, other), key=lambda run: len(run.media_given))
            if fewer.media_given < more.media_given and run.agent != other.agent:
                found += _agent_gaps(fewer, more)
    return tuple(found)


def _trials_by_recording(trials: Iterable[ScoredTrial], mode: str) -> dict[str, ScoredTrial]:
    """One of each recording; where a mode was judged twice, that of the lowest hash."""
    ordered = sorted(trials, key=lambda trial: trial.card.evaluation, reverse=True)
    return {trial.card.recording: trial for trial in ordered if trial.card.mode == mode}


def _judging_gaps(pairs: Sequence[tuple[ScoredTrial, ScoredTrial]]) -> Iterator[DimensionGap]:
    """The panel first, then every judge by name."""
    meetings: dict[tuple[str, bool], list[dict[str, list[float]]]] = {}
    for text, multimodal in pairs:
        meetings.setdefault((PANEL, False), []).append(
            _differences(_consensus(text), _consensus(multimodal))
        )
        for judge, before, after in _same_judges(text, multimodal):
            moved = _differences(_ratings_of(text, before), _ratings_of(multimodal, after))
            is_control = _is_text_only(multimodal, after)
            meetings.setdefault((judge, is_control), []).append(moved)
    for who in sorted(meetings, key=lambda meeting: (meeting[0] != PANEL, meeting)):
        yield from _dimension_gaps(who[0], meetings[who], is_control=who[1])


def _dimension_gaps(
    judge: str, meetings: Sequence[Mapping[str, list[float]]], *, is_control: bool
) -> list[DimensionGap]:
    drafts = []
    for dimension in TURN_DIMENSIONS + PRODUCT_DIMENSIONS:
        moved = [meeting[dimension] for meeting in meetings if dimension in meeting]
        difference = paired_difference([mean(values) for values in moved])
        if difference is not None:
            drafts.append((dimension, sum(map(len, moved)), difference))
    known = [difference.p_value for _, _, difference in drafts if difference.p_value is not None]
    adjusted = iter(holm(known))
    return [
        DimensionGap(judge, is_control, dimension, subjects, difference,
                     None if difference.p_value is None else next(adjusted))
        for dimension, subjects, difference in drafts
    ]  # fmt: skip


def _differences(before: ScoresBySubject, after: ScoresBySubject) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for subject, dimension in sorted(before.keys() & after.keys()):
        moved = after[subject, dimension] - before[subject, dimension]
        found.setdefault(dimension, []).append(moved)
    return found


def _consensus(trial: ScoredTrial) -> ScoresBySubject:
    """What the panel says of what somebody rated: an answer that never came is no judgment."""
    return {
        (subject, score.dimension): score.score
        for subject, score in trial.parts()
        if score.score is not None and score.by_judge
    }


def _ratings_of(trial: ScoredTrial, judge: str) -> ScoresBySubject:
    return {
        (subject, score.dimension): score.by_judge[judge]
        for subject, score in trial.parts()
        if judge in score.by_judge
    }


def _same_judges(text: ScoredTrial, multimodal: ScoredTrial) -> Iterator[tuple[str, str, str]]:
    """The models that judged both times, as (model, its judge by text, its multimodal judge).

    A model that two judges of a panel share is told by the judge's name; who has none is left out.
    """
    for card in text.card.panel:
        models = models_of(card)
        there = [
            other for other in multimodal.card.panel if not models.isdisjoint(models_of(other))
        ]
        if len(there) > 1:
            there = [other for other in there if other.name == card.name]
        if len(there) == 1 and card.kind == "model":
            yield min(models & models_of(there[0])), card.name, there[0].name


def _is_text_only(trial: ScoredTrial, judge: str) -> bool:
    modes = {turn.modes[judge] for turn in trial.card.turns if judge in turn.modes}
    return modes == {"text"}


def _agent_gaps(fewer: JudgedRun, more: JudgedRun) -> Iterator[AgentGap]:
    keys = common_keys((fewer, more))
    before = {trial.key: trial_means(trial) for trial in fewer.valid}
    after = {trial.key: trial_means(trial) for trial in more.valid}
    for dimension in (COMBINED, *TURN_DIMENSIONS, *DYNAMICS_DIMENSIONS, *PRODUCT_DIMENSIONS):
        strata: dict[str, list[float]] = {}
        for key in sorted(keys):
            if dimension in before[key] and dimension in after[key]:
                moved = after[key][dimension] - before[key][dimension]
                strata.setdefault(key[0], []).append(moved)
        difference = stratified_difference([*strata.values()])
        if difference is not None:
            shown = tuple(sorted(fewer.media_given)), tuple(sorted(more.media_given))
            yield AgentGap(fewer.name, more.name, *shown, dimension, difference)
