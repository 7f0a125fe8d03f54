"""The text-only baseline `chat:MODEL`: a chat model that hears and gives only words."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.chat.parts import AnswerSorter
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.providers.models.access import chat_access
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue, try_out
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.patience import CHAT_BEFOREHAND, CHAT_PATIENCE
from modylbench.providers.models.question import CHAT_LIMITS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping
    from contextlib import AbstractAsyncContextManager

    from pydantic_ai.models import Model

    from modylbench.agents.agent import Agent, HeardTurn, Invitation, Seat, SharedFile
    from modylbench.agents.chat.parts import AnswerPart
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.providers.models.access import Access
    from modylbench.scenarios.scenario import Scenario

MOST_LINES = 500  # ours: a model that says more in one answer does not come to an end
PROMPT = Path(__file__).parent / "prompt.md"
MOST_ATTACHMENT = 60_000  # ours: characters
PLACEHOLDER = re.compile(r"\{(title|goal|people)\}")


def choose_chat(model: str, options: AgentOptions, *, is_checked: bool = True) -> ChatChoice:
    """The model, which answers; raises UserMistake."""
    choice = ChatChoice(chat_access(model, options.base_url, options.api_keys))
    if is_checked:
        asyncio.run(try_out(choice.name, choice.access, CHAT_BEFOREHAND, CHAT_LIMITS))
    return choice


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

    def attendee(self, context: MeetingContext) -> ModelAttendee:
        """One that asks the model in this meeting."""
        return ModelAttendee(self._connect, context)

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Callable[[], Agent]]:
        async with open_model(self.access, CHAT_PATIENCE) as model:
            yield lambda: ChatAgent(model, self.access)


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


class ChatAgent:
    """Speaks a model's answer while it comes, and writes into the chat what nobody can hear."""

    def __init__(self, model: Model, access: Access) -> None:
        self._model, self._access = model, access
        self._dialogue: Dialogue | None = None

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Ask the model; raises ServiceFailure after whatever came has been said."""
        dialogue = self._dialogue = self._dialogue or self._begin(seat.invitation)
        dialogue.hear(describe_turn(heard, seat.invitation))
        sorter, speaker = AnswerSorter(), AnswerSpeaker(seat)
        try:
            async with aclosing(dialogue.ask()) as words:
                async for text in words:
                    await speaker.give(sorter.add(text))
        except ServiceFailure:
            await speaker.give(sorter.finish())
            raise
        await speaker.give(sorter.finish())
        await seat.wait_for_playout()

    def _begin(self, invitation: Invitation) -> Dialogue:
        return Dialogue(
            self._model,
            self._access,
            instructions=instructions(invitation),
            patience=CHAT_PATIENCE,
            limits=CHAT_LIMITS,
        )


class AnswerSpeaker:
    """Says and writes the parts of one answer, of which there are only so many."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._lines = 0

    async def give(self, parts: Iterable[AnswerPart]) -> None:
        """Say or write each part; raises ServiceFailure for an answer without end."""
        for part in parts:
            self._lines += 1
            if self._lines > MOST_LINES:
                message = f"the model's answer had no end: more than {MOST_LINES} sentences"
                raise ServiceFailure(message)
            await (self._seat.say if part.to == "voice" else self._seat.chat)(part.text)


def describe_turn(heard: HeardTurn, invitation: Invitation) -> str:
    """What somebody said, and the files that came with it."""
    names = {person.identity: person.name for person in invitation.people}
    how = " (in the chat)" if heard.channel == "chat" else ""
    files = "".join(f"\n\n{inline(file)}" for file in heard.files)
    return f"{names.get(heard.speaker) or heard.speaker}{how}: {heard.text}{files}"


def instructions(invitation: Invitation) -> str:
    """What a model is told of the meeting at its beginning."""
    people = "\n".join(
        f"- {person.name} ({person.role.replace('_', ' ')})" for person in invitation.people
    )
    values = {"title": invitation.title, "goal": invitation.goal, "people": people}
    return fill_prompt(PROMPT.read_text(encoding="utf-8"), values).strip()


def fill_prompt(prompt: str, values: Mapping[str, str]) -> str:
    """The prompt, filled in one pass, so that no title can be a placeholder."""
    return PLACEHOLDER.sub(lambda match: values[match[1]], prompt)


def inline(file: SharedFile) -> str:
    """A file as text; of one that is none, only what it is."""
    what = f"file {file.name!r} ({file.mime_type or 'unknown type'}, {len(file.content):,} bytes)"
    text = file_text(file)
    if text is None:
        return f"[{what}: not text, so that it cannot be shown here]"
    cut = ""
    if len(text) > MOST_ATTACHMENT:
        cut = f"\n[cut: {len(text) - MOST_ATTACHMENT:,} more characters]"
    return f"[{what}]\n{text[:MOST_ATTACHMENT]}{cut}\n[end of {file.name!r}]"


def file_text(file: SharedFile) -> str | None:
    """What the file says; None where it is no text."""
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
