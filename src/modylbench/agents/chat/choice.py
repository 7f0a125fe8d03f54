"""What does `chat:MODEL` stand for?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.agents.chat.agent import ChatAgent
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.providers.models.chat import KEY_VARIABLE, ChatModel, access_to, check

if TYPE_CHECKING:
    from collections.abc import Mapping

    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.providers.models.chat import ChatAccess
    from modylbench.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class ChatChoice:
    """A model at an address."""

    access: ChatAccess

    @property
    def name(self) -> str:
        """As a person gives it."""
        return f"chat:{self.access.model}"

    @property
    def settings(self) -> Mapping[str, str]:
        """Where the model was asked."""
        return {"model": self.access.model, "base_url": self.access.base_url}

    def attendee(self, place: MeetingContext) -> ChatAttendee:
        """One that asks the model in this meeting."""
        return ChatAttendee(self.access, place)


@dataclass(frozen=True, slots=True)
class ChatAttendee:
    """An agent on a chat model, with a connection to it for as long as the meeting takes."""

    access: ChatAccess
    place: MeetingContext = field(repr=False)

    async def attend(self, room: Room, invitation: Scenario, clock: Clock) -> None:
        """Take part until the room is closed."""
        model = ChatModel(self.access)
        try:
            attending = seat_agent(lambda: ChatAgent(model), MeasuredTiming(), self.place)
            await attending.attend(room, invitation, clock)
        finally:
            with clock.pausing():
                await model.aclose()


def chosen_chat(model: str, options: AgentOptions, *, is_checked: bool = True) -> ChatChoice:
    """The model, which answers; raises UserMistake."""
    access = access_to(model, options.base_url, options.api_keys.get(KEY_VARIABLE, ""))
    if is_checked:
        check(access)
    return ChatChoice(access)
