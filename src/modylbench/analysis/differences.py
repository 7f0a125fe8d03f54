"""By how much two agents differ on the same meetings, and whether that is more than chance.

Scores come in pairs, one of each agent for the same scenario and seed, so that what makes a seed
hard falls out of the difference. None is what cannot be known: of one pair nobody can tell how far
chance alone would move it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.scoring.arithmetic import round_off

if TYPE_CHECKING:
    from collections.abc import Sequence

FEWEST_PAIRS = 2
RESOLUTION = 0.1
"""Ours: the step in which a trial's score is taken to be known.

Scores are means of whole numbers, and caps make many the same. Differences that happen to be equal
at two or three seeds would count as proof without it: simulated, identical agents whose scores come
in tenths were then told apart in 19 % of comparisons, at a level of 5 %.
"""
SHARE = 0.1
"""Ours: which share of what scenarios vary by on average each is taken to vary by at least.

An agent that falls for a trap in every other meeting has two scores and nothing between: with three
seeds the differences in one of six scenarios are often equal by chance. Simulated, identical agents
of that kind were told apart in 18 % of comparisons without it, and in 1 % with it; the price is
that one steady scenario among erratic ones needs more seeds to show a drop.
"""
_LEAST_VARIANCE = 2 * RESOLUTION**2 / 12  # of the difference of two scores rounded to that step
_P_DIGITS = 12  # ours: beyond what any decision turns on, and short of what libraries differ in


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of paired differences; below zero, the second of each pair is the worse.

    `interval` is that of the mean at the confidence asked for; `p_value` is two-sided, for the
    claim that the mean lies no further from zero than the threshold.
    """

    mean: float
    pairs: int
    interval: tuple[float, float] | None
    p_value: float | None


def paired_difference(
    differences: Sequence[float], *, confidence: float = 0.95, threshold: float = 0.0
) -> Difference | None:
    """The difference within one scenario: the paired t test over its seeds; None without a pair.

    >>> round(paired_difference([-1.0, -2.0, -3.0]).p_value, 4)
    0.0742
    """
    return stratified_difference([differences], confidence=confidence, threshold=threshold)


def stratified_difference(
    strata: Sequence[Sequence[float]],
    *,
    confidence: float = 0.95,
    threshold: float = 0.0,
    least_variance: float = 0.0,
) -> Difference | None:
    """The mean over scenarios of each one's mean difference; None without a pair.

    Scenarios count the same, as in the benchmark's overall score, however many seeds each has. They
    are the fixed set that the benchmark consists of, not a draw from a larger one: that an agent
    became better in one and worse in another is what there is to know, and no noise. So what is
    uncertain is only the mean of each over its seeds, with a variance of its own in each scenario
    (a scenario with a trap varies more): their standard errors are added, and the degrees of
    freedom are those of Welch and Satterthwaite. With one scenario this is the paired t test. The
    interval is not known where a scenario has one pair alone. It says nothing of other scenarios.

    A scenario varies by no less than the resolution of scores: so nothing is divided by zero where
    agents draw nothing at random, and differences that are equal by chance prove nothing. Who knows
    of other scenarios can ask for more (`shared_variance`).
    """
    there = [sorted(map(round_off, stratum)) for stratum in strata if stratum]
    if not there:
        return None
    means = [math.fsum(stratum) / len(stratum) for stratum in there]
    mean, pairs = round_off(math.fsum(means) / len(means)), sum(map(len, there))
    if min(map(len, there)) < FEWEST_PAIRS:
        return Difference(mean, pairs, None, None)
    least = max(_LEAST_VARIANCE, least_variance)
    squares = [max(_variance(stratum), least) / len(stratum) for stratum in there]
    error = math.sqrt(math.fsum(squares)) / len(there)
    beyond = max(abs(mean) - threshold, 0.0)
    freedom = _freedom(squares, [len(stratum) - 1 for stratum in there])
    from scipy.special import stdtr, stdtrit  # slow to import; scipy.stats would take half a second

    half = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    p_value = min(1.0, 2 * float(stdtr(freedom, -beyond / error)))
    return Difference(
        mean, pairs, (round_off(mean - half), round_off(mean + half)), round(p_value, _P_DIGITS)
    )


def shared_variance(strata: Sequence[Sequence[float]]) -> float:
    """What the differences in any one scenario are taken to vary by at least, given all of them."""
    known = [_variance(sorted(stratum)) for stratum in strata if len(stratum) >= FEWEST_PAIRS]
    return SHARE * math.fsum(known) / len(known) if known else 0.0


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values adjusted for their number, by Holm's step-down procedure.

    Whoever claims all those at or below a level makes a single false claim, among however many,
    with a chance of at most that level, and however they depend on each other. By our own hand
    since statsmodels takes over a second to import and scipy has only Benjamini and Hochberg's.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[place]))
        adjusted[place] = highest
    return adjusted


def _variance(ordered: Sequence[float]) -> float:
    """The sample variance, with n - 1."""
    middle = math.fsum(ordered) / len(ordered)
    return math.fsum((value - middle) ** 2 for value in ordered) / (len(ordered) - 1)


def _freedom(squares: Sequence[float], freedoms: Sequence[int]) -> float:
    """Welch and Satterthwaite's degrees of freedom, from the squared errors of the scenarios."""
    parts = (square**2 / own for square, own in zip(squares, freedoms, strict=True))
    return math.fsum(squares) ** 2 / math.fsum(parts)
