"""The record of a pinned finding, and the beats that show it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from modylbench.evaluation.views.yardstick import Yardstick
from modylbench.foundation.errors import UserMistake, and_more, short_repr
from modylbench.foundation.record import Record
from modylbench.recording.recording import AgentUnderTest  # pydantic reads it
from modylbench.runs.pinnable import PinKind, pinnable_findings  # pydantic reads the kind
from modylbench.runs.variant import select_beats

if TYPE_CHECKING:
    from modylbench.evaluation.evaluation import Evaluation
    from modylbench.recording.recording import MeetingRecording
    from modylbench.runs.pinnable import Pinnable
    from modylbench.scenarios.variant import Variant

FIGURE = re.compile(r"turn-(\d{1,4})/figure-(\d{1,4})")
MOST_NAMED = 12


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
