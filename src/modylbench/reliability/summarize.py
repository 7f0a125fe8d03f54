"""The fourth stage: what are k runs of each scenario worth together?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.reliability.comparable import refuse_mixtures
from modylbench.reliability.report import ReliabilityReport, ScenarioReliability
from modylbench.reliability.spread import (
    confidence_interval,
    dimension_spreads,
    standard_deviation,
)
from modylbench.scoring.arithmetic import mean, settled
from modylbench.scoring.panel import panel_statistics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.scoring.scorecard import Scorecard, Standard

STANDARDS: tuple[Standard, ...] = ("none", "offline", "silver", "gold")
WORST_RUN_LAYER = 6  # SPEC 3


def summarize(scorecards: Iterable[Scorecard], *, worst_counts: bool = True) -> ReliabilityReport:
    """The reliability of one agent under one panel and one set of rules (SPEC 2, layer 6).

    Mixed scorecards are refused; invalid ones are named and left out of every figure.
    """
    cards = sorted(scorecards, key=lambda card: (card.scenario_id, card.seed))
    refuse_mixtures(cards)
    names = dict.fromkeys(card.scenario_id for card in cards)
    scenarios = tuple(
        _scenario([card for card in cards if card.scenario_id == name], worst_counts=worst_counts)
        for name in names
    )
    officials = [one.official for one in scenarios if one.official is not None]
    valid = [card for card in cards if card.combined is not None]
    layers_off = {*cards[0].layers_off, *(() if worst_counts else (WORST_RUN_LAYER,))}
    return ReliabilityReport(
        agent=cards[0].agent,
        standard=min((card.standard for card in cards), key=STANDARDS.index),
        scenarios=scenarios,
        overall=mean(officials) if len(officials) == len(scenarios) else None,
        statistics=panel_statistics(one for card in valid for one in card.dimensions()),
        layers_off=tuple(sorted(layers_off)),
        notes=tuple(_notes(cards, scenarios)),
    )


def pass_at_k(pass_rate: float, runs: int) -> float:
    """The chance that at least one of k runs passes (paper 3.5, equation 5).

    >>> pass_at_k(0.4, 5)
    0.92224
    """
    return settled(1 - (1 - pass_rate) ** runs)


def pass_hat_k(pass_rate: float, runs: int) -> float:
    """The chance that all k runs pass: the reliability form of tau-bench, pass^k.

    >>> pass_hat_k(0.4, 5)
    0.01024
    """
    return settled(pass_rate**runs)


def _scenario(cards: Sequence[Scorecard], *, worst_counts: bool) -> ScenarioReliability:
    valid = [(card.combined, card) for card in cards if card.combined is not None]
    scores = tuple(score for score, _ in valid)
    runs = len(scores)
    official = (min(scores) if worst_counts else max(scores)) if scores else None
    pass_rate = settled(sum(card.tier is not None for _, card in valid) / runs) if runs else None
    return ScenarioReliability(
        scenario_id=cards[0].scenario_id,
        seeds=tuple(card.seed for card in cards),
        invalid_seeds=tuple(card.seed for card in cards if card.combined is None),
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
        dimensions=dimension_spreads([card for _, card in valid]),
    )


def _notes(cards: Sequence[Scorecard], scenarios: Sequence[ScenarioReliability]) -> Iterator[str]:
    unofficial = sum(not card.is_official for card in cards)
    if unofficial:
        yield f"unofficial: {unofficial} of {len(cards)} trials"
    for one in scenarios:
        if one.invalid_seeds:
            seeds = ", ".join(map(str, one.invalid_seeds))
            yield f"{one.scenario_id}: seed {seeds} cannot be scored and is left out; judge again"
        if one.official is None:
            yield f"{one.scenario_id} has no score, so there is no overall score"
    standards = [name for name in STANDARDS if any(card.standard == name for card in cards)]
    if len(standards) > 1:
        yield f"judged by different standards ({', '.join(standards)}): the lowest counts"
