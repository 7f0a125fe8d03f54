"""A2UI messages in what an agent has sent, whatever they are wrapped in.

AG-UI sends events, A2A messages, tasks and artifacts with parts, Genkit and LangGraph the messages
of a talk, and the official examples are files with messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.surfaces.limits import MAX_BROKEN_PARTS, MAX_MESSAGES
from modylbench.surfaces.messages.a2a import MOST_WRAPPINGS, A2aParts, is_a2a
from modylbench.surfaces.messages.agui import OPERATIONS, AguiEvents, is_event
from modylbench.surfaces.messages.json_text import values_in
from modylbench.surfaces.messages.memory import OpenTexts
from modylbench.surfaces.notes import MessageNotes
from modylbench.surfaces.state.legacy import LEGACY_ACTIONS
from modylbench.surfaces.state.message_checks import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.messages.agui import ReadText

LISTS = (OPERATIONS, "envelopes", "messages")
AGENTS = {"ai", "AIMessageChunk", "assistant", "model"}
OTHERS = {"human", "user", "system", "developer"}


def messages_in(source: object) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
    """The messages of a whole stream in order, and what is broken in it.

    `source` is text (JSON, JSON Lines, server-sent events, talk with `<a2ui-json>` blocks), its
    bytes, or the value itself: a message, a list, or an envelope of AG-UI, A2A or Genkit.
    """
    reader = StreamReader()
    messages, findings = reader.read(source)
    rest, more = reader.finish()
    return [*messages, *rest], (*findings, *more)


class StreamReader:
    """Reads what arrives piece by piece; each piece is whole lines, blocks, events or values.

    Findings carry the number of messages that came before, counted from the first piece on: it is
    the number that the broken message would have had.
    """

    def __init__(self) -> None:
        self._envelopes = Envelopes(values_in)
        self._count = 0

    def read(self, source: object) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
        """The messages in one more piece."""
        notes = MessageNotes(self._count, most=MAX_BROKEN_PARTS + 1)
        return self._gather(self._messages(source, notes), notes)

    def finish(self) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
        """The messages in what was begun and never ended."""
        notes = MessageNotes(self._count, most=MAX_BROKEN_PARTS + 1)
        return self._gather(self._envelopes.finish(notes), notes)

    def _messages(self, source: object, notes: MessageNotes) -> Iterator[Any]:
        if isinstance(source, bytes | bytearray):
            source = _decode(bytes(source), notes)
        if not isinstance(source, str):
            yield from self._envelopes.open(source, notes)
            return
        for value in values_in(source, notes):
            yield from self._envelopes.open(value, notes)

    def _gather(
        self, found: Iterator[Any], notes: MessageNotes
    ) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
        messages: list[Any] = []
        for message in found:
            if self._count >= MAX_MESSAGES:
                notes.error("too_many_messages", f"expected at most {MAX_MESSAGES:,} messages")
                break
            messages.append(message)
            self._count += 1
            notes.message_index = self._count
        return messages, notes.findings


def _decode(content: bytes, notes: MessageNotes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        notes.warning(
            "bad_text", "not UTF-8; what is not was replaced", where=f"byte {error.start}"
        )
        return content.decode("utf-8", "replace")


class Envelopes:
    """Opens wrappings, and remembers what has come in pieces or may come again."""

    def __init__(self, read_text: ReadText) -> None:
        self._read_text = read_text
        self._texts = OpenTexts()
        self._events = AguiEvents(self.open, read_text, self._texts)
        self._parts = A2aParts(self.open, self._open_text, looks_like_a2ui, self._texts)

    def open(self, value: object, notes: MessageNotes, wrappings: int = 0) -> Iterator[Any]:
        """The messages within; what is no wrapping that we know is itself a message."""
        if wrappings > MOST_WRAPPINGS:
            notes.error("too_deep", "wrapped too many times")
        elif isinstance(value, list):
            for item in value:
                yield from self.open(item, notes, wrappings + 1)
        elif not isinstance(value, dict) or is_message(value):
            yield value
        elif is_event(value):
            yield from self._events.messages(value, notes, wrappings + 1)
        elif _speaker(value):
            yield from self._talk(value, notes, wrappings + 1)
        else:
            yield from self._wrapping(value, notes, wrappings + 1)

    def finish(self, notes: MessageNotes) -> Iterator[Any]:
        """The messages in texts that were begun and never ended."""
        for name in self._texts.names():
            if name[0] == "artifact":
                yield from self._parts.finish_text(name[1], notes)
            else:
                yield from self._events.finish_text(name, notes)

    def _wrapping(
        self, value: dict[Any, Any], notes: MessageNotes, wrappings: int
    ) -> Iterator[Any]:
        for name in LISTS:
            if isinstance(value.get(name), list):
                yield from self.open(value[name], notes, wrappings)
                return
        message = value.get("message")
        if isinstance(message, dict) and _speaker(message):
            yield from self._talk(message, notes, wrappings)
        elif is_a2a(value):
            yield from self._parts.messages(value, notes, wrappings)
        else:
            yield value

    def _talk(self, message: dict[Any, Any], notes: MessageNotes, wrappings: int) -> Iterator[Any]:
        """What the agent or a tool says in a talk of LangGraph or Genkit; others say no A2UI."""
        speaker, content = _speaker(message), message["content"]
        if speaker == "tool":
            yield from self._events.result_messages(content, notes)
            return
        if speaker in OTHERS:
            return
        for part in content if isinstance(content, list) else [content]:
            text = part.get("text") if isinstance(part, dict) else part
            data = part.get("data") if isinstance(part, dict) else None
            if looks_like_a2ui(data):
                yield from self.open(data, notes, wrappings)
            elif isinstance(text, str) and isinstance(message.get("id"), str):
                yield from self._events.text_messages(message["id"], text, notes)
            elif isinstance(text, str):
                yield from self._open_text(text, notes, wrappings)
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, dict):
                yield from self._events.argument_messages(call.get("args"), notes)

    def _open_text(self, text: str, notes: MessageNotes, wrappings: int) -> Iterator[Any]:
        for value in self._read_text(text, notes):
            yield from self.open(value, notes, wrappings + 1)


def is_message(value: dict[Any, Any]) -> bool:
    """Whether an object is an A2UI message and no wrapping, sound or not."""
    return any(action in value for action in (*ACTIONS, *LEGACY_ACTIONS))


def looks_like_a2ui(value: object) -> bool:
    """Whether data without a type are messages, a list of them, or a list in its wrapping."""
    if isinstance(value, dict):
        lists = [value[name] for name in LISTS if isinstance(value.get(name), list)]
        return is_message(value) or any(looks_like_a2ui(items) for items in lists)
    return isinstance(value, list) and any(
        isinstance(item, dict) and is_message(item) for item in value
    )


def _speaker(value: dict[Any, Any]) -> str:
    """Who says a message of a talk; nothing where an object is none."""
    if not isinstance(value.get("content"), str | list):
        return ""
    named = [who for name in ("role", "type") if isinstance(who := value.get(name), str)]
    return next((who for who in named if who in AGENTS | OTHERS | {"tool"}), "")
