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
        sorting = Sorting()
        try:
            async for text in self._model.answer(self._conversation.messages()):
                self._conversation.said(text)
                await _give(sorting.add(text), seat)
        except ServiceFailed:
            await _give(sorting.finish(), seat)
            raise
        await _give(sorting.finish(), seat)
        await seat.said()


async def _give(parts: Iterable[Part], seat: Seat) -> None:
    for part in parts:
        if part.to == "voice":
            await seat.say(part.text)
        else:
            await seat.chat(part.text)
