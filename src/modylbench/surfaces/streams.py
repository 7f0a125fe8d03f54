"""Which A2UI messages are there in what an agent has sent, whatever it has sent them in?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.surfaces.envelopes.opening import Envelopes
from modylbench.surfaces.limits import MAX_BROKEN_PARTS, MAX_MESSAGES
from modylbench.surfaces.text.json_text import values_in
from modylbench.surfaces.wording import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.findings import SurfaceFinding


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
        notes = Notes(self._count, most=MAX_BROKEN_PARTS + 1)
        return self._gathered(self._messages(source, notes), notes)

    def finish(self) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
        """The messages in what was begun and never ended."""
        notes = Notes(self._count, most=MAX_BROKEN_PARTS + 1)
        return self._gathered(self._envelopes.finished(notes), notes)

    def _messages(self, source: object, notes: Notes) -> Iterator[Any]:
        if isinstance(source, bytes | bytearray):
            source = _decoded(bytes(source), notes)
        if not isinstance(source, str):
            yield from self._envelopes.opened(source, notes)
            return
        for value in values_in(source, notes):
            yield from self._envelopes.opened(value, notes)

    def _gathered(
        self, found: Iterator[Any], notes: Notes
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


def _decoded(content: bytes, notes: Notes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        notes.warning(
            "bad_text", "not UTF-8; what is not was replaced", where=f"byte {error.start}"
        )
        return content.decode("utf-8", "replace")
