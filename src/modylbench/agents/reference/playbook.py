"""What a perfect agent says and shows after each thing that it hears, and who is given that."""

from __future__ import annotations

import difflib
import importlib
import inspect
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from modylbench.agents.reference.foresight import ScriptForesight
from modylbench.agents.reference.listening_aloud import ListeningAloud
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import HumanTiming, SeededTiming
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.agent import Agent, HeardTurn
    from modylbench.agents.choice import MeetingContext
    from modylbench.meeting.arrangements import Attendee
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.channels.uses import ExpectedUse
    from modylbench.scenarios.scenario import Alternative, Attachment, EdgeCase, FollowUp, Scenario
    from modylbench.scenarios.script import Phase, Purpose, Response
    from modylbench.scenarios.variant import Variant


MOST_COMPARED = 2_000  # characters of a text that nobody scripted


@dataclass(frozen=True, slots=True)
class PlaybookSlot:
    """One of the human's turns, and in which part of the meeting it stands."""

    turn: FollowUp
    phase: Phase
    beat: str
    edge_case: EdgeCase | None
    is_opening: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What was asked, and what a perfect agent says and shows then.

    `is_new` is False where something was said again, or after the last turn of the script.
    """

    slot: PlaybookSlot
    asked: Alternative
    answer: str
    products: tuple[WorkProduct, ...] = field(repr=False)
    is_new: bool
    uses: tuple[ExpectedUse, ...] = ()
    """What a perfect agent does then in channels besides voice and surfaces."""

    @property
    def turn_index(self) -> int:
        """The place of what was said among the utterances of both sides."""
        return self.slot.turn.turn_index

    @property
    def purpose(self) -> Purpose:
        """What for it was said."""
        return self.slot.turn.purpose

    @property
    def phase(self) -> Phase:
        """The part of the meeting."""
        return self.slot.phase

    @property
    def edge_case(self) -> EdgeCase | None:
        """The edge case that this turn belongs to."""
        return self.slot.edge_case

    @property
    def expected_response_type(self) -> Response:
        """The kind of answer that is waited for."""
        return self.asked.expected_response_type

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """The files that came with it."""
        return self.asked.attachments


class Guide(Protocol):
    """Tells an agent what to say and to show."""

    def step(self, heard: HeardTurn) -> Step:
        """The step that what was heard asks for."""


class Playbook:
    """A scenario's script from the other side, for agents that are meant to know it.

    The n-th utterance is the n-th turn of the script. One of a later turn skips those before it,
    one that was heard before changes nothing, and any other text is taken for the next turn's.
    """

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.slots = slots_of(variant.scenario)
        self._products_at = lru_cache(maxsize=4)(variant.products_at)
        self._next = 0

    def step(self, heard: HeardTurn) -> Step:
        """The step that what was heard asks for."""
        said = _normalise_text(heard.text)
        scripted = self._scripted_place(said)
        if scripted is None and (interrupted := self._step_of_cue(said)) is not None:
            return interrupted
        place, asked = scripted or self._likely_place(heard, said)
        is_new = place >= self._next
        self._next = max(self._next, place + 1)
        slot = self.slots[place]
        uses = self._uses_at(slot.turn.turn_index) if is_new else ()
        return Step(slot, asked, answer_of(slot, asked), self.products(), is_new, uses)

    def _uses_at(self, turn_index: int) -> tuple[ExpectedUse, ...]:
        uses = self.variant.scenario.channel_uses
        return tuple(use for use in uses if use.turn_index == turn_index)

    @property
    def coming(self) -> PlaybookSlot | None:
        """The turn of the script that has not been heard yet; None after the last."""
        return self.slots[self._next] if self._next < len(self.slots) else None

    def coming_turn(self) -> FollowUp | None:
        """The same without its place in the meeting."""
        return None if self.coming is None else self.coming.turn

    def products(self) -> tuple[WorkProduct, ...]:
        """What is on the table of a perfect agent by now."""
        done = self.slots[: self._next]
        reached = frozenset(name for slot in done for name in slot.turn.reaches)
        return self._products_at(reached)

    def awaits(self, text: str) -> bool:
        """Whether it is a line of the script that has not been heard yet."""
        scripted = self._scripted_place(_normalise_text(text))
        return scripted is not None and scripted[0] >= self._next

    def _step_of_cue(self, said: str) -> Step | None:
        """What to say to somebody who speaks into the answer of the turn in progress."""
        if not self._next:
            return None
        slot = self.slots[self._next - 1]
        for asked in slot.turn.alternatives:
            for cue in asked.during:
                if any(_normalise_text(text) in said for text in cue.texts):
                    answer = cue.answer or answer_of(slot, asked)
                    return Step(slot, asked, answer, self.products(), is_new=False)
        return None

    def _scripted_place(self, said: str) -> tuple[int, Alternative] | None:
        """Which turn it is, and which of its alternatives was said; None for no line of them."""
        later = range(self._next, len(self.slots))
        earlier = range(min(self._next, len(self.slots)) - 1, -1, -1)
        for place in (*later, *earlier):
            for asked in self.slots[place].turn.alternatives:
                if said == _normalise_text(asked.human_utterance):
                    return place, asked
        return None

    def _likely_place(self, heard: HeardTurn, said: str) -> tuple[int, Alternative]:
        """The nearest to it where nobody scripted it."""
        is_file_alone = not said or (heard.files and heard.channel == "chat")
        next_place = self._next - 1 if is_file_alone else self._place_in_free_form(said)
        place = min(max(0, next_place), len(self.slots) - 1)
        return place, _closest_alternative(said, self.slots[place].turn.alternatives)

    def _place_in_free_form(self, said: str) -> int:
        """Which turn of a free-form meeting it is: the goal whose lines are nearest, else the next.

        What is no request (a fact that was asked for, a don't-know) belongs to the turn before.
        """
        free_form = self.variant.free_form
        if free_form is None:
            return self._next
        answers = [*free_form.unknown, *(line for fact in free_form.facts for line in fact.say)]
        if any(_normalise_text(line) in said for line in answers):
            return max(0, self._next - 1)
        again = {goal.name: goal.again for goal in free_form.goals}
        likeness: dict[int, float] = {}
        for place, slot in enumerate(self.slots):
            lines = [asked.human_utterance for asked in slot.turn.alternatives]
            if slot.is_opening:
                lines += again.get(slot.beat, ())
            likeness[place] = max(_shared_words(said, line) for line in lines)
        return max(likeness, key=lambda place: likeness[place])


def slots_of(scenario: Scenario) -> tuple[PlaybookSlot, ...]:
    """The human's turns in order, with the parts of the meeting that they stand in."""
    cases = {case.name: case for case in scenario.edge_cases}
    places: list[tuple[Phase, str, EdgeCase | None, bool]] = []
    for turn in scenario.turns:
        case = cases.get(turn.edge_case or "")
        places.append((turn.phase, turn.beat, case, True))
        places += [(turn.phase, turn.beat, case, False)] * len(turn.follow_ups)
    if scenario.closing:
        places.append(("delivery", "closing", None, True))
    turns = scenario.human_turns()
    return tuple(PlaybookSlot(turn, *place) for turn, place in zip(turns, places, strict=True))


def answer_of(slot: PlaybookSlot, asked: Alternative) -> str:
    """The scripted answer; where none is written, the nearest to it that the scenario says."""
    if asked.model_answer:
        return asked.model_answer
    if slot.edge_case is not None and slot.is_opening:
        return quoted_part(slot.edge_case.right_answer)
    return asked.expected_agent_action


def quoted_part(text: str) -> str:
    """What stands between the first two quotation marks, or all where there are none.

    >>> quoted_part('"I would not." The products stay as they are.')
    'I would not.'
    """
    _, mark, rest = text.partition('"')
    quoted, end, _ = rest.partition('"')
    return quoted if mark and end else text


def _closest_alternative(said: str, alternatives: tuple[Alternative, ...]) -> Alternative:
    """The alternative whose text is nearest; the last, which is said by default, where several."""

    def likeness(asked: Alternative) -> float:
        scripted = _normalise_text(asked.human_utterance)
        return difflib.SequenceMatcher(None, said[:MOST_COMPARED], scripted, autojunk=False).ratio()

    return max(reversed(alternatives), key=likeness)


def _shared_words(said: str, line: str) -> float:
    """Of the words of a line, the part that was said."""
    words = set(_normalise_text(line).split())
    return len(words & set(said.split())) / len(words)


def _normalise_text(text: str) -> str:
    return " ".join(text.split()).casefold()


@dataclass(frozen=True, slots=True)
class ReferenceChoice:
    """A class of ours, which knows the truth of its meeting; `target` is `module:Class`."""

    name: str
    target: str
    settings: Mapping[str, str] = field(default_factory=dict)

    def attendee(self, context: MeetingContext) -> Attendee:
        """One whose latencies come from the seed of the meeting."""
        seed = (context.variant.source.id, context.variant.seed, self.name)
        scenario, draw = context.variant.scenario, Draw(*seed)

        def make_agent() -> Agent:
            return self.make_agent(context, seed)

        if len(scenario.participants) < 2:
            return seat_agent(make_agent, SeededTiming(draw), context)
        timing = HumanTiming(draw, Draw(*seed, "voice"))
        foresight = ScriptForesight(scenario, timing, context.voice)
        return seat_agent(make_agent, timing, context, foresight)

    def make_agent(self, context: MeetingContext, seed: tuple[object, ...]) -> Agent:
        """The agent, with the playbook of its meeting and a pace of its own if it takes them."""
        module, _, name = self.target.partition(":")
        maker: Any = getattr(importlib.import_module(module), name)
        playbook = Playbook(context.variant)
        given = {
            "playbook": playbook,
            "pace": Draw(*seed, "pace"),
            "quantities": context.variant.scenario.quantities,
        }
        if len(context.variant.scenario.participants) > 1:
            given["listening"] = ListeningAloud(playbook.coming_turn, Draw(*seed, "listening"))
        wanted = inspect.signature(maker).parameters
        agent: Agent = maker(**{key: value for key, value in given.items() if key in wanted})
        return agent
