"""What is remembered of a stream: digests that tell a repeat, and texts that come in pieces."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

import orjson

from modylbench.surfaces.json_size import measure
from modylbench.surfaces.limits import MAX_STREAM_CHARACTERS
from modylbench.surfaces.state.message_checks import surface_id_of

if TYPE_CHECKING:
    from modylbench.surfaces.notes import MessageNotes

MessageName = tuple[str, str]


class OperationMark(NamedTuple):
    """A digest, the surface that is made, if one is, and the length as JSON."""

    digest: str
    makes: str | None
    length: int


def mark_operation(operation: object) -> OperationMark:
    """The mark of an operation; all that cannot be read have the same."""
    if measure(operation).fault is not None:
        return OperationMark("", None, 0)
    content = orjson.dumps(operation)
    makes = isinstance(operation, dict) and "createSurface" in operation
    made = surface_id_of(operation) if makes and isinstance(operation, dict) else None
    return OperationMark(hashlib.sha256(content).hexdigest(), made, len(content))


def digest_of(operations: list[object]) -> str:
    """One digest for a list of operations in their order."""
    return hashlib.sha256(
        "".join(mark_operation(operation).digest for operation in operations).encode()
    ).hexdigest()


class OpenTexts:
    """Keeps pieces by name; all that are open together have a most."""

    def __init__(self) -> None:
        self._pieces: dict[MessageName, list[str]] = {}
        self._length = 0

    def add(self, name: MessageName, piece: str, notes: MessageNotes) -> None:
        """One more piece, unless the texts that are open have become too long."""
        if self._length + len(piece) > MAX_STREAM_CHARACTERS:
            notes.error("too_large", "the texts that are open in this stream are too long")
            return
        self._length += len(piece)
        self._pieces.setdefault(name, []).append(piece)

    def take(self, name: MessageName) -> str:
        """The text as far as it came; it is not kept any longer."""
        text = "".join(self._pieces.pop(name, []))
        self._length -= len(text)
        return text

    def names(self) -> list[MessageName]:
        """What is open, in the order in which it began."""
        return list(self._pieces)
