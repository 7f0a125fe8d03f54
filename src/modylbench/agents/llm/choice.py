"""What does `llm:MODEL` stand for: a model of a service, or one on a server of one's own?

`llm:openai:gpt-5.2`, `llm:anthropic:claude-opus-4-6`, `llm:google:gemini-3.1-pro` and, with a base
URL, `llm:MODEL` for whatever a server that speaks OpenAI's format calls its model.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.agents.llm.agent import LlmAgent
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.foundation.errors import UserMistake
from modylbench.providers.models.access import access_to, open_model
from modylbench.providers.models.dialogue import PATIENCE, Dialogue, Patience
from modylbench.providers.models.failures import ServiceFailed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.arrangements import Attendee
    from modylbench.meeting.room import Room
    from modylbench.providers.models.access import Access
    from modylbench.scenarios.scenario import Scenario

PREFIX = "llm:"
FEW_TOKENS = 16  # enough to see that there is an answer


@dataclass(frozen=True, slots=True)
class LlmChoice:
    """An agent on a language model that has answered once."""

    access: Access
    patience: Patience = PATIENCE

    @property
    def name(self) -> str:
        """The name that was asked for."""
        access = self.access
        is_named = access.service in ("openai", "anthropic", "google")
        return f"{PREFIX}{access.service}:{access.model}" if is_named else PREFIX + access.model

    @property
    def settings(self) -> Mapping[str, str]:
        """The service, the model, and where it was asked."""
        told = {"service": self.access.service, "model": self.access.model}
        return {**told, "base_url": self.access.base_url} if self.access.base_url else told

    def attendee(self, place: MeetingContext) -> Attendee:
        """One that will attend this meeting."""
        return LlmAttendee(self, place)


def chosen_llm(
    name: str,
    options: AgentOptions,
    *,
    is_checked: bool = True,
    patience: Patience = PATIENCE,
) -> LlmChoice:
    """The agent on the model of that name; raises UserMistake.

    Unless `is_checked` is False, the model is asked for a word first, to see that it is there.
    """
    access = access_to(name.removeprefix(PREFIX), options.base_url, options.api_keys)
    choice = LlmChoice(access, patience)
    if is_checked:
        asyncio.run(_try_out(choice))
    return choice


async def _try_out(choice: LlmChoice) -> None:
    """Ask for a word; whatever comes is an answer."""
    wait = replace(choice.patience, most_tokens=FEW_TOKENS)
    async with open_model(
        choice.access, connect_s=wait.connect_s, silence_s=wait.silence_s
    ) as model:
        greeting = Dialogue(
            model, choice.access, instructions="Answer briefly.", tools=(), patience=wait
        )
        greeting.hear("Are you there?")
        try:
            async with aclosing(greeting.ask(may_be_empty=True)) as words:
                async for _ in words:
                    pass
        except ServiceFailed as failure:
            message = f"{choice.name}: {failure}; check the name, the key and --base-url"
            raise UserMistake(message) from failure


class LlmAttendee:
    """The Attendee: a seat in the meeting, and a connection to the model as long as it lasts."""

    def __init__(self, choice: LlmChoice, place: MeetingContext) -> None:
        self._choice, self._place = choice, place

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join, take part until the room is closed, and leave."""
        access, patience = self._choice.access, self._choice.patience
        stack = AsyncExitStack()
        model = await stack.enter_async_context(
            open_model(access, connect_s=patience.connect_s, silence_s=patience.silence_s)
        )
        try:
            seat = seat_agent(
                lambda: LlmAgent(model, access, patience), MeasuredTiming(), self._place
            )
            await seat.attend(room, invitation, clock)
        finally:
            with clock.pausing():  # nobody waits for connections to be closed
                await stack.aclose()
