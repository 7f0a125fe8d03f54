"""Corrections that the agent says it has made, and shows wrong to the end of the meeting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.evaluation.reference.coverage import is_given
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.evaluation.verification.evidence import Evidence
from modylbench.evaluation.verification.verify import finding
from modylbench.language.plain import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Moment, Yardstick
    from modylbench.scenarios.criteria.criterion import Criterion

MOST_NAMED = 3  # ours: a reason is read by people
_MADE = (
    r"(?:correct|updat|chang|amend|adjust|fix|replac|revis|re-?ran|re-?run|rebuil[td]|recut|redone"
    r"|redid|reset|switch|swapp?|mov|set|put|enter|recalculat|recomput|refresh|appli|made)(?:e?d)?"
)
_CLAIMS = re.compile(
    rf"\b(?:i|we)(?:'ve| have|'d)?(?: now| just| already| also)* {_MADE}\b"
    rf"|\b(?:is|are|was|were|'s|been|has been|have been)(?: now| all| already)* {_MADE}\b"
    rf"|^\W*(?:done|{_MADE}|sorted|understood|no problem|sure|of course|right)\b"
    r"|\b(?:now|instead of|rather than|down from|up from)\b"
    r"|\b(?:goes|went|moves|moved|falls|rises) (?:\w+ )?(?:from|to)\b"
)
_NOT_YET = re.compile(
    r"\b(?:i|we)(?:'ll| will| would| could| can|'d)\b|\b(?:not|never|cannot|unable|refuse)\b|n't\b"
    r"|\b(?:shall|should) (?:i|we)\b"
)
_CLAUSE_END = re.compile(r"[.;:!?\n]+(?=\s|$)|,\s")


def unmade_corrections(
    views: Sequence[TurnView], yardstick: Yardstick, checked: CriterionChecks
) -> dict[int, str]:
    """What the agent claims to have changed in a turn and never did, by the human's turn.

    Known by criteria that a perfect agent's products fail before the turn and pass after it. Some
    are shown and wrong at the end of the meeting, and none is right; nobody is accused of what
    could not be read. What was right for a while counts where the old value stands there again.
    Where one of them decides and is wrong as it was before a correction, it does not help that the
    number which was said was typed in: what hangs on it was not worked out again.
    """
    if not views:
        return {}
    found: dict[int, str] = {}
    order = sorted(yardstick.moments)
    for place, view in enumerate(views):
        turn_index = view.recorded.turn_index
        at = order.index(turn_index)
        before = yardstick.moments[order[at - 1]] if at else None
        changed = _changed_criteria(before, yardstick.moments[turn_index], yardstick)
        if not changed or not claims_change(view):
            continue
        at_the_end = checked.findings(views[-1].shown, [criterion for criterion, _ in changed])
        wrong = [result for result in at_the_end if result.verdict == "failed"]
        stale = _stale_decisions(wrong, changed) if view.slot.purpose == "correction" else []
        if stale:
            found[turn_index] = ", ".join(result.criterion_id for result in stale[:MOST_NAMED])
            continue
        if not wrong or any(result.passed for result in at_the_end):
            continue
        was_right = any(_is_right_at(later, changed, checked) for later in views[place:])
        if not was_right or _stand_as_before(wrong, changed):
            found[turn_index] = ", ".join(result.criterion_id for result in wrong[:MOST_NAMED])
    return found


def claims_change(view: TurnView) -> bool:
    """Whether an answer says that something was changed, or gives the new figures as they are.

    What it says it will do, or did not do, is none.
    """
    for clause in _CLAUSE_END.split(plain(view.answer).replace("\u2019", "'")):
        if _CLAIMS.search(clause) and not _NOT_YET.search(clause):
            return True
    heard, said = stated_figures(view.recorded.human.text), stated_figures(view.answer)
    new = [
        figure for figure in stated_figures(view.asked.model_answer) if not is_given(figure, heard)
    ]
    return any(is_given(figure, said) for figure in new)


def _changed_criteria(
    before: Moment | None, after: Moment, yardstick: Yardstick
) -> list[tuple[Criterion, Finding]]:
    """The criteria that a perfect agent's products fail before the turn, how, and pass after it."""
    if before is None or before.reference is after.reference:
        return []
    passed = {criterion.id for criterion in before.due}
    evidence = Evidence(yardstick.expectations, before.reference)
    earlier = [
        (criterion, finding(criterion, evidence))
        for criterion in after.due
        if criterion.id not in passed
    ]
    return [(criterion, result) for criterion, result in earlier if result.verdict == "failed"]


def _is_right_at(
    view: TurnView, changed: Iterable[tuple[Criterion, Finding]], checked: CriterionChecks
) -> bool:
    results = checked.findings(view.shown, [criterion for criterion, _ in changed])
    return any(result.passed for result in results)


def _stale_decisions(
    wrong: Iterable[Finding], changed: Iterable[tuple[Criterion, Finding]]
) -> list[Finding]:
    """What decides and is wrong at the end for the very reason for which it was before."""
    old = {result.criterion_id: result.reason for _, result in changed}
    return [
        result
        for result in wrong
        if result.is_decisive and result.reason and result.reason == old[result.criterion_id]
    ]


def _stand_as_before(
    wrong: Iterable[Finding], changed: Iterable[tuple[Criterion, Finding]]
) -> bool:
    """Whether what is wrong at the end is what stood there before the correction."""
    old = {result.criterion_id: result for _, result in changed}
    return any(
        result.found == old[result.criterion_id].found
        or _shown_values(result) & _shown_values(old[result.criterion_id])
        for result in wrong
    )


def _shown_values(result: Finding) -> frozenset[float]:
    return frozenset(float(f"{spot.value:.6g}") for spot in result.where if spot.value is not None)
