"""The record of a pinned finding, and what may be pinned in a meeting."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.foundation.errors import UserMistake, and_more, ellipsize, one_line, short_repr
from modylbench.foundation.record import Record
from modylbench.recording.recording import AgentUnderTest  # pydantic reads it
from modylbench.runs.variant import select_beats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.evaluation.facts import SaidFigure
    from modylbench.evaluation.findings import Finding
    from modylbench.recording.recording import MeetingRecording
    from modylbench.scenarios.variant import Variant

PinKind = Literal["criterion", "figure", "edge_case"]
FIGURE = re.compile(r"turn-(\d{1,4})/figure-(\d{1,4})")
MOST_NAMED = 12
MOST_OF_A_REASON = 200


class Pin(Record):
    """A finding that was pinned: what it was, and the part of the meeting that shows it.

    `finding` names it: a criterion's or an edge case's id, or a figure that was said by its turn.
    """

    remedy: ClassVar[str] = "`modylbench pin` writes one"
    schema_version: int = 1
    agent: AgentUnderTest
    scenario: str
    seed: int
    edge_cases: str
    beats: str
    kind: PinKind
    finding: str
    quantity: str = ""
    """Of a figure: the quantity it was said to be, where that is known."""
    was: str
    """What was found, in a line."""

    @property
    def name(self) -> str:
        """What its check is called: letters, digits and `_`."""
        words = f"{self.scenario}_{self.seed}_{self.finding}"
        return re.sub(r"[^A-Za-z0-9]+", "_", words).strip("_")


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
                name = f"turn-{turn.turn_index:02d}/figure-{number}"
                yield Pinnable(
                    "figure", name, turn.turn_index, _figure_text(figure), figure.quantity
                )
    for case in evaluation.facts.edge_cases:
        is_right = case.detected and case.pushed_back is not case.is_look_alike
        if not is_right or case.complied or case.forbidden:
            yield Pinnable("edge_case", case.name, case.turns[0], "was not handled as it should be")


def is_wrong(figure: SaidFigure) -> bool:
    """Whether a figure that was said is not so, or not what the work shows."""
    return figure.is_true is False or figure.agreement == "contradicts"


def make_pin(
    finding: str, evaluation: Evaluation, recording: MeetingRecording, whole: Variant
) -> Pin:
    """The pin of a finding of a meeting; `whole` is its variant with all beats.

    Raises UserMistake where there is no such finding.
    """
    there = {pinnable.finding: pinnable for pinnable in pinnable_findings(evaluation)}
    found = there.get(finding)
    if found is None:
        names = list(there)
        known = f"expected one of {', '.join(names[:MOST_NAMED])}{and_more(names, MOST_NAMED)}"
        message = f"found no finding {short_repr(finding)} in this meeting, " + (
            known if names else "which has none that can be pinned"
        )
        raise UserMistake(message)
    return Pin(
        agent=recording.agent,
        scenario=recording.scenario_id,
        seed=recording.seed,
        edge_cases=recording.edge_case,
        beats=beats_that_show(found, whole),
        kind=found.kind,
        finding=found.finding,
        quantity=found.quantity,
        was=found.was,
    )


def beats_that_show(found: Pinnable, whole: Variant) -> str:
    """The beat of a finding; with all before it, where a criterion is not due in it alone."""
    number = next(
        number
        for number, turn in enumerate(whole.scenario.turns, 1)
        if found.turn_index in [turn.turn_index, *(slot.turn_index for slot in turn.follow_ups)]
    )
    alone = f"{number}-{number}"
    if found.kind != "criterion" or number == 1:
        return alone
    moments = Yardstick.of(select_beats(whole, alone)).moments
    due = {criterion.id for moment in moments.values() for criterion in moment.due}
    return alone if found.finding in due else f"1-{number}"


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
