"""The record of the fourth stage: what k runs are worth."""

from __future__ import annotations

from typing import ClassVar

from modylbench.evaluation.evaluation import Signature
from modylbench.foundation.record import Record, Spec
from modylbench.recording.recording import AgentUnderTest
from modylbench.scenarios.suites import CORE, PrivateMark
from modylbench.scenarios.template import Tier
from modylbench.scoring.scorecard import PanelStatistics, Standard

STAGE = "reliability"
WORST_RUN = 6
"""SPEC 3: the layer that works in this stage."""


class DimensionSpread(Spec):
    """A dimension across the runs of a scenario: flaky where its variance is over 1.0."""

    dimension: str
    mean: float
    variance: float | None
    is_flaky: bool


class ScenarioReliability(Spec):
    """The k runs of one scenario that were planned.

    Where one is missing or invalid, the worst run is not known: `official`, `tier` and the pass
    figures are None, and the others are provisional, of the runs that are there.
    """

    scenario_id: str
    seeds: tuple[int, ...]
    missing_seeds: tuple[int, ...]
    invalid_seeds: tuple[int, ...]
    is_provisional: bool
    scores: tuple[float, ...]
    """Of the seeds that are neither missing nor invalid."""
    official: float | None
    """The worst run (layer 6); the best where that layer is off."""
    tier: Tier | None
    pass_rate: float | None
    pass_at_k: float | None
    pass_hat_k: float | None
    mean: float | None
    sd: float | None
    min: float | None
    max: float | None
    ci95: tuple[float, float] | None
    scores_by_paper: tuple[float, ...]
    """Of the same seeds as `scores`, by the paper's own rules."""
    counted_by_paper: float | None
    """What would be official by these: the worst of them, or the best without layer 6."""
    mean_by_paper: float | None
    dimensions: tuple[DimensionSpread, ...]


class ReliabilityReport(Record):
    """reliability.json: all scenarios of a run."""

    remedy: ClassVar[str] = "`modylbench score RUN` makes it anew"
    schema_version: int = 2
    agent: AgentUnderTest
    suite: str = CORE
    """The one that all scenarios are of: scores of different suites are never averaged."""
    suite_version: int = 1
    private_mark: PrivateMark = ""
    """Of private variants: the fingerprint of the secret that all of them are drawn from."""
    scripted_turns: int | None = None
    """Where another length than the benchmark's was asked for (`--turns`), how many."""
    standard: Standard
    is_official: bool
    """Whether every trial was held, judged and weighed as the benchmark does."""
    scenarios: tuple[ScenarioReliability, ...]
    overall: float | None
    """The mean over scenarios of each one's official score."""
    overall_by_paper: float | None
    """The mean over scenarios of what would be official by the paper's own rules."""
    statistics: PanelStatistics
    layers_off: tuple[int, ...]
    notes: tuple[str, ...]
    signatures: tuple[Signature, ...]
