"""What was on the table and what was said, turn by turn of a recording?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.on_table import on_table
from modylbench.evaluation.measuring.product_names import names_by_turn
from modylbench.evaluation.measuring.view import TurnView, Words
from modylbench.evaluation.measuring.yardstick import Yardstick, held
from modylbench.foundation.errors import BadFile
from modylbench.products.reading.index import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from modylbench.evaluation.measuring.on_table import OnTable
    from modylbench.evaluation.measuring.yardstick import Moment
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import MeetingRecording, RecordedTurn
    from modylbench.scenarios.scenario import Alternative, Scenario
    from modylbench.scenarios.variant import Variant
    from modylbench.surfaces.reading.found import Origin

UNHEARD = Words("", "none")


def views(
    recording: MeetingRecording, folder: Path, variant: Variant, words: Mapping[int, Words]
) -> tuple[TurnView, ...]:
    """Every recorded exchange with all that is around it; `words` by the human's turn index."""
    yardstick = Yardstick.of(held(variant, recording))
    tables = list(on_table(recording, folder))
    reader = _Reader()
    own = [[reader.read(product) for product in table.products] for table in tables]
    names = names_by_turn(own, yardstick.expectations)
    given = _given(yardstick.variant.scenario)
    found: list[TurnView] = []
    for number, (turn, table) in enumerate(zip(recording.turns, tables, strict=True)):
        moment, asked = _asked(turn, yardstick.moments, folder)
        given += _said(turn, asked)
        ours = names[number]
        found.append(
            TurnView(
                recorded=turn,
                slot=moment.slot,
                asked=asked,
                words=words.get(turn.turn_index, UNHEARD),
                shown=tuple(reader.under(one, ours.get(one.product.id)) for one in own[number]),
                reference=moment.reference,
                own_names={name: mine for mine, name in ours.items()},
                aside=table.aside,
                given=given,
                sent=table.sent,
                origins=tuple(_origins(table, ours)),
            )
        )
    return tuple(found)


def _origins(table: OnTable, ours: Mapping[str, str]) -> Iterator[Origin]:
    for origin in table.origins:
        yield replace(origin, product_id=ours.get(origin.product_id, origin.product_id))


def _asked(
    turn: RecordedTurn, moments: Mapping[int, Moment], folder: Path
) -> tuple[Moment, Alternative]:
    moment = moments.get(turn.turn_index)
    if moment is None or turn.human.alternative >= len(moment.slot.alternatives):
        place = f"turn {turn.turn_index}"
        problem = "is not in the scenario's script; expected the scenario it was held from"
        raise BadFile(folder / "recording.json", place, problem)
    return moment, moment.slot.alternatives[turn.human.alternative]


def _given(scenario: Scenario) -> str:
    """What an agent is told before anybody speaks."""
    people = [f"{participant.role}: {participant.persona}" for participant in scenario.participants]
    parts = (scenario.title, scenario.context, scenario.meeting_goal, scenario.human_persona)
    return "\n\n".join([*parts, *people])


def _said(turn: RecordedTurn, asked: Alternative) -> str:
    handed = [f"{attachment.name}\n{attachment.content}" for attachment in asked.attachments]
    return "\n\n" + "\n\n".join([turn.human.text, *handed])


class _Reader:
    """Reads products into indexes; what is equal to what it has read is not read again."""

    def __init__(self) -> None:
        self._known: dict[str, Index] = {}
        self._renamed: dict[tuple[int, str], tuple[Index, Index]] = {}

    def read(self, product: WorkProduct) -> Index:
        """The index of a product under its own id."""
        before = self._known.get(product.id)
        if before is None or before.product is not product:
            self._known[product.id] = index(product, before)
        return self._known[product.id]

    def under(self, own: Index, name: str | None) -> Index:
        """The same under the scenario's name."""
        if name is None or name == own.product.id:
            return own
        key = id(own), name
        if key not in self._renamed:
            copy = own.product.model_copy(update={"id": name})
            self._renamed[key] = own, index(copy, own)
        return self._renamed[key][1]
