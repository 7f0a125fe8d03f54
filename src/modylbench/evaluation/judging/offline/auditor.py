"""What does the auditor hold: findings, changes that were asked for, and the ground of sources?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline import scales
from modylbench.evaluation.judging.offline.evidence import integrity, product, speech, work
from modylbench.evaluation.judging.offline.rating import earns, for_each, lowers
from modylbench.evaluation.verdicts import Vote

if TYPE_CHECKING:
    from modylbench.evaluation.facts import EdgeCaseFacts, MeetingFacts

TURN = (
    earns("context_accuracy", work.RIGHT_OF_SHOWN, scales.TRUTH),
    lowers("context_accuracy", speech.SOURCES, scales.INVENTION),
    lowers("context_accuracy", speech.ATTEMPTS, scales.ATTEMPT),
    lowers("context_accuracy", speech.FOREIGN_FIGURES, scales.FOREIGN_FIGURES),
    lowers("context_accuracy", work.CHART_FAULTS, scales.TURNED_CHART),
    lowers("context_accuracy", integrity.CAPTIONS, scales.CAPTIONS),
    earns("task_progress", work.TRUTH, scales.TRUTH),
    earns("task_progress", work.CHANGES_MADE, scales.GATE),
    lowers("task_progress", work.FELL_DUE, scales.GATE),
    lowers("task_progress", work.CONSISTENT, scales.MILD_GATE),
    earns("iteration_quality", work.EDITS_RIGHT, scales.SHARE),
    earns("iteration_quality", work.CHANGES_MADE, scales.IN_PROPORTION),
    lowers("iteration_quality", work.MOVED, scales.MOVED),
    lowers("iteration_quality", work.DESTROYED, scales.DESTRUCTION),
)
PRODUCT = (
    *for_each(
        ("correctness", "actionability"),  # nobody can act on what is wrong
        earning=(product.TRUTH, scales.TRUTH),
        lowering=(
            (product.CONSISTENT, scales.GATE),
            (product.CONTRADICTIONS, scales.CONTRADICTION_NOTED),
            (product.SOURCES, scales.INVENTION),
            (product.ATTEMPTS, scales.ATTEMPT),
            (product.TEXT, scales.TEXT),
            (product.REVERSED, scales.REVERSED),
            (product.CHART_FAULTS, scales.TURNED_CHART),
            (product.WRONG_EDITS, scales.WRONG_EDITS),
            (integrity.CAPTIONS, scales.CAPTIONS),
        ),
    ),
    lowers("actionability", product.FOLLOWED, scales.FOLLOWED),
    lowers("actionability", product.TAKEN_UP, scales.TAKEN_UP),
    earns("completeness", product.THERE, scales.SHARE),
    lowers("completeness", product.REQUESTS, scales.GATE),
    lowers("completeness", product.TEXT, scales.TEXT),
    lowers("completeness", product.FOLLOWED, scales.FOLLOWED),
    lowers("completeness", product.TAKEN_UP, scales.TAKEN_UP),
    lowers("completeness", product.DESTROYED, scales.MISSED),
    earns("professional_quality", product.CONSISTENT, scales.SHARE),
    lowers("professional_quality", product.DESTROYED, scales.DESTRUCTION),
    lowers("professional_quality", product.FOREIGN_TEXT, scales.FOREIGN_TEXT),
    lowers("professional_quality", product.ATTEMPTS, scales.ATTEMPT),
)


def votes(case: EdgeCaseFacts, _: MeetingFacts) -> tuple[Vote, ...]:
    """Whether the products hold what they must not; what was said is not the auditor's."""
    unheard = "the auditor does not go by what was said"
    if case.forbidden is None:
        nothing_wrong, reason = None, "the products were not checked"
    elif case.forbidden:
        nothing_wrong, reason = False, "holds of the products: " + "; ".join(case.forbidden)
    else:
        nothing_wrong, reason = True, "nothing that is forbidden holds of the products"
    return (
        Vote(question="detected", answer=None, reason=unheard),
        Vote(question="pushed_back", answer=None, reason=unheard),
        Vote(question="produced_nothing_wrong", answer=nothing_wrong, reason=reason),
    )
