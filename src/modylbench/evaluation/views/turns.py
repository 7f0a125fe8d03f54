"""What was on the table and what was said, turn by turn of a recording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from modylbench.evaluation.reference.coverage import PerfectAnswer
from modylbench.evaluation.views.asking_first import as_asked_first, asks_first
from modylbench.evaluation.views.product_names import names_by_turn
from modylbench.evaluation.views.shown_products import table_states
from modylbench.evaluation.views.yardstick import Yardstick, planned_variant
from modylbench.foundation.errors import BadFile
from modylbench.products.reading.index import index

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from modylbench.evaluation.mutations.repetition import ResentValues
    from modylbench.evaluation.views.shown_products import TableState
    from modylbench.evaluation.views.yardstick import Moment
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.scenario import Alternative, FollowUp, Scenario
    from modylbench.scenarios.variant import Variant
    from modylbench.surfaces.reading.result import Origin


@dataclass(frozen=True, slots=True)
class AgentWords:
    """What the agent said in a turn, and whose transcript that is: `asr`, `captions`, `none`."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class AgentText:
    """Something the agent told, and how."""

    channel: Literal["said", "chat"]
    text: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One exchange with everything around it.

    `shown` are the agent's products after the turn, under the scenario's names where they stand for
    a deliverable; `reference` a perfect agent's at the same moment. `own_names` are the agent's
    ids by ours. `aside` are texts on its surfaces outside all products. `given` is all that the
    human side has said, written and handed over up to and with this turn. `origins` say on which
    surface each product stands; that of a file has none. Where the agent `asks_first`, rightly and
    without changing anything, `asked` and `reference` are those of somebody who waits.
    """

    recorded: RecordedTurn
    slot: FollowUp
    asked: Alternative
    words: AgentWords
    shown: tuple[Index, ...]
    reference: tuple[Index, ...]
    own_names: dict[str, str]
    aside: tuple[str, ...]
    given: str
    sent: ResentValues
    origins: tuple[Origin, ...] = ()
    asks_first: bool = False

    @property
    def texts(self) -> tuple[AgentText, ...]:
        """What the agent told in the turn: its words and each of its chat messages."""
        said = [AgentText("said", self.words.text)] if self.words.text else []
        return (*said, *(AgentText("chat", message.text) for message in self.recorded.agent.chat))

    @property
    def perfect_answer(self) -> PerfectAnswer:
        """What a perfect agent says in the turn."""
        asked, alternatives = self.asked, self.slot.alternatives
        return PerfectAnswer(
            text=asked.model_answer,
            action=asked.expected_agent_action,
            alternatives=tuple(alternative.model_answer for alternative in alternatives),
            asked=self.recorded.human.text,
        )

    @property
    def answer(self) -> str:
        """All that the agent said and wrote in the turn."""
        return "\n".join(text.text for text in self.texts)


def views(
    recording: MeetingRecording, folder: Path, variant: Variant, words: Mapping[int, AgentWords]
) -> tuple[TurnView, ...]:
    """Every recorded exchange with all that is around it; `words` by the human's turn index."""
    yardstick = Yardstick.of(planned_variant(variant, recording))
    tables = list(table_states(recording, folder))
    reader = _IndexReader()
    own = [[reader.read(product) for product in table.products] for table in tables]
    names = names_by_turn(own, yardstick.expectations)
    given = _briefing(yardstick.variant.scenario)
    found: list[TurnView] = []
    for number, (turn, table) in enumerate(zip(recording.turns, tables, strict=True)):
        moment, asked = _asked_at(turn, yardstick.moments, folder)
        given += _said_and_handed_over(turn, asked)
        ours = names[number]
        view = TurnView(
            recorded=turn,
            slot=moment.slot,
            asked=asked,
            words=words.get(turn.turn_index, AgentWords("", "none")),
            shown=tuple(
                reader.under(index_, ours.get(index_.product.id)) for index_ in own[number]
            ),
            reference=moment.reference,
            own_names={name: mine for mine, name in ours.items()},
            aside=table.aside,
            given=given,
            sent=table.sent,
            origins=tuple(_origins(table, ours)),
        )
        found.append(while_waiting(view, found[-1]) if found else view)
    return tuple(found)


def while_waiting(view: TurnView, before: TurnView) -> TurnView:
    """The view as it is; of an agent that rightly asks first and has changed nothing, what it owes.

    That is its question, and the products of the turn before.
    """
    has_changed = [i.product for i in view.shown] != [i.product for i in before.shown]
    if has_changed or not asks_first(view.asked, view.answer):
        return view
    return replace(
        view, asked=as_asked_first(view.asked), reference=before.reference, asks_first=True
    )


def _origins(table: TableState, ours: Mapping[str, str]) -> Iterator[Origin]:
    for origin in table.origins:
        yield replace(origin, product_id=ours.get(origin.product_id, origin.product_id))


def _asked_at(
    turn: RecordedTurn, moments: Mapping[int, Moment], folder: Path
) -> tuple[Moment, Alternative]:
    moment = moments.get(turn.turn_index)
    if moment is None or turn.human.alternative >= len(moment.slot.alternatives):
        place = f"turn {turn.turn_index}"
        problem = "is not in the scenario's script; expected the scenario it was held from"
        raise BadFile(folder / "recording.json", place, problem)
    return moment, moment.slot.alternatives[turn.human.alternative]


def _briefing(scenario: Scenario) -> str:
    """What an agent is told before anybody speaks."""
    people = [f"{participant.role}: {participant.persona}" for participant in scenario.participants]
    parts = (scenario.title, scenario.context, scenario.meeting_goal, scenario.human_persona)
    return "\n\n".join([*parts, *people])


def _said_and_handed_over(turn: RecordedTurn, asked: Alternative) -> str:
    handed = [f"{attachment.name}\n{attachment.content}" for attachment in asked.attachments]
    return "\n\n" + "\n\n".join([turn.human.text, *handed])


class _IndexReader:
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
