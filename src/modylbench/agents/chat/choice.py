"""The agent `chat:MODEL`, and how an agent on a model attends a meeting."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.agents.chat.agent import ChatAgent
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.providers.models.access import chat_access
from modylbench.providers.models.chat import check, open_chat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from contextlib import AbstractAsyncContextManager

    from modylbench.agents.agent import Agent
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.providers.models.access import Access
    from modylbench.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class ChatChoice:
    """A model at an address."""

    access: Access

    @property
    def name(self) -> str:
        """As a person gives it."""
        return f"chat:{self.access.model}"

    @property
    def settings(self) -> Mapping[str, str]:
        """Where the model was asked."""
        return {"model": self.access.model, "base_url": self.access.base_url}

    def attendee(self, place: MeetingContext) -> ModelAttendee:
        """One that asks the model in this meeting."""
        return ModelAttendee(self._connect, place)

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Callable[[], Agent]]:
        async with open_chat(self.access) as model:
            yield lambda: ChatAgent(model)


@dataclass(frozen=True, slots=True)
class ModelAttendee:
    """An agent on a model, with connections to it for as long as the meeting takes."""

    connect: Callable[[], AbstractAsyncContextManager[Callable[[], Agent]]] = field(repr=False)
    place: MeetingContext = field(repr=False)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Join, take part until the room is closed, and leave."""
        stack = AsyncExitStack()
        make_agent = await stack.enter_async_context(self.connect())
        try:
            attendee = seat_agent(make_agent, MeasuredTiming(), self.place)
            await attendee.attend(room, invitation, clock)
        finally:
            with clock.pausing():  # nobody waits for connections to be closed
                await stack.aclose()


def choose_chat(model: str, options: AgentOptions, *, is_checked: bool = True) -> ChatChoice:
    """The model, which answers; raises UserMistake."""
    access = chat_access(model, options.base_url, options.api_keys)
    if is_checked:
        check(access)
    return ChatChoice(access)
