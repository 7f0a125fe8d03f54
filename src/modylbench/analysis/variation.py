"""What varies from seed to seed, and how many seeds a figure takes (paper 5.3, item 5)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.analysis.judged_runs import COMBINED, by_scenario, trial_means
from modylbench.evaluation.dimensions import (
    DYNAMICS_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.reliability.summarize import CONFIDENCE, FLAKY_VARIANCE, pass_at_k, pass_hat_k
from modylbench.scoring.arithmetic import mean, round_off, variance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.analysis.judged_runs import JudgedRun

HALF_WIDTHS = (0.25, 0.5, 1.0)
LONGEST = 10  # ours: the curves are flat by then
FEWEST = 2
MEASURED = (COMBINED, *TURN_DIMENSIONS, *DYNAMICS_DIMENSIONS, *PRODUCT_DIMENSIONS)


@dataclass(frozen=True, slots=True)
class VarianceComponents:
    """How much of a variance lies between seeds of a scenario, and how much between scenarios."""

    between_seeds: float
    between_scenarios: float | None
    """None with one scenario; never below zero, which is where the estimate is cut."""
    freedom: int
    """Of the first: how many seeds there are beyond one a scenario."""

    @property
    def seed_share(self) -> float | None:
        """Of the whole variance of a single trial; None where there is none to share."""
        if self.between_scenarios is None:
            return None
        whole = self.between_seeds + self.between_scenarios
        return round_off(self.between_seeds / whole) if whole > 0 else None


@dataclass(frozen=True, slots=True)
class Variation:
    """The combined score or a dimension of a run; of one scenario, or of all ("")."""

    run: str
    scenario_id: str
    measure: str
    trials: int
    mean: float
    variance: float | None
    """From seed to seed; over all scenarios that within them."""
    between_scenarios: float | None
    seed_share: float | None
    is_flaky: bool | None
    runs_needed: tuple[int | None, ...]
    """For a 95 % interval of a scenario's mean no wider than each of HALF_WIDTHS to a side."""


@dataclass(frozen=True, slots=True)
class PassCurve:
    """What k runs would show of a scenario whose runs pass at this rate; of all, their mean."""

    run: str
    scenario_id: str
    trials: int
    pass_rate: float
    k: int
    pass_at_k: float
    pass_hat_k: float


def variance_components(groups: Sequence[Sequence[float]]) -> VarianceComponents | None:
    """Variance components of a one-way random-effects model, by the analysis of variance.

    The mean squares within and between groups give the two; with groups of different size the
    divisor is that of Searle's unbalanced case. None where no group has two values.
    """
    there = [sorted(group) for group in groups if group]
    count, freedom = sum(map(len, there)), sum(len(group) - 1 for group in there)
    if freedom < 1:
        return None
    means = [math.fsum(group) / len(group) for group in there]
    squares = (
        (value - middle) ** 2 for group, middle in zip(there, means, strict=True) for value in group
    )
    within = math.fsum(squares) / freedom
    if len(there) < FEWEST:
        return VarianceComponents(round_off(within), None, freedom)
    grand = math.fsum(value for group in there for value in group) / count
    between = math.fsum(
        len(group) * (middle - grand) ** 2 for group, middle in zip(there, means, strict=True)
    ) / (len(there) - 1)
    size = (count - math.fsum(len(group) ** 2 for group in there) / count) / (len(there) - 1)
    return VarianceComponents(
        round_off(within), round_off(max(0.0, (between - within) / size)), freedom
    )


def runs_needed(sd: float, half_width: float) -> int:
    """The smallest k whose 95 % t interval has at most this half-width, if the sd stays.

    >>> runs_needed(1.0, 1.0), runs_needed(0.0, 0.25)
    (7, 2)
    """
    from scipy.special import stdtrit  # slow to import

    k = max(FEWEST, math.ceil((1.95 * sd / half_width) ** 2))  # the normal's bound lies below
    while float(stdtrit(k - 1, (1 + CONFIDENCE) / 2)) * sd / math.sqrt(k) > half_width:
        k += 1
    return k


def variations(runs: Iterable[JudgedRun]) -> tuple[Variation, ...]:
    """Per run all scenarios together and then each, the combined score and every dimension."""
    return tuple(row for run in runs for row in _run_variations(run))


def pass_curves(runs: Iterable[JudgedRun]) -> tuple[PassCurve, ...]:
    """Per run the mean over scenarios and then each scenario, for k from 1 on (plug-in, SPEC 2)."""
    return tuple(row for run in runs for row in _curves(run))


def _run_variations(run: JudgedRun) -> Iterator[Variation]:
    by_name = {
        scenario: [trial_means(trial) for trial in trials]
        for scenario, trials in by_scenario(run.valid).items()
    }
    for measure in MEASURED:
        groups = {
            scenario: [trial[measure] for trial in trials if measure in trial]
            for scenario, trials in by_name.items()
        }
        yield from _measure_variations(run.name, measure, {k: v for k, v in groups.items() if v})


def _measure_variations(
    run: str, measure: str, groups: dict[str, list[float]]
) -> Iterator[Variation]:
    if not groups:
        return
    every = [value for group in groups.values() for value in group]
    found = variance_components([*groups.values()])
    yield _row(
        run, "", measure, values=every, spread=found.between_seeds if found else None, whole=found
    )
    for scenario, values in groups.items():
        spread = variance(values) if len(values) >= FEWEST else None
        yield _row(run, scenario, measure, values=values, spread=spread, whole=None)


def _row(
    run: str,
    scenario: str,
    measure: str,
    *,
    values: Sequence[float],
    spread: float | None,
    whole: VarianceComponents | None,
) -> Variation:
    needed: tuple[int | None, ...] = (None,) * len(HALF_WIDTHS)
    if spread is not None:
        needed = tuple(runs_needed(math.sqrt(spread), half_width) for half_width in HALF_WIDTHS)
    return Variation(
        run=run,
        scenario_id=scenario,
        measure=measure,
        trials=len(values),
        mean=mean(values),
        variance=spread,
        between_scenarios=whole.between_scenarios if whole else None,
        seed_share=whole.seed_share if whole else None,
        is_flaky=None if spread is None else spread > FLAKY_VARIANCE,
        runs_needed=needed,
    )


def _curves(run: JudgedRun) -> Iterator[PassCurve]:
    rates = {
        scenario: (len(trials), sum(trial.card.tier is not None for trial in trials) / len(trials))
        for scenario, trials in by_scenario(run.valid).items()
    }
    if not rates:
        return
    held = sum(count for count, _ in rates.values())
    of_all = [rate for _, rate in rates.values()]
    for k in range(1, LONGEST + 1):
        at = mean([pass_at_k(rate, k) for rate in of_all])
        hat = mean([pass_hat_k(rate, k) for rate in of_all])
        yield PassCurve(run.name, "", held, mean(of_all), k, at, hat)
    for scenario, (count, rate) in rates.items():
        for k in range(1, LONGEST + 1):
            at, hat = pass_at_k(rate, k), pass_hat_k(rate, k)
            yield PassCurve(run.name, scenario, count, round_off(rate), k, at, hat)
