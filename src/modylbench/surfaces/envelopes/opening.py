"""Which A2UI messages stand in what a protocol wraps around them?

AG-UI sends events, A2A messages, tasks and artifacts with parts, Genkit and LangGraph the messages
of a talk, and the official examples are files with messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.surfaces.envelopes.a2a import MOST_WRAPPINGS, Parts, is_a2a
from modylbench.surfaces.envelopes.agui import Events, is_event
from modylbench.surfaces.envelopes.patch import OPERATIONS
from modylbench.surfaces.envelopes.texts import OpenTexts
from modylbench.surfaces.legacy.translation import ACTIONS as LEGACY_ACTIONS
from modylbench.surfaces.state.taking import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.surfaces.envelopes.agui import ReadText
    from modylbench.surfaces.wording import Notes

LISTS = (OPERATIONS, "envelopes", "messages")
AGENTS = {"ai", "AIMessageChunk", "assistant", "model"}
OTHERS = {"human", "user", "system", "developer"}


class Envelopes:
    """Opens wrappings, and remembers what has come in pieces or may come again."""

    def __init__(self, read_text: ReadText) -> None:
        self._read_text = read_text
        self._texts = OpenTexts()
        self._events = Events(self.opened, read_text, self._texts)
        self._parts = Parts(self.opened, self._opened_text, looks_like_a2ui, self._texts)

    def opened(self, value: object, notes: Notes, wrappings: int = 0) -> Iterator[Any]:
        """The messages within; what is no wrapping that we know is itself a message."""
        if wrappings > MOST_WRAPPINGS:
            notes.error("too_deep", "wrapped too many times")
        elif isinstance(value, list):
            for item in value:
                yield from self.opened(item, notes, wrappings + 1)
        elif not isinstance(value, dict) or is_message(value):
            yield value
        elif is_event(value):
            yield from self._events.messages(value, notes, wrappings + 1)
        elif _speaker(value):
            yield from self._talk(value, notes, wrappings + 1)
        else:
            yield from self._wrapping(value, notes, wrappings + 1)

    def finished(self, notes: Notes) -> Iterator[Any]:
        """The messages in texts that were begun and never ended."""
        for name in self._texts.names():
            if name[0] == "artifact":
                yield from self._parts.ended(name[1], notes)
            else:
                yield from self._events.ended(name, notes)

    def _wrapping(self, value: dict[Any, Any], notes: Notes, wrappings: int) -> Iterator[Any]:
        for name in LISTS:
            if isinstance(value.get(name), list):
                yield from self.opened(value[name], notes, wrappings)
                return
        message = value.get("message")
        if isinstance(message, dict) and _speaker(message):
            yield from self._talk(message, notes, wrappings)
        elif is_a2a(value):
            yield from self._parts.messages(value, notes, wrappings)
        else:
            yield value

    def _talk(self, message: dict[Any, Any], notes: Notes, wrappings: int) -> Iterator[Any]:
        """What the agent or a tool says in a talk of LangGraph or Genkit; others say no A2UI."""
        speaker, content = _speaker(message), message["content"]
        if speaker == "tool":
            yield from self._events.result(content, notes)
            return
        if speaker in OTHERS:
            return
        for part in content if isinstance(content, list) else [content]:
            text = part.get("text") if isinstance(part, dict) else part
            data = part.get("data") if isinstance(part, dict) else None
            if looks_like_a2ui(data):
                yield from self.opened(data, notes, wrappings)
            elif isinstance(text, str) and isinstance(message.get("id"), str):
                yield from self._events.said(message["id"], text, notes)
            elif isinstance(text, str):
                yield from self._opened_text(text, notes, wrappings)
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, dict):
                yield from self._events.arguments(call.get("args"), notes)

    def _opened_text(self, text: str, notes: Notes, wrappings: int) -> Iterator[Any]:
        for value in self._read_text(text, notes):
            yield from self.opened(value, notes, wrappings + 1)


def is_message(value: dict[Any, Any]) -> bool:
    """Whether an object is an A2UI message and no wrapping, sound or not."""
    return any(action in value for action in (*ACTIONS, *LEGACY_ACTIONS))


def looks_like_a2ui(value: object) -> bool:
    """Whether data without a type are messages, a list of them, or a list in its wrapping."""
    if isinstance(value, dict):
        lists = [value[name] for name in LISTS if isinstance(value.get(name), list)]
        return is_message(value) or any(looks_like_a2ui(one) for one in lists)
    return isinstance(value, list) and any(
        isinstance(one, dict) and is_message(one) for one in value
    )


def _speaker(value: dict[Any, Any]) -> str:
    """Who says a message of a talk; nothing where an object is none."""
    if not isinstance(value.get("content"), str | list):
        return ""
    named = [who for name in ("role", "type") if isinstance(who := value.get(name), str)]
    return next((who for who in named if who in AGENTS | OTHERS | {"tool"}), "")
