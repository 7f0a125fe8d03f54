"""The oracle: the perfect agent, which does everything right."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from modylbench.agents.reference.channel_use import ChannelUse
from modylbench.agents.reference.display import Display
from modylbench.language.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.agent import HeardTurn, Seat
    from modylbench.agents.reference.listening_aloud import ListeningAloud
    from modylbench.agents.reference.playbook import Guide, Step
    from modylbench.foundation.draw import Draw
    from modylbench.products.quantities.quantity import Quantity


class OracleAgent:
    """Builds every product step by step where it is seen, and says what a perfect agent says.

    `pace` draws the moments between what it shows. Who cuts in is answered first, and then hears
    the rest of what was being said. With `listening` it murmurs while people speak to each other.
    """

    def __init__(
        self,
        playbook: Guide,
        pace: Draw,
        quantities: Sequence[Quantity] = (),
        *,
        listening: ListeningAloud | None = None,
    ) -> None:
        self._playbook = playbook
        self._channels = ChannelUse(quantities)
        self._listening = listening
        self._is_answering = False
        self._display = Display()
        self._pace = pace
        self._unsaid: list[str] = []

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Show what has changed, one product after the other, and speak meanwhile."""
        self._is_answering = True
        try:
            await self._show_and_speak(heard, seat)
        finally:
            self._is_answering = False

    async def overhear(self, speaker: str, seat: Seat) -> None:
        """Listen aloud to whoever speaks, unless it is answering."""
        if self._listening is not None and not self._is_answering:
            await self._listening.listen(speaker, seat)

    async def _show_and_speak(self, heard: HeardTurn, seat: Seat) -> None:
        step = self._playbook.step(heard)
        if step.is_new:
            self._unsaid = []
            await self._channels.clear(seat)
        async with self._channels.using(step.uses, seat):
            await self._show_and_tell(step, seat)

    async def _show_and_tell(self, step: Step, seat: Seat) -> None:
        if step.asked.during:
            await self._speak_by_sentence(step, seat)
            await self._channels.annotate(step.uses, seat)
            return
        changed = list(self._display.messages(step.products))
        if not changed:
            await seat.say(step.answer)
        for number, messages in enumerate(changed):
            if number > 0:
                await seat.wait(self._moment_s())
            await seat.show(messages)
            if number == 0:
                await seat.say(step.answer)
        await self._channels.annotate(step.uses, seat)
        await seat.wait_for_playout()

    async def _speak_by_sentence(self, step: Step, seat: Seat) -> None:
        """Show and say it piece by piece, so that what is left is known when somebody cuts in."""
        self._unsaid = [*sentences(step.answer), *self._unsaid]
        changed = self._display.messages(step.products)
        while self._unsaid:
            for messages in islice(changed, 1):
                await seat.show(messages)
            await seat.say(self._unsaid[0])
            await seat.wait_for_playout()
            self._unsaid.pop(0)
        for messages in changed:
            await seat.show(messages)

    def _moment_s(self) -> float:
        """0.4 to 1.2 s, ours."""
        return round(self._pace.uniform(0.4, 1.2), 3)
