"""When an agent is expected to use channels in a meeting, and what people do in them."""

from __future__ import annotations

from modylbench.foundation.record import Spec
from modylbench.scenarios.channels.script import ChatContent, ScoredChannel, Valence


class ExpectedUse(Spec):
    """A moment at which the agent is expected to use a channel, in a turn by its index."""

    turn_index: int
    id: str
    channel: ScoredChannel
    after: str | None = None
    use: str
    model: str
    quantity: str | None = None
    valence: Valence | None = None
    content: ChatContent | None = None
    holds: tuple[str, ...] = ()


class ChannelAct(Spec):
    """What a person does in a channel, in a turn by its index."""

    turn_index: int
    id: str
    speaker: str
    channel: ScoredChannel
    after_s: float
    text: str
    product: str | None = None
    at: str = ""
