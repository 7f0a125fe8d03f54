"""An agent on any model that can call tools: what it hears, what it does, what it says."""

from __future__ import annotations

import json
from contextlib import aclosing
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from modylbench.agents.chat.parts import AnswerSorter
from modylbench.agents.llm.tools.catalogue import TOOLS, tool_specs
from modylbench.agents.llm.tools.shown_products import ShownProducts
from modylbench.agents.llm.tools.tool import run_call
from modylbench.foundation.errors import one_line
from modylbench.providers.models.dialogue import Dialogue
from modylbench.providers.models.failures import ServiceFailure
from modylbench.providers.models.patience import AGENTS_PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic_ai.models import Model

    from modylbench.agents.agent import HeardTurn, Invitation, Seat, SharedFile
    from modylbench.agents.chat.parts import AnswerPart
    from modylbench.providers.models.access import Access
    from modylbench.providers.models.patience import Patience

MOST_CALLS = 25  # ours: tool calls in one answer
MOST_TOKENS = 64_000  # ours: that a model writes in one answer
SETTLES_S = 0.05  # ours: within so long a screen says what is wrong with what it was sent
MOST_SAID = 5_000  # ours: characters of one sentence
NO_MORE = f"error: no more calls in this answer ({MOST_CALLS} at most): say what is done"
MOST_UTTERANCE = 20_000  # ours, all of these: characters
MOST_FILE = 40_000  # of one file
MOST_FILES = 100_000  # of the files of one utterance
MOST_REPLIES = 20
MOST_REPLY = 400


class LlmAgent:
    """An agent on any model that can call tools."""

    def __init__(self, model: Model, access: Access, patience: Patience = AGENTS_PATIENCE) -> None:
        self._model, self._access, self._patience = model, access, patience
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
            self._access,
            instructions=instructions(seat.invitation),
            tools=tool_specs(),
            patience=self._patience,
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


@cache
def _template() -> str:
    return files("modylbench.agents.llm").joinpath("prompt.md").read_text(encoding="utf-8")


def instructions(invitation: Invitation) -> str:
    """The system prompt of a meeting; what the invitation says cannot fill other places of it."""
    people = (
        "; ".join(f"{person.name} ({person.role})" for person in invitation.people)
        or "nobody else yet"
    )
    told = {"title": invitation.title, "goal": invitation.goal, "people": people}
    parts = _template().split("{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, _, after = part.partition("}")
        filled += [one_line(told[name]), after]
    return "".join(filled)


def describe_turn(heard: HeardTurn, table: Sequence[str], replies: Iterable[Any]) -> str:
    """What somebody said, the files that came with it, and how things stand."""
    how = "says" if heard.channel == "voice" else "writes in the chat"
    blocks = [f"{one_line(heard.speaker)} {how}: {_cut(heard.text, MOST_UTTERANCE)}"]
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


def _inline(shared: Iterable[SharedFile]) -> list[str]:
    """Files as text where they are text; others are named."""
    blocks, left = [], MOST_FILES
    for file in shared:
        name = f"{one_line(file.name)} ({one_line(file.mime_type) or 'unknown type'})"
        text = _text(file)
        if text is None:
            blocks.append(f"File {name}: {len(file.content):,} bytes that are no text")
            continue
        most = min(MOST_FILE, left)
        left -= min(len(text), most)
        shown = _cut(text, most)
        blocks.append(f"File {name}:\n<file>\n{shown}\n</file>")
    return blocks


def _text(file: SharedFile) -> str | None:
    try:
        text = file.content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text


def _cut(text: str, most: int) -> str:
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= most else f"{text[:most]}\n… ({len(text) - most:,} characters more)"
