"""A scenario as its author writes it: its YAML files, before a seed fills the placeholders."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from modylbench.foundation.draw import Draw
from modylbench.foundation.record import Name, Spec
from modylbench.products.quantities.quantity import Quantity
from modylbench.products.scalars import Label
from modylbench.scenarios.channels.script import ChannelScript
from modylbench.scenarios.criteria.criterion import Criterion, Method
from modylbench.scenarios.goals import Goals
from modylbench.scenarios.script import (
    AGENT,
    EVERYBODY,
    AddedChecks,
    BeatScript,
    Defects,
    EdgeCases,
    Script,
    Slot,
)
from modylbench.scenarios.suites import CORE, PrivateMark

LAST_SEED = 2**31 - 1  # ours: what any language holds
Tier = Literal["peer", "mentor", "consultant"]
AgentRole = Literal["facilitator", "expert", "peer", "note_taker"]  # paper 3.7.2
ProductKind = Literal["spreadsheet", "chart", "document", "dashboard", "code", "terminal"]


class Participant(Spec):
    """A person in the meeting, and the voice that speaks for them."""

    identity: Name
    role: Name
    persona: str
    voice: Name

    @property
    def name(self) -> str:
        """What the person is called: the persona begins with it.

        >>> Participant(identity="a", role="b", persona="Ann Lee, a buyer.", voice="c").name
        'Ann Lee'
        """
        return self.persona.partition(",")[0].strip()[:80] or self.identity


class Parameter(Spec):
    """A number that seeds vary: its value at seed 0, and the steps others are drawn from."""

    canonical: float
    low: float
    high: float
    step: Annotated[float, Field(gt=0)]
    unit: str
    meaning: str

    @model_validator(mode="after")
    def _range_is_one(self) -> Parameter:
        if not self.low < self.high:
            message = f"found low {self.low:g} and high {self.high:g}, expected low below high"
            raise ValueError(message)
        return self


class Choice(Spec):
    """What else seeds vary: the first option is that of seed 0, the others are drawn."""

    options: Annotated[tuple[Name, ...], Field(min_length=2)]
    meaning: str


class Card(Spec):
    """scenario.yaml: who meets whom about what, and the numbers that seeds vary.

    It declares how many turns, products and edge cases there are, so that a scenario can be listed
    from this file alone; `check` proves the counts.
    """

    id: Name
    suite: Name = CORE
    """Scenarios of different suites are never averaged together (SPEC 14)."""
    based_on: Name | None = None
    """The scenario whose truth, products, criteria and oracle this one shares; what this card does
    not say is said there."""
    salt: Annotated[str, Field(pattern=r"^[0-9a-f]{0,64}$")] = ""
    """Of a private variant: enters every draw, so that no published seed is one of its own."""
    private_mark: PrivateMark = ""
    """Of a private variant: the fingerprint of its secret, which figures of it are marked with."""
    version: Annotated[int, Field(ge=1)]
    vertical: Label
    title: Label
    human_persona: Label
    quality_tier: Tier
    method: Method
    turns: int
    products: int
    edge_cases: int
    timeout_minutes: Annotated[float, Field(gt=0, le=240)] = 30  # SPEC 1
    context: str
    meeting_goal: str
    first_checks: Annotated[tuple[str, ...], Field(min_length=1)]
    participants: Annotated[tuple[Participant, ...], Field(min_length=1)]
    agent_role: AgentRole | None = None
    """What the agent is to the meeting where several people are in it."""
    parameters: dict[Name, Parameter]
    choices: dict[Name, Choice] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _salt_is_marked(self) -> Card:
        if bool(self.salt) != bool(self.private_mark):
            message = (
                "found one of salt and private_mark, expected both or none; "
                "`modylbench scenarios vary` writes them"
            )
            raise ValueError(message)
        return self

    @model_validator(mode="after")
    def _people_are_told_apart(self) -> Card:
        identities = [person.identity for person in self.participants]
        for identity in identities:
            if identity in {AGENT, EVERYBODY}:
                message = f"found the participant {identity!r}, expected another identity: it "
                raise ValueError(message + "means the agent, or all")
            if identities.count(identity) > 1:
                message = f"found the participant {identity!r} twice, expected identities to be "
                raise ValueError(message + "unique")
        return self

    @model_validator(mode="after")
    def _role_is_known(self) -> Card:
        if len(self.participants) > 1 and self.agent_role is None:
            message = (
                f"found {len(self.participants)} participants and no agent_role, expected one of "
                f"{', '.join(get_args(AgentRole))}"
            )
            raise ValueError(message)
        return self

    def is_canonical(self, seed: int) -> bool:
        """Whether it is the paper's own meeting, in which nothing is drawn."""
        return seed == 0 and not self.salt

    def oracle_seed(self, seed: int) -> int:
        """The seed that the oracle draws by: never the published one in a private variant."""
        return self.draw(seed, "oracle").whole(1, LAST_SEED) if self.salt else seed

    def draw(self, seed: int, *names: object) -> Draw:
        """A stream of draws at a seed, of its own for these names."""
        return Draw(self.id, self.version, f"{seed}.{self.salt}" if self.salt else seed, *names)


class ProductTemplate(Spec):
    """A deliverable: what it is and how it is checked."""

    id: Name
    output_type: ProductKind
    title: Label
    description: str
    criteria: Annotated[tuple[Criterion, ...], Field(min_length=1)]


class Deliverables(Spec):
    """products.yaml: the deliverables, the quantities in them, and checks across them.

    `cases` are checks that only some seeds have.
    """

    products: Annotated[tuple[ProductTemplate, ...], Field(min_length=1)]
    quantities: Annotated[tuple[Quantity, ...], Field(min_length=1)]
    criteria: tuple[Criterion, ...] = ()
    cases: tuple[AddedChecks, ...] = ()

    @model_validator(mode="after")
    def _votes_are_on_one_product(self) -> Deliverables:
        voted = next((criterion.id for criterion in self.criteria if criterion.is_voted), None)
        if voted is not None:
            message = f"found the vote {voted!r} across products, expected it with one product: "
            raise ValueError(message + "judges are asked about one at a time")
        return self


class ShortMeeting(Spec):
    """short.yaml: how a meeting of four scripted turns ends, and what is due in it.

    Its `delivery` speaks only of what has been asked for by then and makes nothing new. A criterion
    named in `due_after` is due once these beats have been played; `checks` hold of the work as it
    stands then. What reads products or quantities that are not there yet is never due.
    """

    delivery: BeatScript
    due_after: dict[Name, tuple[Name, ...]] = Field(default_factory=dict)
    checks: tuple[AddedChecks, ...] = ()

    @model_validator(mode="after")
    def _makes_nothing_new(self) -> ShortMeeting:
        if self.delivery.reaches or any(slot.reaches for slot in self.delivery.follow_ups):
            message = "found `reaches` in the short delivery, expected none: it makes nothing new"
            raise ValueError(message)
        return self


class Template(Spec):
    """The files together: a script, or goals where the meeting is free form."""

    card: Card
    script: Script | None
    edge_cases: EdgeCases
    deliverables: Deliverables
    defects: Defects = Defects()
    goals: Goals | None = None
    short: ShortMeeting | None = None
    channels: ChannelScript | None = None
    """What is expected of channels besides voice and surfaces, in an extended form."""

    @property
    def beats(self) -> tuple[BeatScript, ...]:
        """The beats of the script; none in free form."""
        return self.script.beats if self.script is not None else ()

    @property
    def closing(self) -> Slot | None:
        """How the script ends, if it says so."""
        return self.script.closing if self.script is not None else None
