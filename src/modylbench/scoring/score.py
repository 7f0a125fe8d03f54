"""The third stage: what a meeting is worth, by arithmetic on what is on disk and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from modylbench.evaluation.dimensions import HIGHEST, LOWEST
from modylbench.evaluation.metrics import reported_metrics
from modylbench.scenarios.drawing.lengths import length_of
from modylbench.scoring.agreement import panel_statistics
from modylbench.scoring.arithmetic import mean, weighted_mean
from modylbench.scoring.consensus import opinions_by_subject, problems_of
from modylbench.scoring.dynamics import (
    UNMEASURED,
    hard_fail_caps,
    interruption_caps,
    interruption_gate,
    is_hard_fail,
    score_dynamics,
)
from modylbench.scoring.gates import apply_caps, closed_gates, edge_case_caps
from modylbench.scoring.notes import is_of_the_benchmark, notes_on
from modylbench.scoring.rules import TIERS, paper_rules, score_signatures
from modylbench.scoring.scorecard import Scorecard, TurnScore
from modylbench.scoring.standard import standard_of
from modylbench.scoring.subjects import (
    cap_turn,
    score_answered_turn,
    score_edge_case,
    score_missing_product,
    score_product,
    score_unanswered_turn,
)
from modylbench.scoring.weighing import UnscoredSubject, product_scale, turn_scale

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.scenarios.template import Tier
    from modylbench.scoring.consensus import Opinions
    from modylbench.scoring.rules import ScoringRules
    from modylbench.scoring.scorecard import (
        DimensionScore,
        DynamicsScore,
        EdgeCaseScore,
        Limit,
        ProductScore,
    )

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WeighedMeeting:
    """Every turn, product and edge case, scored or not."""

    turns: tuple[TurnScore | UnscoredSubject, ...]
    products: tuple[ProductScore | UnscoredSubject, ...]
    edge_cases: tuple[EdgeCaseScore | UnscoredSubject, ...]
    dynamics: DynamicsScore | None

    problems: tuple[str, ...]
    """Why the trial cannot be scored."""

    @property
    def journey(self) -> float | None:
        """The mean of the turns that count; None where the trial cannot be scored."""
        return self._mean_of([turn.score for turn in _only_scored(self.turns) if turn.counts])

    @property
    def destination(self) -> float | None:
        """The mean of the products; None where the trial cannot be scored."""
        return self._mean_of([product.score for product in _only_scored(self.products)])

    @property
    def dimensions(self) -> list[DimensionScore]:
        """Every dimension of every turn and product, scored or not."""
        return [
            dimension for part in (*self.turns, *self.products) for dimension in part.dimensions
        ]

    def _mean_of(self, scores: list[float]) -> float | None:
        return None if self.problems else mean(scores)


def score(evaluation: Evaluation, rules: ScoringRules, *, evaluation_sha256: str) -> Scorecard:
    """The scorecard of one trial (SPEC 2); one that cannot be scored says why and has no score."""
    opinions = opinions_by_subject(evaluation.verdicts)
    weighed = _weigh_meeting(evaluation, opinions, rules)
    combined, limits = _combine(weighed, evaluation, opinions, rules)
    rules_of_paper = paper_rules().model_copy(update={"layers": rules.layers})
    weighed_by_paper = _weigh_meeting(evaluation, opinions, rules_of_paper)
    layers_off, dimensions = _layers_off(evaluation, rules), weighed.dimensions
    dynamics = weighed.dynamics
    is_regular = not layers_off and is_of_the_benchmark(rules)
    return Scorecard(
        evaluation=evaluation_sha256,
        recording=evaluation.recording,
        scenario_id=evaluation.scenario_id,
        scenario_version=evaluation.scenario_version,
        seed=evaluation.seed,
        suite=evaluation.suite,
        suite_version=evaluation.suite_version,
        private_mark=evaluation.private_mark,
        scripted_turns=length_of(evaluation.edge_case),
        is_official=evaluation.is_official and is_regular,
        agent=evaluation.agent,
        standard=standard_of(evaluation),
        mode=evaluation.mode,
        panel=tuple(sorted(evaluation.panel, key=lambda card: card.name)),
        turns=_only_scored(weighed.turns),
        products=_only_scored(weighed.products),
        edge_cases=_only_scored(weighed.edge_cases),
        journey=weighed.journey,
        destination=weighed.destination,
        dynamics=dynamics,
        limits=limits,
        combined=combined,
        tier=None if evaluation.beats or is_hard_fail(limits) else tier_of(combined, rules),
        reachable=_reachable(evaluation, rules),
        by_paper=_combine(weighed_by_paper, evaluation, opinions, rules_of_paper)[0],
        invalid=weighed.problems,
        notes=notes_on(
            evaluation, rules, layers_off=layers_off, dimensions=dimensions, dynamics=dynamics
        ),
        metrics=reported_metrics(evaluation.facts),
        statistics=panel_statistics(dimensions),
        usage=evaluation.usage,
        signatures=score_signatures(evaluation.signatures, rules),
        layers_off=layers_off,
        transcripts=evaluation.transcripts,
    )


def tier_of(combined: float | None, rules: ScoringRules) -> Tier | None:
    """The highest tier that the unrounded score reaches; None below the lowest."""
    reached: Tier | None = None
    for tier in TIERS:
        if combined is not None and combined >= rules.tiers[tier]:
            reached = tier
    return reached


def _reachable(evaluation: Evaluation, rules: ScoringRules) -> float | None:
    """What is left to a perfect agent of a meeting that was held in part; None of a whole one."""
    if not evaluation.beats:
        return None
    expected, lost = len(evaluation.expected_products), len(evaluation.unreachable_products)
    if not expected:
        return None
    destination = mean([HIGHEST] * (expected - lost) + [LOWEST] * lost)
    scores = {"journey": HIGHEST, "dynamics": HIGHEST, "destination": destination}
    return weighted_mean(_with_weights(scores, rules, counts_dynamics=evaluation.is_multi_party))


def _edge_cases(
    evaluation: Evaluation, opinions: Mapping[str, Opinions]
) -> Iterator[EdgeCaseScore | UnscoredSubject]:
    answered = {turn.turn_index for turn in evaluation.facts.turns if turn.is_answered}
    for facts in sorted(
        evaluation.facts.edge_cases, key=lambda edge_case: (edge_case.turns, edge_case.name)
    ):
        yield score_edge_case(
            facts,
            opinions.get(f"edge_case-{facts.name}", ()),
            is_answered=not answered.isdisjoint(facts.turns),
        )


def _turns(
    evaluation: Evaluation,
    opinions: Mapping[str, Opinions],
    rules: ScoringRules,
    *,
    edge_cases: tuple[EdgeCaseScore | UnscoredSubject, ...],
) -> Iterator[TurnScore | UnscoredSubject]:
    scale = turn_scale(rules, evaluation.channels, interruption_caps(evaluation, rules))
    held = {turn.turn_index: turn for turn in evaluation.facts.turns}
    beats = {
        index: edge_case.name
        for edge_case in evaluation.facts.edge_cases
        for index in edge_case.turns
    }
    failed = {case.name: case for case in _only_scored(edge_cases) if case.has_failed}
    for index in sorted({*held, *evaluation.planned_turns}):
        facts = held.get(index)
        edge_case = beats.get(index) or (facts.edge_case if facts else None)
        if facts is None or not facts.is_answered:
            yield score_unanswered_turn(index, facts, scale.dimensions, edge_case=edge_case)
            continue
        turn = score_answered_turn(
            facts,
            opinions.get(f"turn-{index:02d}", ()),
            scale=scale,
            rules=rules,
            attempts=evaluation.facts.attempts_made_in(index) if facts.attempts else (),
        )
        if isinstance(turn, TurnScore) and index in evaluation.question_turns:
            turn = turn.model_copy(update={"counts": False})
        failure, cap = failed.get(edge_case or ""), rules.failed_edge_case_turn_cap
        if isinstance(turn, UnscoredSubject) or not (failure and cap and rules.layers.floors):
            yield turn
        else:
            yield cap_turn(turn, failure, cap)


def _products(
    evaluation: Evaluation, opinions: Mapping[str, Opinions], rules: ScoringRules
) -> Iterator[ProductScore | UnscoredSubject]:
    scale = product_scale(rules)
    shown = {product.product_id: product for product in evaluation.facts.products}
    for product_id in evaluation.expected_products:
        facts = shown.get(product_id)
        if facts is None or not facts.is_present:
            yield score_missing_product(product_id, facts, scale)
        else:
            by_judge = opinions.get(f"product-{product_id}", ())
            yield score_product(facts, by_judge, scale=scale, rules=rules)


def _weigh_meeting(
    evaluation: Evaluation, opinions: Mapping[str, Opinions], rules: ScoringRules
) -> WeighedMeeting:
    edge_cases = tuple(_edge_cases(evaluation, opinions))
    turns = tuple(_turns(evaluation, opinions, rules, edge_cases=edge_cases))
    products = tuple(_products(evaluation, opinions, rules))
    found = [] if evaluation.is_valid else ["something went wrong on our side in the meeting"]
    found += problems_of(evaluation.verdicts, [card.name for card in evaluation.panel])
    if not turns:
        found.append("no turn was planned or held")
    if not products:
        found.append("no product is expected")
    if evaluation.is_multi_party and evaluation.facts.dynamics is None:
        found.append(UNMEASURED)
    parts = (*turns, *products, *edge_cases)
    found += [part.reason for part in parts if isinstance(part, UnscoredSubject)]
    dynamics = score_dynamics(evaluation, rules)
    return WeighedMeeting(turns, products, edge_cases, dynamics, tuple(found))


def _combine(
    weighed: WeighedMeeting,
    evaluation: Evaluation,
    opinions: Mapping[str, Opinions],
    rules: ScoringRules,
) -> tuple[float | None, tuple[Limit, ...]]:
    journey = weighed.journey
    combined = weighted_mean(_weighted_parts(weighed, rules))
    if journey is None or combined is None:
        return None, ()
    if not rules.layers.floors:
        return combined, ()
    caps = [*edge_case_caps(_only_scored(weighed.edge_cases), rules)]
    caps += hard_fail_caps(evaluation, rules)
    if rules.gates is not None:
        products = _only_scored(weighed.products)
        caps += closed_gates(evaluation, opinions, rules.gates, journey=journey, products=products)
        caps += interruption_gate(evaluation, rules)
    return apply_caps(combined, caps)


def _weighted_parts(weighed: WeighedMeeting, rules: ScoringRules) -> list[tuple[float, float]]:
    """What a meeting's score is the mean of."""
    dynamics = weighed.dynamics
    scores = {
        "journey": weighed.journey,
        "dynamics": dynamics.score if dynamics is not None else None,
        "destination": weighed.destination,
    }
    counts = dynamics is not None and dynamics.counts
    return _with_weights(scores, rules, counts_dynamics=counts)


def _with_weights(
    scores: Mapping[str, float | None], rules: ScoringRules, *, counts_dynamics: bool
) -> list[tuple[float, float]]:
    """The parts with their weights: equation 7 where the agent met several people."""
    weights = {"journey": rules.journey_weight, "destination": rules.destination_weight}
    if counts_dynamics:
        weights = dict(rules.multi_party_weights)
    return [
        (weight, score) for name, weight in weights.items() if (score := scores[name]) is not None
    ]


def _layers_off(evaluation: Evaluation, rules: ScoringRules) -> tuple[int, ...]:
    """Layers 1 to 3 as these rules have them, the others as the evaluation was made."""
    others = {number for number in evaluation.layers_off if number > 3}
    return tuple(sorted({*rules.layers.off, *others}))


def _only_scored(parts: tuple[T | UnscoredSubject, ...]) -> tuple[T, ...]:
    return tuple(part for part in parts if not isinstance(part, UnscoredSubject))
