"""Which dimensions are hardest, and which edge cases agents fail (paper 5.3, item 2)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.differences import stratified_difference
from modylbench.analysis.judged_runs import by_scenario, trial_means
from modylbench.evaluation.dimensions import HIGHEST, LOWEST, PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.reliability.summarize import standard_deviation
from modylbench.scoring.arithmetic import mean, round_off
from modylbench.scoring.rules import default_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.analysis.judged_runs import JudgedRun, ScoredTrial
    from modylbench.scoring.scorecard import EdgeCaseScore

POOR, UNDER_PEER = 4.0, 6.0
"""SPEC 2: the floor, and where the first tier begins."""
DIMENSIONS = (*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS)
FEWEST = 2
DRAWS = 1000  # ours: the bounds of a 95 % interval of ranks come out the same with ten times that
SEED = 53  # ours: of the draws, so that the same runs give the same ranks
SEVERITIES = ("critical", "major", "minor")


@dataclass(frozen=True, slots=True)
class DimensionDifficulty:
    """One dimension over all turns or products of a run, as in the paper's table 5."""

    run: str
    axis: str
    dimension: str
    weight: float
    rated: int
    mean: float | None
    min: float | None
    max: float | None
    sd: float | None
    below_4: float | None
    below_6: float | None
    interval: tuple[float, float] | None
    """Of the mean over scenarios; from the spread of meetings, not of single turns."""
    rank: int | None
    """1 is the hardest."""
    rank_interval: tuple[int, int] | None
    """Of 95 %, by drawing the meetings of every scenario anew; None with one in a scenario."""


@dataclass(frozen=True, slots=True)
class EdgeCaseShare:
    """How edge cases of a kind went: `name` is empty for all of a severity."""

    run: str
    severity: str
    scenario_id: str
    name: str
    played: int
    failed: int
    undetected: int
    not_pushed_back: int
    wrong: int

    @property
    def failed_share(self) -> float:
        """Those that were not detected, or in which something wrong was produced."""
        return round_off(self.failed / self.played)


def difficulty(runs: Iterable[JudgedRun]) -> tuple[DimensionDifficulty, ...]:
    """Every dimension of every run, in the order of the rubrics."""
    return tuple(row for run in runs for row in _run_difficulty(run))


def edge_case_shares(runs: Iterable[JudgedRun]) -> tuple[EdgeCaseShare, ...]:
    """Per run the severities, worst first, and then every case that was played."""
    return tuple(row for run in runs for row in _edge_case_rows(run))


def _run_difficulty(run: JudgedRun) -> list[DimensionDifficulty]:
    by_trial = [trial.card.scores_by_dimension() for trial in run.valid]
    scores = {
        name: [score for of_trial in by_trial for score in of_trial.get(name, ())]
        for name in DIMENSIONS
    }
    strata = [
        [trial_means(trial) for trial in of_one] for of_one in by_scenario(run.valid).values()
    ]
    means = {name: mean(values) for name, values in scores.items() if values}
    ranks, ranges = _ranks(means), rank_intervals(run.valid)
    return [
        _row(run.name, name, scores[name], strata=strata, rank=ranks.get(name),
             rank_interval=ranges.get(name))
        for name in DIMENSIONS
    ]  # fmt: skip


def _row(
    run: str,
    name: str,
    scores: Sequence[float],
    *,
    strata: Sequence[Sequence[Mapping[str, float]]],
    rank: int | None,
    rank_interval: tuple[int, int] | None,
) -> DimensionDifficulty:
    rules = default_rules()
    is_turn = name in TURN_DIMENSIONS
    known = [[means[name] for means in stratum if name in means] for stratum in strata]
    spread = stratified_difference(known)
    return DimensionDifficulty(
        run=run,
        axis="journey" if is_turn else "destination",
        dimension=name,
        weight=(rules.turn_weights if is_turn else rules.product_weights)[name],
        rated=len(scores),
        mean=mean(scores) if scores else None,
        min=min(scores, default=None),
        max=max(scores, default=None),
        sd=standard_deviation(scores),
        below_4=_share(scores, POOR),
        below_6=_share(scores, UNDER_PEER),
        interval=_on_the_scale(spread.interval) if spread and spread.interval else None,
        rank=rank,
        rank_interval=rank_interval,
    )


