"""The record of the third stage, scorecard.json: every score, and what it was made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import Field

from modylbench.evaluation.evaluation import Signature
from modylbench.evaluation.verdicts import JudgeCard, Sha256, Usage
from modylbench.foundation.record import Record, Spec
from modylbench.recording.recording import AgentUnderTest
from modylbench.scenarios.script import Severity
from modylbench.scenarios.suites import CORE, PrivateMark
from modylbench.scenarios.template import Tier

STAGE = "scorecard"

Standard = Literal["gold", "silver", "offline", "none"]


@dataclass(frozen=True, slots=True)
class DimensionScore:
    """The panel's consensus on one dimension; None where nobody assessed it.

    What caps a dimension through a whole meeting is among the turn's limits, and taken off here.

    A dataclass, since a trial has hundreds: what we computed is validated when it is read.
    """

    __pydantic_config__ = Spec.model_config

    dimension: str
    score: float | None
    by_judge: dict[str, float]
    std: float | None
    is_disputed: bool
    is_pessimistic: bool
    verdicts: tuple[str, ...]
    """Ids of the verdicts that it was made of."""


class Limit(Spec):
    """A floor or a cap: what it is, what it was for, and what it left.

    A turn or product has those that took something away; a trial has all that apply to it.
    """

    rule: str
    reason: str
    before: float
    after: float
    evidence: tuple[str, ...] = ()
    subject: str = ""
    """The product or edge case that a cap on the trial is about; empty where it is all of it."""


class TurnScore(Spec):
    """One agent turn; `weighted` before floors and caps, `score` after them."""

    turn_index: int
    phase: str
    edge_case: str | None
    dimensions: tuple[DimensionScore, ...]
    weighted: float
    limits: tuple[Limit, ...]
    score: float
    counts: bool = True
    """Whether it is part of the journey: in free form a question before the work is not."""
    modes: dict[str, str]
    """How each judge was shown the turn: text, multimodal, audio_only, offline."""
    failing: tuple[str, ...] = ()
    """Criteria that were due after it and did not pass, by id."""
    outcome: str = ""
    """How the agent answered, as in its facts; empty for a turn that was never held."""
    evidence: tuple[str, ...] = ()
    """What else code found in it, by place in the facts."""


class ProductScore(Spec):
    """One deliverable, with the findings behind it by id."""

    product_id: str
    is_present: bool
    dimensions: tuple[DimensionScore, ...]
    weighted: float
    limits: tuple[Limit, ...]
    score: float
    passed: tuple[str, ...]
    failed: tuple[str, ...]
    voted: dict[str, bool]
    """Criteria that code cannot check, by strict majority."""
    evidence: tuple[str, ...] = ()
    """What else code found in it, by place in the facts."""


class EdgeCaseScore(Spec):
    """A trap: whether it was detected, pushed back on, and nothing wrong produced."""

    name: str
    severity: Severity
    detected: bool
    pushed_back: bool
    produced_nothing_wrong: bool
    has_failed: bool
    reasons: tuple[str, ...]
    verdicts: tuple[str, ...] = ()
    """Ids of the verdicts that were counted."""
    findings: tuple[str, ...] = ()
    """What code established of the products: expressions that only hold of what is forbidden."""


class DynamicsMetricScore(Spec):
    """A metric of SPEC 7 from 0 to 1; without a value there is a reason."""

    symbol: str
    value: float | None
    reason: str = ""


class DynamicsDimensionScore(Spec):
    """A dimension of dynamics: 1 + 9 x the mean of its metrics that have a value."""

    dimension: str
    score: float | None
    metrics: tuple[DynamicsMetricScore, ...]


class DynamicsScore(Spec):
    """How the agent took part in the conversation, against a named reference of how people do."""

    norms: str
    """Name and version of the reference."""
    counts: bool
    """Whether it is part of the combined score: with one person it is reported and no more."""
    score: float | None
    """The weighted mean of the dimensions; None where none of them could be measured."""
    dimensions: tuple[DynamicsDimensionScore, ...]
    competitive_interruptions: int


class PanelStatistics(Spec):
    """How well the judges agree: over all ratings of at least two judges.

    They agree where the highest and the lowest lie at most one point apart.
    """

    rated: int
    agreement_rate: float | None
    disputed: int
    pessimistic: int
    alpha_ordinal: dict[str, float | None]
    alpha_interval: dict[str, float | None]
    """None where nothing can be told: no two rated the same, or all ratings are one value."""
    agreement_by_dimension: dict[str, float] = Field(default_factory=dict)


class Scorecard(Record):
    """scorecard.json: one trial.

    A trial that cannot be scored has no `combined` and says why in `invalid`: it is to be judged or
    held again, and never counts against the agent. What nobody could assess in it is left out of
    `turns`, `products` and `edge_cases`.
    """

    remedy: ClassVar[str] = "`modylbench score RUN` makes it anew"
    schema_version: int = 4
    evaluation: Sha256
    recording: Sha256
    scenario_id: str
    scenario_version: int
    seed: int
    suite: str = CORE
    """Scores of different suites are never averaged."""
    suite_version: int = 1
    private_mark: PrivateMark = ""
    """Of a private variant: the fingerprint of its secret."""
    scripted_turns: int | None = None
    """Where another length than the benchmark's was asked for (`--turns`), how many."""
    is_official: bool
    agent: AgentUnderTest
    standard: Standard
    mode: str
    panel: tuple[JudgeCard, ...]
    turns: tuple[TurnScore, ...]
    products: tuple[ProductScore, ...]
    edge_cases: tuple[EdgeCaseScore, ...]
    journey: float | None
    destination: float | None
    dynamics: DynamicsScore | None
    """None where nobody has measured it."""
    limits: tuple[Limit, ...]
    combined: float | None
    tier: Tier | None
    reachable: float | None = None
    """What a perfect agent scores where some beats alone were held, which have no tier; None where
    all were."""
    by_paper: float | None
    """The combined score by the paper's own rules, without gates and caps that are ours."""
    invalid: tuple[str, ...]
    notes: tuple[str, ...]
    """What a reader must know: no screens and why, captions instead of ASR, layers off."""
    metrics: dict[str, float | int | None]
    """Reported, not added: talk-over, content resent, mutation scores, latency."""
    statistics: PanelStatistics
    usage: Usage
    signatures: tuple[Signature, ...]
    layers_off: tuple[int, ...] = ()
    transcripts: str = ""
    """How the agent's words were asked for, and who has listened."""

    @property
    def effective_caps(self) -> tuple[str, ...]:
        """What each cap is that lies below the score without any, in their order."""
        uncapped = self.limits[0].before if self.limits else None
        lower = (limit.rule for limit in self.limits if uncapped and limit.after < uncapped)
        return tuple(dict.fromkeys(lower))

    @property
    def counted_dynamics(self) -> DynamicsScore | None:
        """The dynamics of a meeting of several people, which are part of its score."""
        return self.dynamics if self.dynamics is not None and self.dynamics.counts else None

    def dimensions(self) -> tuple[DimensionScore, ...]:
        """Every dimension of every turn and then of every product."""
        of_turns = [dimension for turn in self.turns for dimension in turn.dimensions]
        return (
            *of_turns,
            *(dimension for product in self.products for dimension in product.dimensions),
        )

    def scores_by_dimension(self) -> dict[str, list[float]]:
        """The scores of every turn or product on each dimension that somebody assessed.

        Where dynamics count, so do their dimensions, of which a meeting has one score each.
        """
        scores: dict[str, list[float]] = {}
        for dimension in self.dimensions():
            if dimension.score is not None:
                scores.setdefault(dimension.dimension, []).append(dimension.score)
        for part in self.counted_dynamics.dimensions if self.counted_dynamics else ():
            if part.score is not None:
                scores[part.dimension] = [part.score]
        return scores
