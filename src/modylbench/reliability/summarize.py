"""The fourth stage: what k runs of each scenario are worth together, and how much they differ."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import (
    CHANNEL_DIMENSIONS,
    DYNAMICS_DIMENSIONS,
    PRODUCT_DIMENSIONS,
    TURN_DIMENSIONS,
)
from modylbench.evaluation.evaluate.signatures import code_signature
from modylbench.reliability.comparability import refuse_mixtures, refuse_unplanned
from modylbench.reliability.report import (
    WORST_RUN,
    DimensionSpread,
    ReliabilityReport,
    ScenarioReliability,
)
from modylbench.scoring.agreement import panel_statistics
from modylbench.scoring.arithmetic import mean, round_off, variance

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.evaluation import Signature
    from modylbench.scoring.scorecard import Scorecard, Standard

STANDARDS: tuple[Standard, ...] = ("none", "offline", "silver", "gold")
UNOFFICIAL = "unofficial: "
FLAKY_VARIANCE = 1.0  # SPEC 2
CONFIDENCE = 0.95  # paper 3.5, layer 6


def summarize(
    scorecards: Iterable[Scorecard],
    *,
    planned: Iterable[tuple[str, int]] | None = None,
    worst_counts: bool = True,
) -> ReliabilityReport:
    """The reliability of one agent under one panel and one set of rules (SPEC 2, layer 6).

    `planned` are scenario and seed of every trial that was to be held; without it, those that are
    there. Where one of a scenario is missing or invalid, its worst run is not known: it has no
    official score then, and what is there is provisional. Mixed scorecards are refused.
    """
    cards = sorted(scorecards, key=lambda card: (card.scenario_id, card.seed))
    refuse_mixtures(cards)
    plan = _seeds(cards, planned)
    refuse_unplanned(cards, plan)
    scenarios = tuple(
        _scenario(name, seeds, [card for card in cards if card.scenario_id == name],
                  worst_counts=worst_counts)
        for name, seeds in plan.items()
    )  # fmt: skip
    valid = [card for card in cards if card.combined is not None]
    layers_off = {*cards[0].layers_off, *(() if worst_counts else (WORST_RUN,))}
    return ReliabilityReport(
        agent=cards[0].agent,
        suite=cards[0].suite,
        suite_version=cards[0].suite_version,
        private_mark=cards[0].private_mark,
        scripted_turns=cards[0].scripted_turns,
        standard=min((card.standard for card in cards), key=STANDARDS.index),
        is_official=worst_counts and all(card.is_official for card in cards),
        scenarios=scenarios,
        overall=_overall(scenario.official for scenario in scenarios),
        overall_by_paper=_overall(scenario.counted_by_paper for scenario in scenarios),
        statistics=panel_statistics(dimension for card in valid for dimension in card.dimensions()),
        layers_off=tuple(sorted(layers_off)),
        notes=tuple(_notes(cards, scenarios, worst_counts=worst_counts)),
        signatures=_signatures(cards),
    )


def pass_at_k(pass_rate: float, runs: int) -> float:
    """The chance that at least one of k runs passes (paper 3.5, equation 5).

    >>> pass_at_k(0.4, 5)
    0.92224
    """
    return round_off(1 - (1 - pass_rate) ** runs)


def pass_hat_k(pass_rate: float, runs: int) -> float:
    """The chance that all k runs pass: the reliability form of tau-bench, pass^k.

    >>> pass_hat_k(0.4, 5)
    0.01024
    """
    return round_off(pass_rate**runs)


def standard_deviation(scores: Sequence[float]) -> float | None:
    """With n - 1 (SPEC 2); None for fewer than two runs."""
    return round_off(math.sqrt(variance(scores))) if len(scores) > 1 else None


def confidence_interval(scores: Sequence[float]) -> tuple[float, float] | None:
    """The 95 % interval of the mean by the exact t quantile; None for fewer than two runs.

    The paper reads the quantile from a table; this is the number that the table rounds.
    """
    sd = standard_deviation(scores)
    if sd is None:
        return None
    from scipy.special import stdtrit  # slow to import, and one run needs none

    runs = len(scores)
    quantile = float(stdtrit(runs - 1, (1 + CONFIDENCE) / 2))
    half, middle = quantile * sd / math.sqrt(runs), mean(scores)
    return round_off(middle - half), round_off(middle + half)


def dimension_spreads(cards: Sequence[Scorecard]) -> tuple[DimensionSpread, ...]:
    """Each dimension's mean per run, and how that varies from run to run.

    Those of dynamics are among them where they count.
    """
    by_run = [card.scores_by_dimension() for card in cards]
    order = TURN_DIMENSIONS + CHANNEL_DIMENSIONS + DYNAMICS_DIMENSIONS + PRODUCT_DIMENSIONS
    found = ((name, [mean(run[name]) for run in by_run if name in run]) for name in order)
    return tuple(_spread(name, means) for name, means in found if means)


@cache
def reliability_signature() -> Signature:
    """Of the code of this stage."""
    return code_signature("reliability", "reliability.summarize")


def _seeds(
    cards: Sequence[Scorecard], planned: Iterable[tuple[str, int]] | None
) -> dict[str, list[int]]:
    """The seeds of every scenario, both in their order."""
    found: dict[str, list[int]] = {}
    trials = ((card.scenario_id, card.seed) for card in cards) if planned is None else planned
    for name, seed in sorted(set(trials)):
        found.setdefault(name, []).append(seed)
    return found


def _scenario(
    name: str, seeds: Sequence[int], cards: Sequence[Scorecard], *, worst_counts: bool
) -> ScenarioReliability:
    valid = [(card.combined, card) for card in cards if card.combined is not None]
    scores = tuple(score for score, _ in valid)
    is_whole = len(valid) == len(seeds)
    runs = len(scores) if is_whole else 0
    counts = min if worst_counts else max
    official = counts(scores) if runs else None
    scores_by_paper = tuple(card.by_paper for _, card in valid if card.by_paper is not None)
    pass_rate = round_off(sum(card.tier is not None for _, card in valid) / runs) if runs else None
    there = {card.seed for card in cards}
    return ScenarioReliability(
        scenario_id=name,
        seeds=tuple(seeds),
        missing_seeds=tuple(seed for seed in seeds if seed not in there),
        invalid_seeds=tuple(card.seed for card in cards if card.combined is None),
        is_provisional=not is_whole,
        scores=scores,
        official=official,
        tier=next((card.tier for score, card in valid if score == official), None),
        pass_rate=pass_rate,
        pass_at_k=pass_at_k(pass_rate, runs) if pass_rate is not None else None,
        pass_hat_k=pass_hat_k(pass_rate, runs) if pass_rate is not None else None,
        mean=mean(scores) if scores else None,
        sd=standard_deviation(scores),
        min=min(scores, default=None),
        max=max(scores, default=None),
        ci95=confidence_interval(scores),
        scores_by_paper=scores_by_paper,
        counted_by_paper=counts(scores_by_paper) if runs and len(scores_by_paper) == runs else None,
        mean_by_paper=mean(scores_by_paper) if scores_by_paper else None,
        dimensions=dimension_spreads([card for _, card in valid]),
    )


def _overall(counted: Iterable[float | None]) -> float | None:
    """The mean over scenarios; None where one has no score that counts."""
    scores = list(counted)
    known = [score for score in scores if score is not None]
    return mean(known) if len(known) == len(scores) else None


def _notes(
    cards: Sequence[Scorecard], scenarios: Sequence[ScenarioReliability], *, worst_counts: bool
) -> Iterator[str]:
    reasons = Counter(
        note.removeprefix(UNOFFICIAL)
        for card in cards
        for note in card.notes
        if note.startswith(UNOFFICIAL)
    )
    for reason, times in sorted(reasons.items()):
        yield f"{UNOFFICIAL}{reason} ({times} of {len(cards)} trials)"
    if not worst_counts:
        yield f"{UNOFFICIAL}layer {WORST_RUN} is off: the best run counts"
    for scenario in scenarios:
        if scenario.missing_seeds:
            missing = ", ".join(map(str, scenario.missing_seeds))
            yield f"{scenario.scenario_id}: seed {missing} was planned and has no scorecard; run it"
        if scenario.invalid_seeds:
            invalid = ", ".join(map(str, scenario.invalid_seeds))
            yield f"{scenario.scenario_id}: seed {invalid} cannot be scored; judge or hold it again"
        if scenario.official is None:
            yield f"{scenario.scenario_id} has no official score, so there is no overall score"
    standards = [name for name in STANDARDS if any(card.standard == name for card in cards)]
    if len(standards) > 1:
        yield f"judged by different standards ({', '.join(standards)}): the lowest counts"


def _signatures(cards: Sequence[Scorecard]) -> tuple[Signature, ...]:
    """Those of all scorecards, which do not contradict each other, and this stage's own."""
    found = {signature.name: signature for card in cards for signature in card.signatures}
    own = reliability_signature()
    return tuple(sorted((*found.values(), own), key=lambda signature: signature.name))


def _spread(dimension: str, means: list[float]) -> DimensionSpread:
    found = variance(means) if len(means) > 1 else None
    return DimensionSpread(
        dimension=dimension,
        mean=mean(means),
        variance=found,
        is_flaky=found is not None and found > FLAKY_VARIANCE,
    )
