"""The analyses there are, and what they find in runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import UnknownName
from modylbench.publishing.analysis.ablation import ablation_section
from modylbench.publishing.analysis.agreement import agreement_section
from modylbench.publishing.analysis.difficulty import difficulty_section
from modylbench.publishing.analysis.gap import gap_section
from modylbench.publishing.analysis.judged_runs import read_runs
from modylbench.publishing.analysis.reliability import reliability_section
from modylbench.publishing.analysis.weights import weights_section

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.analysis.judged_runs import JudgedRun
    from modylbench.publishing.analysis.section import AnalysisSection
    from modylbench.runs.run import Run

ANALYSES: dict[str, Callable[[Sequence[JudgedRun]], AnalysisSection]] = {
    "gap": gap_section,
    "difficulty": difficulty_section,
    "ablation": ablation_section,
    "agreement": agreement_section,
    "reliability": reliability_section,
    "weights": weights_section,
}
"""In the order of the paper: 5.3, items 1 to 5, and 6.3."""
OF_EVALUATIONS = {"gap", "weights"}
"""What takes more than scorecards; the ablation scores evaluations again."""


def choose_analyses(names: str) -> tuple[str, ...]:
    """The analyses that a list such as `gap,weights` names, in their order; all for none."""
    asked = {name.strip() for name in names.split(",") if name.strip()} or {*ANALYSES}
    for name in sorted(asked):
        if name not in ANALYSES:
            raise UnknownName("analysis", name, ANALYSES)
    return tuple(name for name in ANALYSES if name in asked)


def analyse(
    runs: Sequence[Run], names: Sequence[str]
) -> tuple[tuple[AnalysisSection, ...], tuple[str, ...]]:
    """The sections asked for, and what a reader must know of the runs."""
    reading = read_runs(
        runs, ablation="ablation" in names, evaluations=not OF_EVALUATIONS.isdisjoint(names)
    )
    return tuple(ANALYSES[name](reading.runs) for name in names), reading.notes
