"""The text-only baseline: what does a chat model do in a meeting, given only words?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.chat.conversation import Conversation
from modylbench.agents.chat.parts import Sorting
from modylbench.providers.models.service_failure import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.chat.parts import Part
    from modylbench.providers.models.chat import ChatModel

MOST_LINES = 500  # ours: a model that says more in one answer does not come to an end


class ChatAgent:
    """Speaks a model's answer while it comes, and writes into the chat what nobody can hear."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._conversation: Conversation | None = None

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Ask the model; raises ServiceFailed after whatever came has been said."""
        if self._conversation is None:
            self._conversation = Conversation(seat.invitation)
        self._conversation.hear(heard)
        sorting, given = Sorting(), _Giving(seat)
        try:
            async for text in self._model.answer(self._conversation.messages()):
                self._conversation.said(text)
                await given.give(sorting.add(text))
        except ServiceFailed:
            await given.give(sorting.finish())
            raise
        await given.give(sorting.finish())
        await seat.said()


class _Giving:
    """Says and writes the parts of one answer, of which there are only so many."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._lines = 0

    async def give(self, parts: Iterable[Part]) -> None:
        for part in parts:
            self._lines += 1
            if self._lines > MOST_LINES:
                message = f"the model's answer had no end: more than {MOST_LINES} sentences"
                raise ServiceFailed(message)
            await (self._seat.say if part.to == "voice" else self._seat.chat)(part.text)
