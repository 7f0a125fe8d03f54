"""The twelve metrics of dynamics in one table, and the facts of a meeting that they make (SPEC 7).

Adding one touches its row here, the module that measures it, and that module's test.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.dynamics.coordination import (
    bystander_silence_precision,
    directed_response_coverage,
    participation_share,
    source_attribution_accuracy,
)
from modylbench.evaluation.dynamics.floor import (
    collision_resolution_time,
    competitive_interruptions,
    floor_entry_precision,
    floor_yielding_latency,
)
from modylbench.evaluation.dynamics.prosody import (
    backchannel_production_rate,
    pause_pattern_naturalness,
    response_latency_shape,
)
from modylbench.evaluation.dynamics.social import contribution_novelty, participation_balance
from modylbench.evaluation.facts import DynamicsFacts, DynamicsMeasure

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.evaluation.dynamics.conversation import MeasuredConversation
    from modylbench.evaluation.dynamics.norms import Norms
    from modylbench.evaluation.dynamics.result import MetricResult

DynamicsDimension = Literal["coordination", "floor", "prosody", "social"]
DynamicsNeeds = Literal["timing", "addressees", "words", "surfaces"]
EventUnit = Literal["share", "s", "per event"]
DIMENSION_WEIGHTS: dict[DynamicsDimension, float] = {
    "coordination": 0.35, "floor": 0.25, "prosody": 0.25, "social": 0.15,
}  # fmt: skip
"""Paper 3.7.2."""


@dataclass(frozen=True, slots=True)
class DynamicsMetric:
    """A row of the table; below its `floor` a meeting of several people fails (paper 3.7.2).

    `unit` is that of a moment's value: seconds, a share, or 1 as it should be and 0 not. `needs`
    is the least that must be known of a conversation: metrics that need `timing` can be measured
    on speech activity alone.
    """

    symbol: str
    name: str
    calculate: Callable[[MeasuredConversation, Norms], MetricResult]
    section: str
    dimension: DynamicsDimension
    unit: EventUnit
    needs: DynamicsNeeds
    floor: float | None = None

    def measure(self, conversation: MeasuredConversation, norms: Norms) -> DynamicsMeasure:
        """The metric of one conversation against one reference."""
        found = self.calculate(conversation, norms)
        return DynamicsMeasure(
            symbol=self.symbol,
            value=found.value,
            reason=found.reason,
            moments=found.moments,
            interval=found.interval,
        )


DYNAMICS_METRICS = (
    DynamicsMetric(
        "RC-PSI", "role-calibrated participation share", participation_share,
        "3.7.2", "coordination", "share", "timing",
    ),
    DynamicsMetric(
        "DRC", "directed response coverage", directed_response_coverage,
        "3.7.2", "coordination", "per event", "addressees", floor=0.70,
    ),
    DynamicsMetric(
        "BSP", "bystander silence precision", bystander_silence_precision,
        "3.7.2", "coordination", "per event", "addressees", floor=0.50,
    ),
    DynamicsMetric(
        "SAA", "source attribution accuracy", source_attribution_accuracy,
        "SPEC 7", "coordination", "per event", "words",
    ),
    DynamicsMetric(
        "FYL", "floor yielding latency", floor_yielding_latency, "SPEC 7", "floor", "s", "timing"
    ),
    DynamicsMetric(
        "CRT", "collision resolution time", collision_resolution_time,
        "SPEC 7", "floor", "s", "timing",
    ),
    DynamicsMetric(
        "FPE", "floor entry precision", floor_entry_precision,
        "SPEC 7", "floor", "per event", "timing",
    ),
    DynamicsMetric(
        "RLDS", "response latency distribution shape", response_latency_shape,
        "3.7.3", "prosody", "s", "timing",
    ),
    DynamicsMetric(
        "PPN", "pause pattern naturalness", pause_pattern_naturalness,
        "3.7.3", "prosody", "per event", "surfaces",
    ),
    DynamicsMetric(
        "BPR", "backchannel production rate", backchannel_production_rate,
        "3.7.3", "prosody", "s", "timing",
    ),
    DynamicsMetric(
        "CNS", "contribution novelty", contribution_novelty,
        "SPEC 7", "social", "per event", "words",
    ),
    DynamicsMetric(
        "PABS", "participation balance", participation_balance,
        "SPEC 7", "social", "share", "words",
    ),
)  # fmt: skip


def dynamics_facts(
    conversation: MeasuredConversation, norms: Norms, *, is_multi_party: bool
) -> DynamicsFacts:
    """How the agent took part in a conversation, against a reference of how people do."""
    return DynamicsFacts(
        norms=norms.label,
        is_multi_party=is_multi_party,
        measures=tuple(metric.measure(conversation, norms) for metric in DYNAMICS_METRICS),
        competitive_interruptions=competitive_interruptions(conversation),
    )
