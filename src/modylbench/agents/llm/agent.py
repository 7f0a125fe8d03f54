"""The agent `llm:MODEL`, on any model that can call tools: what it hears, does and says.

`llm:openai:gpt-5.2`, `llm:anthropic:claude-opus-4-6`, `llm:google:gemini-3.1-pro` and, with a base
URL, `llm:MODEL` for whatever a server that speaks OpenAI's format calls its model.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from modylbench.agents.chat.agent import ModelAttendee, file_text, fill_prompt
from modylbench.agents.chat.parts import AnswerSorter
from modylbench.agents.llm.tools import charts, documents, marks, products, spreadsheets
from modylbench.agents.llm.tools.shown_products import ShownProducts
from modylbench.agents.llm.tools.tool import run_call
from modylbench.foundation.errors import one_line
from modylbench.providers.model_services import COMPATIBLE
from modylbench.providers.models.access import access_to
from modylbench.providers.models.client import open_model
from modylbench.providers.models.dialogue import Dialogue, ToolSpec, try_out
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.patience import AGENTS_PATIENCE, Patience
from modylbench.providers.models.question import AGENTS_LIMITS, AnswerLimits

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence

    from pydantic_ai.models import Model

    from modylbench.agents.agent import (
        Agent,
        HeardTurn,
        Invitation,
        OverheardWords,
        Seat,
        SharedFile,
    )
    from modylbench.agents.chat.parts import AnswerPart
    from modylbench.agents.choice import AgentOptions, MeetingContext
    from modylbench.agents.llm.tools.tool import Tool
    from modylbench.providers.models.access import Access


PROMPT = Path(__file__).parent / "prompt.md"
MOST_CALLS = 25  # ours: tool calls in one answer
MOST_TOKENS = 64_000  # ours: that a model writes in one answer
SETTLES_S = 0.05  # ours: within so long a screen says what is wrong with what it was sent
MOST_SAID = 5_000  # ours: characters of one sentence
NO_MORE = f"error: no more calls in this answer ({MOST_CALLS} at most): say what is done"
MOST_UTTERANCE = 20_000  # ours, all of these: characters
MOST_FILE = 40_000  # of one file
MOST_FILES = 100_000  # of the files of one utterance
MOST_ACTS = 20  # in channels, that people did meanwhile
MOST_ACT = 2_000
MOST_REPLIES = 20
MOST_REPLY = 400
PREFIX = "llm:"
TOOLS = (
    *spreadsheets.TOOLS, *documents.TOOLS, *charts.TOOLS, *products.TOOLS, *marks.TOOLS,
)  # fmt: skip


def choose_llm(
    name: str,
    options: AgentOptions,
    *,
    is_checked: bool = True,
    patience: Patience = AGENTS_PATIENCE,
    limits: AnswerLimits = AGENTS_LIMITS,
) -> LlmChoice:
    """The agent on the model of that name; raises UserMistake.

    Unless `is_checked` is False, the model is asked for a word first, to see that it is there.
    """
    access = access_to(name.removeprefix(PREFIX), options.base_url, options.api_keys)
    choice = LlmChoice(access, patience, limits)
    if is_checked:
        asyncio.run(try_out(choice.name, access, patience))
    return choice


@dataclass(frozen=True, slots=True)
class LlmChoice:
    """An agent on a language model that has answered once."""

    access: Access
    patience: Patience = AGENTS_PATIENCE
    limits: AnswerLimits = AGENTS_LIMITS

    @property
    def name(self) -> str:
        """The name that was asked for."""
        access = self.access
        if access.service == COMPATIBLE:
            return PREFIX + access.model
        return f"{PREFIX}{access.service}:{access.model}"

    @property
    def settings(self) -> Mapping[str, str]:
        """The service, the model, and where it was asked."""
        settings = {"service": self.access.service, "model": self.access.model}
        return {**settings, "base_url": self.access.base_url} if self.access.base_url else settings

    def attendee(self, context: MeetingContext) -> ModelAttendee:
        """One that will attend this meeting."""
        return ModelAttendee(self._connect, context)

    @asynccontextmanager
    async def _connect(self) -> AsyncIterator[Callable[[], Agent]]:
        async with open_model(self.access, self.patience) as model:
            yield lambda: LlmAgent(model, self)


class LlmAgent:
    """An agent on any model that can call tools."""

    def __init__(self, model: Model, choice: LlmChoice) -> None:
        self._model, self._choice = model, choice
        self._dialogue: Dialogue | None = None
        self._products = ShownProducts()

    async def answer(self, heard: HeardTurn, seat: Seat) -> None:
        """Let the model call tools and speak until it has no more to do; raises ServiceFailure."""
        dialogue = self._dialogue = self._dialogue or self._begin(seat)
        self._products.take_seat(seat)
        dialogue.hear(describe_turn(heard, self._products.lines(), await seat.replies()))
        left = MOST_CALLS
        is_first = True
        while True:
            may_call = left > 0 and dialogue.tokens < MOST_TOKENS
            await self._speak(dialogue, seat, may_call=may_call, may_be_empty=not is_first)
            if not dialogue.calls or not may_call:
                return
            is_first = False
            left = await self._act(dialogue, seat, left)

    def _begin(self, seat: Seat) -> Dialogue:
        return Dialogue(
            self._model,
            self._choice.access,
            instructions=instructions(seat.invitation),
            tools=tool_specs(),
            patience=self._choice.patience,
            limits=self._choice.limits,
        )

    async def _speak(
        self, dialogue: Dialogue, seat: Seat, *, may_call: bool, may_be_empty: bool
    ) -> None:
        """Say what the model says while it says it."""
        sorter = AnswerSorter()
        words = dialogue.ask(may_call=may_call, may_be_empty=may_be_empty)
        try:
            async with aclosing(words):
                async for text in words:
                    await _pass_on(sorter.add(text), seat)
        except ServiceFailure:
            await _pass_on(sorter.finish(), seat)
            raise
        await _pass_on(sorter.finish(), seat)

    async def _act(self, dialogue: Dialogue, seat: Seat, left: int) -> int:
        """Do what the model wants done; how many calls are left then."""
        results = []
        for call in dialogue.calls:
            results.append(await run_call(call, TOOLS, self._products) if left > 0 else NO_MORE)
            left -= 1
        await seat.wait(SETTLES_S)
        dialogue.tell(results, describe_replies(await seat.replies()))
        return left


async def _pass_on(parts: Sequence[AnswerPart], seat: Seat) -> None:
    for part in parts:
        if part.to == "voice":
            await seat.say(part.text[:MOST_SAID])
        else:
            await seat.chat(part.text)


def instructions(invitation: Invitation) -> str:
    """The system prompt of a meeting; what the invitation says cannot fill other places of it."""
    people = (
        "; ".join(f"{person.name} ({person.role})" for person in invitation.people)
        or "nobody else yet"
    )
    values = {"title": invitation.title, "goal": invitation.goal, "people": people}
    prompt = PROMPT.read_text(encoding="utf-8")
    return fill_prompt(prompt, {name: one_line(value) for name, value in values.items()})


def describe_turn(heard: HeardTurn, table: Sequence[str], replies: Iterable[Any]) -> str:
    """What somebody said, the files that came with it, and how things stand."""
    how = "says" if heard.channel == "voice" else "writes in the chat"
    blocks = [f"{one_line(heard.speaker)} {how}: {_cut(heard.text, MOST_UTTERANCE)}"]
    blocks += _in_channels(heard.overheard)
    blocks += _inline(heard.files)
    if table:
        blocks.append("Your work products on the screen now:\n" + "\n".join(table))
    blocks += [note for note in (describe_replies(replies),) if note]
    return "\n\n".join(blocks)


def describe_replies(replies: Iterable[Any]) -> str:
    """What came back to the surfaces, for the model to heed; empty where nothing did."""
    lines = [json.dumps(reply, ensure_ascii=False, default=str) for reply in replies]
    shown = [_cut(line, MOST_REPLY) for line in lines[:MOST_REPLIES]]
    if not shown:
        return ""
    more = f"\n… and {len(lines) - len(shown)} more" if len(lines) > len(shown) else ""
    return "What came back from the screen:\n" + "\n".join(shown) + more


def _in_channels(overheard: Iterable[OverheardWords]) -> list[str]:
    """What people did in channels meanwhile, beside what they said."""
    how = {"chat": "writes in the chat", "reaction": "reacts", "annotation": "annotates"}
    acts = [words for words in overheard if words.channel in how][-MOST_ACTS:]
    return [
        f"{one_line(act.speaker)} {how[act.channel]}: {_cut(act.text, MOST_ACT)}" for act in acts
    ]


def _inline(shared: Iterable[SharedFile]) -> list[str]:
    """Files as text where they are text; others are named."""
    blocks, left = [], MOST_FILES
    for file in shared:
        name = f"{one_line(file.name)} ({one_line(file.mime_type) or 'unknown type'})"
        text = file_text(file)
        if text is None:
            blocks.append(f"File {name}: {len(file.content):,} bytes that are no text")
            continue
        most = min(MOST_FILE, left)
        left -= min(len(text), most)
        shown = _cut(text, most)
        blocks.append(f"File {name}:\n<file>\n{shown}\n</file>")
    return blocks


def _cut(text: str, most: int) -> str:
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= most else f"{text[:most]}\n… ({len(text) - most:,} characters more)"


@cache
def tool_specs() -> tuple[ToolSpec, ...]:
    """The tools as models are told of them."""
    return tuple(ToolSpec(tool.name, tool.description, _arguments(tool)) for tool in TOOLS)


def _arguments(tool: Tool) -> dict[str, Any]:
    schema: dict[str, Any] = _schema(tool.arguments.model_json_schema())
    del schema["description"]  # it is the tool's
    return schema


def _schema(schema: Any) -> Any:
    """A schema without what only repeats names and limits, so that small models can take it."""
    if isinstance(schema, list):
        return [_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    dropped = {"title", "maxLength", "minimum", "maximum", "pattern", "default"}
    return {
        name: {key: _schema(inner) for key, inner in value.items()}
        if name in ("properties", "$defs")
        else _schema(value)
        for name, value in schema.items()
        if name not in dropped
    }
