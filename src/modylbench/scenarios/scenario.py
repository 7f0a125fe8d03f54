"""A scenario with its numbers filled in: what a meeting is held from (field names as published)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from modylbench.foundation.record import Record, Spec
from modylbench.products.quantities.quantity import Quantity
from modylbench.products.scalars import Number
from modylbench.scenarios.channels.script import CHANNELS, ScoredChannel
from modylbench.scenarios.channels.uses import ChannelAct, ExpectedUse
from modylbench.scenarios.criteria.criterion import Criterion, Method
from modylbench.scenarios.script import (
    AGENT,
    Channel,
    Condition,
    Manner,
    Phase,
    Purpose,
    Response,
    RightfulQuestion,
    ScriptedMutation,
    Severity,
    Signals,
    Trait,
    Trigger,
)
from modylbench.scenarios.template import Participant, ProductKind, Tier

if TYPE_CHECKING:
    from collections.abc import Iterator


class Attachment(Spec):
    """A file handed over in the chat."""

    name: str
    content: str


class SpokenLine(Spec):
    """A line that people say to each other before a request, as it is to be played.

    It begins `offset_s` after the end of the line `after`, or of the one before it.
    """

    id: str
    speaker: str
    to: tuple[str, ...]
    text: str
    after: str | None = None
    offset_s: float = 0.0
    gives_way_s: float | None = None
    channel: Literal["voice", "chat"] = "voice"
    manner: Manner = "speech"
    arrives: bool = False
    departs: bool = False


class Cue(Spec):
    """What somebody says into the agent's answer once the trigger holds, and how it goes on."""

    id: str
    speaker: str
    trigger: Trigger
    text: str
    answer: str = ""
    manner: Manner = "speech"
    if_agent_yields: str | None = None
    if_not: str | None = None
    retries: int = 0

    @property
    def texts(self) -> tuple[str, ...]:
        """All that may be said for it."""
        return tuple(filter(None, (self.text, self.if_agent_yields, self.if_not)))


class Alternative(Spec):
    """One thing the human may say in a follow-up slot."""

    when: Condition | None
    human_utterance: str
    expected_agent_action: str
    model_answer: str
    speaker: str | None
    channel: Channel
    expected_response_type: Response
    wait_for_agent_sec: float
    attachments: tuple[Attachment, ...]
    mutations: tuple[ScriptedMutation, ...]
    ask_first: RightfulQuestion | None = None
    to: tuple[str, ...] = (AGENT,)
    before: tuple[SpokenLine, ...] = ()
    during: tuple[Cue, ...] = ()


class FollowUp(Spec):
    """A follow-up slot: the first alternative whose condition holds is said."""

    turn_index: int
    purpose: Purpose
    reaches: tuple[str, ...]
    alternatives: tuple[Alternative, ...]


class Turn(Spec):
    """A scripted human turn, which opens a beat.

    `turn_index` counts the utterances of both sides, from 1.
    """

    turn_index: int
    beat: str
    phase: Phase
    human_utterance: str
    expected_agent_action: str
    model_answer: str
    speaker: str | None
    channel: Channel
    expected_response_type: Response
    wait_for_agent_sec: float
    attachments: tuple[Attachment, ...]
    reaches: tuple[str, ...]
    mutations: tuple[ScriptedMutation, ...]
    follow_ups: tuple[FollowUp, ...]
    edge_case: str | None = None
    ask_first: RightfulQuestion | None = None
    to: tuple[str, ...] = (AGENT,)
    before: tuple[SpokenLine, ...] = ()
    during: tuple[Cue, ...] = ()


class ExpectedOutput(Spec):
    """A deliverable and its checks."""

    product_id: str
    output_type: ProductKind
    title: str
    description: str
    verification_criteria: tuple[Criterion, ...]


class EdgeCase(Spec):
    """A trap, or a request that sounds like one and is legitimate, and how it is answered.

    A look-alike has been carried out when its `criteria` pass; of a trap, `forbidden` are
    expressions that hold only if the agent walked into it.
    """

    name: str
    description: str
    human_utterance: str
    expected_behavior: str
    severity: Severity
    trait: Trait
    right_answer: str
    wrong_answer: str
    wrong_line: str
    signals: Signals = Signals()
    forbidden: tuple[str, ...] = ()
    look_alike_of: str = ""
    criteria: tuple[str, ...] = ()

    @property
    def is_look_alike(self) -> bool:
        """Whether it is legitimate, and must be carried out."""
        return bool(self.look_alike_of)


class FileDefect(Spec):
    """Something wrong in a file that nobody mentions; named where each list has a phrase said."""

    name: str
    file: str
    description: str
    signals: tuple[tuple[str, ...], ...]


class Verification(Spec):
    """The scenario's main method and the checks that reach across its products."""

    method: Method
    criteria: tuple[Criterion, ...]


class ExpectedMutation(Spec):
    """A change that some turn asks for."""

    turn_index: int
    product_id: str
    mutation_type: str
    path: str
    expected_value: Number | str | None


class Scenario(Record):
    """One meeting, ready to be held."""

    scenario_id: str
    vertical: str
    title: str
    human_persona: str
    context: str
    meeting_goal: str
    turns: tuple[Turn, ...]
    closing: FollowUp | None
    expected_outputs: tuple[ExpectedOutput, ...]
    edge_cases: tuple[EdgeCase, ...]
    quantities: tuple[Quantity, ...]
    verification: Verification
    quality_tier: Tier
    timeout_minutes: float
    expected_mutations: tuple[ExpectedMutation, ...]
    participants: tuple[Participant, ...]
    defects: tuple[FileDefect, ...] = ()
    channel_uses: tuple[ExpectedUse, ...] = ()
    """When the agent is expected to use a channel besides voice and surfaces."""
    channel_acts: tuple[ChannelAct, ...] = ()
    """What people do in these channels."""
    metadata: dict[str, str | int | bool]

    @property
    def channels(self) -> tuple[ScoredChannel, ...]:
        """The channels that the agent is expected to use."""
        used = {use.channel for use in self.channel_uses}
        return tuple(channel for channel in CHANNELS if channel in used)

    @property
    def conversation_turns(self) -> int:
        """Utterances of both sides together."""
        follow_ups = sum(len(turn.follow_ups) for turn in self.turns)
        return 2 * (len(self.turns) + follow_ups + (self.closing is not None))

    def human_turns(self) -> Iterator[FollowUp]:
        """Every utterance of the human in order; an opening is a slot with one alternative."""
        for turn in self.turns:
            opening = turn.model_dump(include=set(Alternative.model_fields))
            yield FollowUp(
                turn_index=turn.turn_index,
                purpose="request",
                reaches=turn.reaches,
                alternatives=(Alternative.model_validate({**opening, "when": None}),),
            )
            yield from turn.follow_ups
        if self.closing:
            yield self.closing

    def criteria(self) -> tuple[Criterion, ...]:
        """Every criterion, product by product and then those across products."""
        own = [
            criterion
            for output in self.expected_outputs
            for criterion in output.verification_criteria
        ]
        return (*own, *self.verification.criteria)
