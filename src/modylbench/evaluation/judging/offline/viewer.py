"""What does the viewer hold: what can be seen, whether it is what was said, and how it looks?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline import scales
from modylbench.evaluation.judging.offline.evidence import integrity, product, screen, speech, work
from modylbench.evaluation.judging.offline.rating import earns, for_each, lowers
from modylbench.evaluation.verdicts import Vote

if TYPE_CHECKING:
    from modylbench.evaluation.facts import EdgeCaseFacts, MeetingFacts

TURN = (
    earns("context_accuracy", work.ALL_RIGHT_OF_SHOWN, scales.SHARE),
    earns("context_accuracy", speech.CONTRADICTIONS, scales.CONTRADICTION),
    lowers("context_accuracy", speech.ATTEMPTS_SEEN, scales.ATTEMPT),
    lowers("context_accuracy", work.CHART_FAULTS, scales.TURNED_CHART),
    lowers("context_accuracy", integrity.CAPTIONS, scales.CAPTIONS),
    earns("task_progress", work.CAN_BE_SEEN, scales.SHARE),
    earns("task_progress", work.CHANGED_WHEN_ASKED, scales.YES_OR_NO),
    earns("task_progress", work.ON_THE_TABLE, scales.SHARE),
    lowers("task_progress", speech.CONTRADICTIONS, scales.CONTRADICTION),
    earns("iteration_quality", work.CHANGES_MADE, scales.SHARE),
    lowers("iteration_quality", work.MOVED, scales.MOVED),
    earns("presentation_quality", screen.PICTURES, scales.YES_OR_NO),
    lowers("presentation_quality", screen.ERRORS, scales.PAGE_ERRORS),
    lowers("presentation_quality", screen.WARNINGS, scales.PAGE_WARNINGS),
    lowers("presentation_quality", screen.REFUSED, scales.REFUSED),
    lowers("presentation_quality", work.ON_THE_TABLE, scales.SHARE),
)
PRODUCT = (
    *for_each(
        ("correctness", "actionability"),
        earning=(product.CONTENT, scales.PLACEHOLDERS),
        lowering=(
            (product.NUMBERS, scales.NUMBERS),
            (product.CONTRADICTIONS, scales.CONTRADICTION),
            (product.ATTEMPTS, scales.ATTEMPT),
            (product.TEXT, scales.TEXT),
            (product.REVERSED, scales.REVERSED),
            (product.CHART_FAULTS, scales.TURNED_CHART),
            (integrity.CAPTIONS, scales.CAPTIONS),
        ),
    ),
    earns("completeness", product.CONTENT, scales.PLACEHOLDERS),
    lowers("completeness", product.THERE, scales.SHARE),
    lowers("completeness", product.TEXT, scales.TEXT),
    lowers("completeness", product.FOREIGN_TEXT, scales.FOREIGN_TEXT),
    earns("professional_quality", product.CONTENT, scales.PLACEHOLDERS),
    lowers("professional_quality", screen.PRODUCT_ERRORS, scales.PAGE_ERRORS),
    lowers("professional_quality", product.TEXT, scales.TEXT),
    lowers("professional_quality", product.REVERSED, scales.REVERSED),
    lowers("professional_quality", product.FOREIGN_TEXT, scales.FOREIGN_TEXT),
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
