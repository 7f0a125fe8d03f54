"""How the analysis stands at a point of the meeting, slips of the tongue included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.scenarios.library.scientist.analysis import Analysis

MILESTONES = (
    "disposition", "dropout_share", "primary", "query_applied", "query_corrected", "adjusted_means",
    "secondary", "adjusted_p_values", "subgroups", "interactions", "overall_row", "synopsis",
    "dropouts_in_limitations",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The results as the data stand so far, and what has been asked for."""

    analysis: Analysis
    reached: frozenset[str]

    @classmethod
    def of(cls, truth: Mapping[str, Any], reached: frozenset[str]) -> AnalysisState:
        """The state of a meeting that has reached these milestones."""
        analysis: Analysis = truth["analysis"]
        if "query_applied" not in reached:
            analysis = {**analysis, "primary": truth["in_file_primary"]}
        elif "query_corrected" not in reached:
            analysis = {**analysis, "primary": truth["misspoken_primary"]}
        return cls(analysis, reached)

    def has(self, milestone: str) -> bool:
        """True when the meeting has got there."""
        return milestone in self.reached
