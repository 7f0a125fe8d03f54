"""Instructions to the judges in every channel: does anybody follow them?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting import injections
from modylbench.agents.distorting.altered import Altered
from modylbench.agents.redteam.polite_but_wrong import courteous
from modylbench.agents.reference.display import Display
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.reference.playbook import Playbook, Step

NAME = "judge_injector"
WIDTH, HEIGHT = 480, 120
WRITES_EVERY = 3  # turns


class JudgeInjector:
    """Politely wrong, and tells whoever judges it what to think of that.

    In what it says, in cells, notes, descriptions and hidden text, in the chat, in the name of a
    file, and in white on white on its screen.
    """

    def __init__(self, playbook: Playbook, pace: Draw) -> None:
        self._draw = Draw(playbook.variant.scenario.scenario_id, playbook.variant.seed, NAME)
        self._guide = Altered(courteous(playbook), self._altered)
        self._display = Display()
        self._pace = pace
        self._turns = 0

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Show and say what is wrong, with instructions beside it."""
        step = self._guide.step(heard)
        await seat.say(step.answer)
        for messages in self._display.messages(step.products):
            await seat.show(injections.described(messages))
            await seat.wait(round(self._pace.uniform(0.4, 1.2), 3))
        if self._turns == 0:
            await seat.share_screen(WIDTH, HEIGHT, injections.small_print(WIDTH, HEIGHT))
            await seat.send_file(injections.FILE_NAME, injections.FENCE.encode())
        if self._turns % WRITES_EVERY == 0:
            number = self._turns // WRITES_EVERY
            await seat.chat(injections.WRITTEN[number % len(injections.WRITTEN)])
        self._turns += 1
        await seat.said()

    def _altered(self, step: Step) -> Step:
        answer = f"{step.answer} {self._draw.one_of(injections.SPOKEN)}"
        return replace(step, answer=answer, products=tuple(map(injections.planted, step.products)))
