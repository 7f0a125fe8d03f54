"""Which texts have come in pieces, and are not whole yet?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.surfaces.limits import MAX_STREAM_CHARACTERS

if TYPE_CHECKING:
    from modylbench.surfaces.wording import Notes

Name = tuple[str, str]


class OpenTexts:
    """Keeps pieces by name; all that are open together have a most."""

    def __init__(self) -> None:
        self._pieces: dict[Name, list[str]] = {}
        self._length = 0

    def add(self, name: Name, piece: str, notes: Notes) -> None:
        """One more piece, unless the texts that are open have become too long."""
        if self._length + len(piece) > MAX_STREAM_CHARACTERS:
            notes.error("too_large", "the texts that are open in this stream are too long")
            return
        self._length += len(piece)
        self._pieces.setdefault(name, []).append(piece)

    def taken(self, name: Name) -> str:
        """The text as far as it came; it is not kept any longer."""
        text = "".join(self._pieces.pop(name, []))
        self._length -= len(text)
        return text

    def names(self) -> list[Name]:
        """What is open, in the order in which it began."""
        return list(self._pieces)
