"""Whether a pinned finding is gone from a meeting that was held anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.pipeline.pinning.pin import FIGURE
from modylbench.runs.pinnable import is_wrong, pinnable_findings

if TYPE_CHECKING:
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.pipeline.pinning.pin import Pin


def still_there(pin: Pin, evaluation: Evaluation) -> str:
    """What is still wrong, in a line; empty where the finding is gone.

    A turn without an answer, or a product that is not there, is no mend.
    """
    if pin.kind == "figure":
        return _figure_still_wrong(pin, evaluation)
    if pin.kind == "criterion":
        return _criterion_still_open(pin, evaluation)
    return next(
        (found.was for found in pinnable_findings(evaluation) if found.finding == pin.finding), ""
    )


def _criterion_still_open(pin: Pin, evaluation: Evaluation) -> str:
    for product in evaluation.facts.products:
        for finding in product.findings:
            if finding.criterion_id == pin.finding and finding.passed:
                return ""
    open_now = {found.finding: found.was for found in pinnable_findings(evaluation)}
    return open_now.get(pin.finding, "nothing was handed in that could be checked")


def _figure_still_wrong(pin: Pin, evaluation: Evaluation) -> str:
    place = FIGURE.fullmatch(pin.finding)
    number = int(place[1]) if place else -1
    turn = next((turn for turn in evaluation.facts.turns if turn.turn_index == number), None)
    if turn is None or not turn.is_answered:
        return f"turn {number} has no answer"
    wrong = [
        figure
        for figure in turn.speech.figures
        if is_wrong(figure) and (not pin.quantity or figure.quantity == pin.quantity)
    ]
    return f"turn {number} still says {wrong[0].text}" if wrong else ""
