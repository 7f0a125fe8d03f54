"""The text-only baseline `chat:MODEL`: a chat model that hears and gives only words."""

from __future__ import annotations

import re
from collections import deque
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from modylbench.agents.chat.parts import AnswerSorter, without_thoughts
from modylbench.agents.seating.attendee import seat_agent
from modylbench.agents.seating.timing import MeasuredTiming
from modylbench.providers.models.access import chat_access
from modylbench.providers.models.chat import check, open_chat
from modylbench.providers.models.failures import ServiceFailure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping
    from contextlib import AbstractAsyncContextManager

    from modylbench.agents.agent import Agent, HeardTurn, Invitation, Seat, SharedFile
    from modylbench.agents.chat.parts import AnswerPart
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.foundation.clock import Clock
    from modylbench.meeting.room import Room
    from modylbench.providers.models.access import Access
    from modylbench.providers.models.chat import ChatModel
    from modylbench.scenarios.scenario import Scenario

MOST_LINES = 500  # ours: a model that says more in one answer does not come to an end
PROMPT = Path(__file__).parent / "prompt.md"
MOST_CHARACTERS = 200_000  # ours, as the next: of the whole conversation
MOST_ATTACHMENT = 60_000
PLACEHOLDER = re.compile(r"\{(title|goal|people)\}")


def choose_chat(model: str, options: AgentOptions, *, is_checked: bool = True) -> ChatChoice:
    """The model, which answers; raises UserMistake."""
    access = chat_access(model, options.base_url, options.api_keys)
    if is_checked:
        check(access)
    return ChatChoice(access)


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


class ChatAgent:
    """Speaks a model's answer while it comes, and writes into the chat what nobody can hear."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self._history: ChatHistory | None = None

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Ask the model; raises ServiceFailure after whatever came has been said."""
        if self._history is None:
            self._history = ChatHistory(seat.invitation)
        self._history.hear(heard)
        sorter, speaker = AnswerSorter(), AnswerSpeaker(seat)
        try:
            async for text in self._model.answer(self._history.messages()):
                self._history.add_answer(text)
                await speaker.give(sorter.add(text))
        except ServiceFailure:
            await speaker.give(sorter.finish())
            raise
        await speaker.give(sorter.finish())
        await seat.wait_for_playout()


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


class ChatHistory:
    """The turns of a meeting; the oldest are left out where they are too much."""

    def __init__(self, invitation: Invitation, most_characters: int = MOST_CHARACTERS) -> None:
        self._names = {person.identity: person.name for person in invitation.people}
        self._instructions = instructions(invitation)
        self._most = most_characters
        self._turns: deque[_ChatTurn] = deque()
        self._left_out = 0

    def hear(self, heard: HeardTurn) -> None:
        """Somebody has said something."""
        name = self._names.get(heard.speaker) or heard.speaker
        how = " (in the chat)" if heard.channel == "chat" else ""
        files = "".join(f"\n\n{inline(file)}" for file in heard.files)
        self._turns.append(_ChatTurn(f"{name}{how}: {heard.text}{files}"))
        while len(self._turns) > 1 and sum(turn.size for turn in self._turns) > self._most:
            self._turns.popleft()
            self._left_out += 1

    def add_answer(self, text: str) -> None:
        """The model has said something in answer."""
        self._turns[-1].answered += text

    def messages(self) -> list[dict[str, str]]:
        """The conversation in OpenAI's chat format."""
        note = f"\n\nThe first {self._left_out} turns of the meeting are left out here."
        system = self._instructions + (note if self._left_out else "")
        messages = [{"role": "system", "content": system}]
        for turn in self._turns:
            messages.append({"role": "user", "content": turn.asked})
            if answered := without_thoughts(turn.answered):
                messages.append({"role": "assistant", "content": answered})
        return messages


@dataclass(slots=True)
class _ChatTurn:
    asked: str
    answered: str = ""

    @property
    def size(self) -> int:
        return len(self.asked) + len(self.answered)


def instructions(invitation: Invitation) -> str:
    """What a model is told of the meeting at its beginning."""
    people = "\n".join(
        f"- {person.name} ({person.role.replace('_', ' ')})" for person in invitation.people
    )
    values = {"title": invitation.title, "goal": invitation.goal, "people": people}
    return fill_prompt(PROMPT.read_text(encoding="utf-8"), values).strip()


def fill_prompt(prompt: str, values: Mapping[str, str]) -> str:
    """The prompt, filled in one pass, so that no title can be a placeholder."""
    return PLACEHOLDER.sub(lambda found: values[found[1]], prompt)


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
