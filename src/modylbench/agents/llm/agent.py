"""How does a language model take part: what it hears, what it does with tools, what it says?"""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from modylbench.agents.chat.parts import Sorting
from modylbench.agents.llm.prompt import complaints, instructions, utterance
from modylbench.agents.llm.tools.catalogue import TOOLS, tool_specs
from modylbench.agents.llm.tools.desk import Desk
from modylbench.agents.llm.tools.tool import called
from modylbench.providers.models.dialogue import PATIENCE, Dialogue
from modylbench.providers.models.service_failure import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic_ai.models import Model

    from modylbench.agents.agent import Heard, Seat
    from modylbench.agents.chat.parts import Part
    from modylbench.providers.models.dialogue import Patience
    from modylbench.providers.models.tool_models import Access

MOST_CALLS = 25  # ours: tool calls in one answer
MOST_TOKENS = 64_000  # ours: that a model writes in one answer
SETTLES_S = 0.05  # ours: within so long a screen says what is wrong with what it was sent
MOST_SAID = 5_000  # ours: characters of one sentence
NO_MORE = f"error: no more calls in this answer ({MOST_CALLS} at most): say what is done"


class LlmAgent:
    """An agent on any model that can call tools."""

    def __init__(self, model: Model, access: Access, patience: Patience = PATIENCE) -> None:
        self._model, self._access, self._patience = model, access, patience
        self._dialogue: Dialogue | None = None
        self._desk = Desk()

    async def answer(self, heard: Heard, seat: Seat) -> None:
        """Let the model call tools and speak until it has no more to do; raises ServiceFailed."""
        dialogue = self._dialogue = self._dialogue or self._begun(seat)
        self._desk.sit(seat)
        dialogue.hear(utterance(heard, self._desk.lines(), await seat.replies()))
        left = MOST_CALLS
        is_first = True
        while True:
            may_call = left > 0 and dialogue.tokens < MOST_TOKENS
            await self._speak(dialogue, seat, may_call=may_call, may_be_empty=not is_first)
            if not dialogue.calls or not may_call:
                return
            is_first = False
            left = await self._act(dialogue, seat, left)

    def _begun(self, seat: Seat) -> Dialogue:
        return Dialogue(
            self._model,
            self._access,
            instructions=instructions(seat.invitation),
            tools=tool_specs(),
            patience=self._patience,
        )

    async def _speak(
        self, dialogue: Dialogue, seat: Seat, *, may_call: bool, may_be_empty: bool
    ) -> None:
        """Say what the model says while it says it."""
        sorting = Sorting()
        words = dialogue.ask(may_call=may_call, may_be_empty=may_be_empty)
        try:
            async with aclosing(words):
                async for text in words:
                    await _pass_on(sorting.add(text), seat)
        except ServiceFailed:
            await _pass_on(sorting.finish(), seat)
            raise
        await _pass_on(sorting.finish(), seat)

    async def _act(self, dialogue: Dialogue, seat: Seat, left: int) -> int:
        """Do what the model wants done; how many calls are left then."""
        results = []
        for call in dialogue.calls:
            results.append(await called(call, TOOLS, self._desk) if left > 0 else NO_MORE)
            left -= 1
        await seat.wait(SETTLES_S)
        dialogue.tell(results, complaints(await seat.replies()))
        return left


async def _pass_on(parts: Sequence[Part], seat: Seat) -> None:
    for part in parts:
        if part.to == "voice":
            await seat.say(part.text[:MOST_SAID])
        else:
            await seat.chat(part.text)
