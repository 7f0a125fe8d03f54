"""What authors say of channels besides voice and surfaces: when to use them, what people do."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Name, Spec
from modylbench.products.scalars import Label
from modylbench.scenarios.script import Where

ScoredChannel = Literal["annotation", "reaction", "chat"]
CHANNELS: tuple[ScoredChannel, ...] = ("annotation", "reaction", "chat")
Valence = Literal["positive", "negative", "neutral"]
ChatContent = Literal["figures", "table", "code", "link"]
LATEST_ACT_S = 20.0  # ours: after somebody began to speak
LONGEST_WRITTEN = 4_000
FIELDS_OF: dict[ScoredChannel, tuple[str, ...]] = {
    "annotation": ("quantity",),
    "reaction": ("valence",),
    "chat": ("content", "holds"),
}
"""What says what a good use of a channel is, by channel."""


WrittenText = Annotated[str, Field(min_length=1, max_length=LONGEST_WRITTEN)]
WrittenWordings = WrittenText | Annotated[tuple[WrittenText, ...], Field(min_length=1)]
"""One way to write something or several, of which the first is that of seed 0."""


class ChannelMoment(Spec):
    """A moment at which the agent is expected to use a channel, as authored.

    It stands in the turn that opens `beat`, or in its n-th follow-up. Its trigger is the end of
    what is asked there or, where it names one in `after`, what a person does. `use` says what a
    good use is; `model` what a perfect agent sends: an emoji, a message, what it writes at a place.

    An annotation has its target: a `quantity`, which is found in what the agent itself shows. A
    reaction is to something of a `valence`. A message in the chat has a kind of `content`, and
    `holds` these figures, names or addresses.
    """

    id: Name
    beat: Name
    slot: Annotated[int, Field(ge=0, le=3)] = 0
    channel: ScoredChannel
    after: Name | None = None
    use: Annotated[str, Field(min_length=8)]
    model: Annotated[str, Field(min_length=1, max_length=LONGEST_WRITTEN)]
    quantity: Name | None = None
    valence: Valence | None = None
    content: ChatContent | None = None
    holds: tuple[Label, ...] = ()
    where: Where = Field(default_factory=dict)

    @model_validator(mode="after")
    def _says_what_is_good(self) -> ChannelMoment:
        needed = FIELDS_OF[self.channel]
        if not getattr(self, needed[0]):
            message = f"found no `{needed[0]}` in the {self.channel} {self.id!r}, expected it"
            raise ValueError(message)
        for channel, fields in FIELDS_OF.items():
            stray = [name for name in fields if channel != self.channel and getattr(self, name)]
            if stray:
                message = (
                    f"found `{stray[0]}` in the {self.channel} {self.id!r}, expected it in a "
                    f"{channel} alone"
                )
                raise ValueError(message)
        return self


class PersonsAct(Spec):
    """What a person does in a channel while they, or somebody, ask the agent for something.

    It comes `after_s` after those words have begun. A reaction is an emoji, an annotation is drawn
    at a place of a product that is shown, with a text.
    """

    id: Name
    beat: Name
    slot: Annotated[int, Field(ge=0, le=3)] = 0
    speaker: Name
    channel: ScoredChannel
    after_s: Annotated[float, Field(ge=0, le=LATEST_ACT_S)] = 1.0
    say: WrittenWordings
    product: Name | None = None
    at: str = ""
    where: Where = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_a_place(self) -> PersonsAct:
        if bool(self.product) != (self.channel == "annotation"):
            found = "no `product`" if self.channel == "annotation" else "a `product`"
            message = f"found {found} in the {self.channel} {self.id!r}, expected it in annotations"
            raise ValueError(message)
        return self


class ChannelScript(Spec):
    """channels.yaml: the extended form of a scenario that has a script."""

    moments: Annotated[tuple[ChannelMoment, ...], Field(min_length=1)]
    acts: tuple[PersonsAct, ...] = ()

    @model_validator(mode="after")
    def _names_are_unique(self) -> ChannelScript:
        ids = [*(moment.id for moment in self.moments), *(act.id for act in self.acts)]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            message = f"found {twice!r} twice, expected ids to be unique"
            raise ValueError(message)
        places = {act.id: (act.beat, act.slot) for act in self.acts}
        for moment in self.moments:
            if moment.after and places.get(moment.after) != (moment.beat, moment.slot):
                message = (
                    f"found {moment.id!r} after {moment.after!r}, expected an act of the same turn"
                )
                raise ValueError(message)
        return self