def _on_the_scale(interval: tuple[float, float]) -> tuple[float, float]:
    """No mean can lie outside of what judges can give."""
    return max(interval[0], LOWEST), min(interval[1], HIGHEST)


def _share(scores: Sequence[float], bound: float) -> float | None:
    return round_off(sum(score < bound for score in scores) / len(scores)) if scores else None


def _ranks(means: Mapping[str, float]) -> dict[str, int]:
    """Dimensions with one mean share the lowest of their ranks."""
    return {name: 1 + sum(other < own for other in means.values()) for name, own in means.items()}


def rank_intervals(trials: Sequence[ScoredTrial]) -> dict[str, tuple[int, int]]:
    """Where each dimension's rank lies, by a bootstrap of whole meetings within scenarios."""
    strata = [*by_scenario(trials).values()]
    if not strata or min(map(len, strata)) < FEWEST:
        return {}
    import numpy as np  # slow to import

    draw = np.random.default_rng(SEED)
    sums = [np.array([_sums(trial) for trial in of_one]) for of_one in strata]
    total = np.zeros((DRAWS, 2, len(DIMENSIONS)))
    for of_one in sums:
        chosen = draw.integers(0, len(of_one), size=(DRAWS, len(of_one)))
        total += of_one[chosen].sum(axis=1)
    is_known = np.all(total[:, 1] > 0, axis=0).tolist()
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.round(total[:, 0] / total[:, 1], 9)[:, is_known]
    ranks = 1 + (means[:, None, :] < means[:, :, None]).sum(axis=2)
    low, high = np.quantile(ranks, (0.025, 0.975), axis=0, method="inverted_cdf")
    names = [name for name, known in zip(DIMENSIONS, is_known, strict=True) if known]
    return {
        name: (int(least), int(most)) for name, least, most in zip(names, low, high, strict=True)
    }


def _sums(trial: ScoredTrial) -> tuple[list[float], list[float]]:
    """Per dimension the sum of its scores, and their number."""
    found = trial.card.scores_by_dimension()
    scores = [found.get(name, []) for name in DIMENSIONS]
    return [math.fsum(values) for values in scores], [float(len(values)) for values in scores]


def _edge_case_rows(run: JudgedRun) -> list[EdgeCaseShare]:
    played = [
        (trial.card.scenario_id, edge_case)
        for trial in run.valid
        for edge_case in trial.card.edge_cases
    ]
    rows = [
        _edge_case_share(
            run.name, (severity, "", ""), [case for _, case in played if case.severity == severity]
        )
        for severity in SEVERITIES
    ]
    by_case: dict[tuple[str, str, str], list[EdgeCaseScore]] = {}
    for scenario, edge_case in played:
        case = (edge_case.severity, scenario, edge_case.name)
        by_case.setdefault(case, []).append(edge_case)
    order = sorted(by_case, key=lambda case: case[1:])
    rows += [_edge_case_share(run.name, case, by_case[case]) for case in order]
    return [row for row in rows if row.played]


def _edge_case_share(
    run: str, kind: tuple[str, str, str], played: Sequence[EdgeCaseScore]
) -> EdgeCaseShare:
    return EdgeCaseShare(
        run,
        *kind,
        played=len(played),
        failed=sum(case.has_failed for case in played),
        undetected=sum(not case.detected for case in played),
        not_pushed_back=sum(not case.pushed_back for case in played),
        wrong=sum(not case.produced_nothing_wrong for case in played),
    )
