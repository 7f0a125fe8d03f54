"""The chatbot: what is right content worth where nothing but words reach the meeting?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.agents.reference.in_words import in_words

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook
    from modylbench.products.work_product import WorkProduct


class TextOnly:
    """Says what a perfect agent says and writes its figures into the chat; it shows nothing."""

    def __init__(self, playbook: Playbook) -> None:
        self._playbook = playbook
        self._told: dict[str, WorkProduct] = {}

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Speak, and write what has changed since the last time."""
        step = self._playbook.step(heard)
        await seat.say(step.answer)
        for product in step.products:
            text = in_words(product, self._told.get(product.id))
            if text:
                await seat.chat(text)
            self._told[product.id] = product
        await seat.said()
