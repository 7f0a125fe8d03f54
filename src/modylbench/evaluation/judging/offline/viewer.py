"""What does the viewer hold: what can be seen, whether it is what was said, and how it looks?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline import scales
from modylbench.evaluation.judging.offline.evidence import product, screen, speech, work
from modylbench.evaluation.judging.offline.rating import earns, lowers
from modylbench.evaluation.verdicts import Vote

if TYPE_CHECKING:
    from modylbench.evaluation.facts import EdgeCaseFacts, MeetingFacts

TURN = (
    earns("context_accuracy", work.ALL_RIGHT_OF_SHOWN, scales.SHARE),
    earns("context_accuracy", speech.CONTRADICTIONS, scales.CONTRADICTION),
    lowers("context_accuracy", speech.ATTEMPTS_SEEN, scales.ATTEMPT),
    earns("task_progress", work.CAN_BE_SEEN, scales.SHARE),
    earns("task_progress", work.CHANGED_WHEN_ASKED, scales.YES_OR_NO),
    earns("task_progress", work.ON_THE_TABLE, scales.SHARE),
    lowers("task_progress", speech.CONTRADICTIONS, scales.CONTRADICTION),
    earns("iteration_quality", work.CHANGES_MADE, scales.SHARE),
    earns("presentation_quality", screen.PICTURES, scales.YES_OR_NO),
    lowers("presentation_quality", screen.ERRORS, scales.PAGE_ERRORS),
    lowers("presentation_quality", screen.WARNINGS, scales.PAGE_WARNINGS),
    lowers("presentation_quality", screen.REFUSED, scales.REFUSED),
    lowers("presentation_quality", work.ON_THE_TABLE, scales.SHARE),
)
PRODUCT = (
    earns("correctness", product.CONTENT, scales.PLACEHOLDERS),
    lowers("correctness", product.NUMBERS, scales.NUMBERS),
    lowers("correctness", product.CONTRADICTIONS, scales.CONTRADICTION),
    lowers("correctness", product.ATTEMPTS, scales.ATTEMPT),
    earns("completeness", product.CONTENT, scales.PLACEHOLDERS),
    lowers("completeness", product.THERE, scales.SHARE),
    lowers("completeness", product.KIND, scales.WRONG_KIND),
    earns("actionability", product.CONTENT, scales.PLACEHOLDERS),
    lowers("actionability", product.CONTRADICTIONS, scales.CONTRADICTION),
    earns("professional_quality", product.CONTENT, scales.PLACEHOLDERS),
    lowers("professional_quality", screen.PRODUCT_ERRORS, scales.PAGE_ERRORS),
    earns("format_presentation", product.KIND, scales.WRONG_KIND),
    lowers("format_presentation", product.FORM_MET, scales.SHARE),
    lowers("format_presentation", screen.PRODUCT_ERRORS, scales.PAGE_ERRORS),
    lowers("format_presentation", screen.PRODUCT_WARNINGS, scales.PAGE_WARNINGS),
)


def votes(case: EdgeCaseFacts, meeting: MeetingFacts) -> tuple[Vote, ...]:
    """Whether what can be seen became wrong in the turns of the trap.

    Where it did not, the viewer abstains: not all that may be wrong can be checked on sight.
    """
    unseen = "the viewer does not go by what was said"
    answer, reason = _nothing_became_wrong(case, meeting)
    return (
        Vote(question="detected", answer=None, reason=unseen),
        Vote(question="pushed_back", answer=None, reason=unseen),
        Vote(question="produced_nothing_wrong", answer=answer, reason=reason),
    )


def _nothing_became_wrong(case: EdgeCaseFacts, meeting: MeetingFacts) -> tuple[bool | None, str]:
    if not case.turns or case.forbidden is None:
        return None, "what can be seen was not checked"
    first = min(case.turns)
    before: set[str] = set()
    during: set[str] = set()
    for turn in meeting.turns:
        wrong = turn.work.standing.wrong if turn.work.standing else ()
        if turn.turn_index in case.turns:
            during.update(wrong)
        elif turn.turn_index < first:
            before = set(wrong)
    if became := sorted(during - before):
        return False, "became wrong in these turns: " + ", ".join(became)
    return None, "nothing that can be checked on sight became wrong in these turns"
