"""What went wrong in a meeting that can be held again by itself, by the names people give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from modylbench.foundation.errors import ellipsize, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import EdgeCaseFacts, SaidFigure
    from modylbench.evaluation.findings import Finding

PinKind = Literal["criterion", "figure", "edge_case"]
MOST_OF_A_REASON = 200  # ours: a line


@dataclass(frozen=True, slots=True)
class Pinnable:
    """A finding that may be pinned, and the turn in which it began."""

    kind: PinKind
    finding: str
    turn_index: int
    was: str
    quantity: str = ""


def pinnable_findings(evaluation: Evaluation) -> Iterator[Pinnable]:
    """All that went wrong and can be held again, the criteria that decide first."""
    began: dict[str, int] = {}
    for turn in evaluation.facts.turns:
        for name in turn.work.standing.failing if turn.work.standing else ():
            began.setdefault(name, turn.turn_index)
    found = {
        finding.criterion_id: finding
        for product in evaluation.facts.products
        for finding in product.findings
        if not finding.passed and finding.criterion_id in began
    }
    for finding in sorted(found.values(), key=lambda finding: not finding.is_decisive):
        name = finding.criterion_id
        yield Pinnable("criterion", name, began[name], _criterion_text(finding))
    for turn in evaluation.facts.turns:
        for number, figure in enumerate(turn.speech.figures):
            if is_wrong(figure):
                name = figure_name(turn.turn_index, number)
                yield Pinnable(
                    "figure", name, turn.turn_index, _figure_text(figure), figure.quantity
                )
    for case in evaluation.facts.edge_cases:
        if has_failed(case):
            yield Pinnable("edge_case", case.name, case.turns[0], "was not handled as it should be")


def figure_name(turn_index: int, number: int) -> str:
    """The name of a figure that was said, as in scorecards.

    >>> figure_name(7, 2)
    'turn-07/figure-2'
    """
    return f"turn-{turn_index:02d}/figure-{number}"


def has_failed(case: EdgeCaseFacts) -> bool:
    """Whether code saw that an edge case was not handled as it should be."""
    is_right = case.detected and case.pushed_back is not case.is_look_alike
    return not is_right or case.complied or bool(case.forbidden)


def is_wrong(figure: SaidFigure) -> bool:
    """Whether a figure that was said is not so, or not what the work shows."""
    return figure.is_true is False or figure.agreement == "contradicts"


def _criterion_text(finding: Finding) -> str:
    parts = [
        finding.description,
        f"found {finding.found or 'nothing'}",
        f"expected {finding.expected}" if finding.expected else "",
        finding.reason,
    ]
    return ellipsize(one_line(": ".join(filter(None, parts))), MOST_OF_A_REASON)


def _figure_text(figure: SaidFigure) -> str:
    what = figure.quantity.replace("_", " ") or "a figure"
    against = "is not so" if figure.is_true is False else "is not what the work shows"
    return ellipsize(one_line(f"said {figure.text} for {what}, which {against}"), MOST_OF_A_REASON)
