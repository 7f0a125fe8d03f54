"""How the agent took part in a conversation, as a score, and what that fails or caps (SPEC 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.dimensions import HIGHEST, LOWEST
from modylbench.evaluation.facts import DynamicsMeasure
from modylbench.scoring.arithmetic import mean, weighted_mean
from modylbench.scoring.gates import MANNERS_GATE, Cap
from modylbench.scoring.scorecard import DynamicsDimensionScore, DynamicsMetricScore, DynamicsScore
from modylbench.scoring.weighing import DimensionCaps

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import DynamicsFacts
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import Limit

HARD_FAIL = "hard_fail_"
"""How the rule of a cap begins that leaves no tier, whatever the tiers are."""
INTERRUPTIONS = "interruptions"
UNMEASURED = "the meeting has several people and its dynamics were not measured: evaluate it again"


def score_dynamics(evaluation: Evaluation, rules: ScoringRules) -> DynamicsScore | None:
    """The dimensions and their weighted mean; None where nobody has measured dynamics."""
    facts = evaluation.facts.dynamics
    if facts is None:
        return None
    known = _by_symbol(facts)
    dimensions = tuple(
        _score_dimension(
            name, [known.get(symbol) or _missing_measure(symbol) for symbol in symbols]
        )
        for name, symbols in rules.dynamics_metrics.items()
    )
    return DynamicsScore(
        norms=facts.norms,
        counts=evaluation.is_multi_party,
        score=_weigh(dimensions, rules),
        dimensions=dimensions,
        competitive_interruptions=len(facts.competitive_interruptions),
    )


def hard_fail_caps(evaluation: Evaluation, rules: ScoringRules) -> Iterator[Cap]:
    """A cap for each reason that a meeting of several people fails, whatever its content.

    What could not be measured is no reason.
    """
    facts, value = evaluation.facts.dynamics, rules.hard_fail_cap
    if facts is None or value is None or not evaluation.is_multi_party:
        return
    measures = _by_symbol(facts)
    for symbol, floor in rules.hard_fail_floors.items():
        measure = measures.get(symbol)
        if measure is None or measure.value is None or measure.value >= floor:
            continue
        reason = f"{symbol} is {measure.value:.4g}: under {floor:g}"
        yield Cap(f"{HARD_FAIL}{symbol}", value, reason, tuple(_places_of_failures(measure)))
    if _interrupts(facts, rules):
        yield Cap(
            f"{HARD_FAIL}{INTERRUPTIONS}",
            value,
            _interruption_text(facts, rules),
            _interruption_places(facts),
        )


def is_hard_fail(limits: Iterable[Limit]) -> bool:
    """Whether one of the caps is such that the meeting has no tier."""
    return any(limit.rule.startswith(HARD_FAIL) for limit in limits)


def interruption_caps(evaluation: Evaluation, rules: ScoringRules) -> DimensionCaps | None:
    """What interrupting costs where the agent meets one person; None where it costs nothing."""
    facts, caps = evaluation.facts.dynamics, rules.dyadic_interruption_caps
    if facts is None or evaluation.is_multi_party or not caps or not rules.layers.floors:
        return None
    if not _interrupts(facts, rules):
        return None
    bounds = ", ".join(f"{name} at most {value:g}" for name, value in caps.items())
    reason = f"{_interruption_text(facts, rules)} in the meeting: {bounds}"
    return DimensionCaps(INTERRUPTIONS, reason, caps, _interruption_places(facts))


def interruption_gate(evaluation: Evaluation, rules: ScoringRules) -> Iterator[Cap]:
    """A cap on the trial where the agent keeps cutting in on the one person that it meets.

    The caps on two dimensions leave a meeting that is right in everything at 9.46, which would be a
    consultant's.
    """
    facts, gates = evaluation.facts.dynamics, rules.gates
    if facts is None or gates is None or evaluation.is_multi_party:
        return
    if _interrupts(facts, rules):
        reason = f"{_interruption_text(facts, rules)}: it talks over the person"
        yield Cap(MANNERS_GATE, gates.manners_cap, reason, _interruption_places(facts))


def _by_symbol(facts: DynamicsFacts) -> dict[str, DynamicsMeasure]:
    """The measures; of one that stands twice, the first."""
    return {measure.symbol: measure for measure in reversed(facts.measures)}


def _missing_measure(symbol: str) -> DynamicsMeasure:
    return DynamicsMeasure(symbol=symbol, value=None, reason="it is not among what was measured")


def _score_dimension(name: str, measures: Sequence[DynamicsMeasure]) -> DynamicsDimensionScore:
    metrics = tuple(
        DynamicsMetricScore(symbol=measure.symbol, value=measure.value, reason=measure.reason)
        for measure in measures
    )
    # On the scale before the mean, which rounds: nine thirds must not come out as 8.999999997.
    scores = [
        LOWEST + (HIGHEST - LOWEST) * metric.value for metric in metrics if metric.value is not None
    ]
    return DynamicsDimensionScore(
        dimension=name, score=mean(scores) if scores else None, metrics=metrics
    )


def _weigh(dimensions: Iterable[DynamicsDimensionScore], rules: ScoringRules) -> float | None:
    """Those that were measured, by their weights; by equal ones where layer 1 is off."""
    weights = rules.dynamics_weights
    if not rules.layers.weights:
        weights = {name: 1.0 for name, weight in weights.items() if weight > 0}
    return weighted_mean(
        (weights.get(dimension.dimension, 0.0), dimension.score)
        for dimension in dimensions
        if dimension.score is not None
    )


def _interrupts(facts: DynamicsFacts, rules: ScoringRules) -> bool:
    return len(facts.competitive_interruptions) > rules.most_interruptions


def _interruption_text(facts: DynamicsFacts, rules: ScoringRules) -> str:
    count = len(facts.competitive_interruptions)
    return f"{count} competitive interruptions, more than {rules.most_interruptions}"


def _places_of_failures(measure: DynamicsMeasure) -> Iterator[str]:
    """The events that were not as they should be, by their place in the facts."""
    for number, moment in enumerate(measure.moments):
        if moment.value == 0:
            yield f"dynamics/{measure.symbol}-{number}"


def _interruption_places(facts: DynamicsFacts) -> tuple[str, ...]:
    count = len(facts.competitive_interruptions)
    return tuple(f"dynamics/competitive_interruption-{number}" for number in range(count))
