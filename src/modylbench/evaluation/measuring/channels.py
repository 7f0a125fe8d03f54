"""How the agent used the channels besides voice and surfaces, turn by turn (SPEC 8)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.channels.geometry import PixelBox, box_of
from modylbench.evaluation.channels.table import channel_facts
from modylbench.evaluation.channels.turn import ChannelTurn, DrawnMark, Target
from modylbench.products.finding.find import Ambiguous, Missing, find_number
from modylbench.products.quantities.quantity import NumberSought
from modylbench.recording.events import Annotation, Reaction
from modylbench.surfaces.rendering.boxes import place_of_pointer

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.facts import ChannelFacts, SpeechFacts
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.quantities.quantity import Quantity
    from modylbench.recording.turns import RecordedTurn
    from modylbench.scenarios.channels.uses import ChannelAct, ExpectedUse
    from modylbench.scenarios.scenario import Scenario
    from modylbench.surfaces.rendering.boxes import PartBox, SurfaceBoxes

    BoxesOfTurn = Mapping[str, SurfaceBoxes]

NO_PICTURE = "there is no picture of what the agent shows, so that nobody knows where it stands"
NOT_SHOWN = "the agent does not show it"


def channel_facts_by_turn(
    seen: Sequence[TurnView],
    scenario: Scenario,
    speech: Mapping[int, SpeechFacts],
    boxes: Mapping[int, BoxesOfTurn],
) -> dict[int, ChannelFacts]:
    """The facts of every turn by its index; nothing where the scenario expects no such use."""
    if not scenario.channels:
        return {}
    history = _ChannelHistory()
    found: dict[int, ChannelFacts] = {}
    for view in seen:
        index = view.recorded.turn_index
        history.take(view.recorded)
        turn = _channel_turn(view, scenario, speech[index], boxes.get(index, {}), history)
        found[index] = channel_facts(turn)
        history.earlier += view.recorded.agent.reactions
    return found


@dataclass(slots=True)
class _ChannelHistory:
    """What stands of earlier turns: reactions, and annotations that nobody has taken away."""

    earlier: tuple[Reaction, ...] = ()
    open: dict[str, Annotation] = field(default_factory=dict)
    changed: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    turn_index: int = 0

    def take(self, turn: RecordedTurn) -> None:
        """Note what a turn has drawn and taken away, and which surfaces it has changed."""
        self.turn_index = turn.turn_index
        for surface_id in {frame.surface_id for frame in turn.agent.frames if frame.surface_id}:
            self.changed[surface_id].append(turn.turn_index)
        for place, drawn in enumerate(turn.agent.annotations):
            mark = drawn.mark
            if mark.clears:
                self.open.pop(mark.id, None)
            else:
                self.open[mark.id or f"#{turn.turn_index}.{place}"] = drawn

    @property
    def counts(self) -> Counter[str]:
        """How many stand on each surface."""
        return Counter(drawn.mark.surface_id for drawn in self.open.values())

    @property
    def stale(self) -> int:
        """How many refer to what changed after them, a turn or more ago."""
        return sum(
            any(
                drawn.turn_index < at < self.turn_index
                for at in self.changed[drawn.mark.surface_id]
            )
            for drawn in self.open.values()
        )


def _channel_turn(
    view: TurnView,
    scenario: Scenario,
    speech: SpeechFacts,
    boxes: BoxesOfTurn,
    history: _ChannelHistory,
) -> ChannelTurn:
    recorded = view.recorded
    uses = tuple(use for use in scenario.channel_uses if use.turn_index == recorded.turn_index)
    agent = recorded.agent
    quantities = {quantity.id: quantity for quantity in scenario.quantities}
    return ChannelTurn(
        turn_index=recorded.turn_index,
        asked_s=recorded.human.ended_s,
        ended_s=agent.ended_s,
        uses=uses,
        triggers={use.id: trigger_s(use, recorded, scenario.channel_acts) for use in uses},
        targets={
            use.id: target_of(quantities[use.quantity], view, boxes)
            for use in uses
            if use.quantity in quantities
        },
        drawn=tuple(
            DrawnMark(drawn, box_of_mark(drawn, view, boxes))
            for drawn in agent.annotations
            if not drawn.mark.clears
        ),
        open_marks=history.counts,
        stale=history.stale,
        reactions=agent.reactions,
        earlier_reactions=history.earlier,
        reactions_of_people=tuple(mark for mark in recorded.marks if isinstance(mark, Reaction)),
        chat=agent.chat,
        said=agent.said,
        words=view.words.text,
        figures=speech.figures,
        given=view.given,
    )


def trigger_s(use: ExpectedUse, turn: RecordedTurn, acts: Iterable[ChannelAct]) -> float:
    """When a use falls due: with the last word of the request, or with an act that comes later."""
    act = next((act for act in acts if act.id == use.after), None)
    if act is None:
        return turn.human.ended_s
    times = [mark.at_s for mark in turn.marks if mark.sender == act.speaker]
    times += [
        said.started_s
        for said in turn.around
        if said.planned is not None and said.planned.line == act.id
    ]
    return max((turn.human.ended_s, *times))


def target_of(quantity: Quantity, view: TurnView, boxes: BoxesOfTurn) -> Target:
    """Where the agent's own work shows a quantity, in boxes of the picture of its surface."""
    if not isinstance(quantity, NumberSought):
        return Target(reason="it is no single figure")
    names = tuple(name for aliases in quantity.labels for name in aliases)
    shown = [index for index in view.shown if index.product.id == quantity.product]
    found = find_number(quantity, shown)
    origin = next(
        (origin for origin in view.origins if origin.product_id == quantity.product), None
    )
    if not shown or origin is None or isinstance(found, Missing | Ambiguous):
        return Target(reason=NOT_SHOWN, is_shown=False, names=names)
    pictured = boxes.get(origin.surface_id)
    if pictured is None:
        return Target(origin.surface_id, reason=NO_PICTURE, names=names)
    places = (
        _part(pictured, origin.component_id, place_of_pointer(shown[0].product, place.pointer))
        for place in found.places
    )
    known = tuple(_box(part) for part in places if part is not None)
    return Target(origin.surface_id, known, reason="" if known else NO_PICTURE, names=names)


def box_of_mark(drawn: Annotation, view: TurnView, boxes: BoxesOfTurn) -> PixelBox | None:
    """What an annotation covers of its surface; None where it points at nothing that is there."""
    mark = drawn.mark
    pictured = boxes.get(mark.surface_id)
    if pictured is None:
        return None
    if mark.region is not None:
        return box_of(mark.region, PixelBox(0.0, 0.0, pictured.width, pictured.height))
    if mark.pointer is None:
        return PixelBox(0.0, 0.0, pictured.width, pictured.height)
    for origin in view.origins:
        product = next((i.product for i in view.shown if i.product.id == origin.product_id), None)
        if origin.surface_id == mark.surface_id and product is not None:
            place = place_of_pointer(product, mark.pointer)
            part = _part(pictured, origin.component_id, place)
            if part is not None:
                return _box(part)
    return None


def _part(pictured: SurfaceBoxes, component: str, place: str | None) -> PartBox | None:
    """The box of a part; where the component has no such part, of the first that has."""
    if place is None:
        return None
    return pictured.find(component, place) or pictured.find(None, place)


def _box(part: PartBox) -> PixelBox:
    return PixelBox(part.x, part.y, part.width, part.height)
