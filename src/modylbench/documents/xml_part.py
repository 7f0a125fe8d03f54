"""What does an XML part say, read without entities, document types or endless nesting?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol
from xml.etree.ElementTree import (
    Element,
    ParseError,
    TreeBuilder,
    XMLParser,
)

from modylbench.documents.refusal import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

DEEPEST = 200
MOST_ELEMENTS = 2_000_000
LONGEST_TOKEN = 4_000_000
MOST_IN_A_TREE = 400_000
"""Ours: a document of 200 pages has about 100,000 elements."""


class Listener(Protocol):
    """Takes the elements of a part as they come; names are without their namespace."""

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def data(self, text: str, /) -> None:
        """Text inside the element that is open."""

    def end(self, tag: str, /) -> None:
        """The element ends."""


class _Guard:
    """Stands between the parser and a listener: counts, measures depth, refuses a DTD."""

    def __init__(self, listener: Listener, most: int) -> None:
        self._listener = listener
        self._most = most
        self._count = self._depth = 0
        self.data = listener.data

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > self._most:
            raise Unreadable("too_large", f"found more than {self._most:,} XML elements in a part")
        if self._depth > DEEPEST:
            reason = f"found XML nested deeper than {DEEPEST} levels"
            raise Unreadable("nested_too_deeply", reason)
        local = {name.rpartition("}")[2]: value for name, value in attributes.items()}
        self._listener.start(tag.rpartition("}")[2], local)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._listener.end(tag.rpartition("}")[2])

    def doctype(self, name: str, public: str | None, system: str | None) -> None:  # noqa: ARG002
        raise Unreadable("xml_with_doctype", "an XML part declares a document type; none may")

    def close(self) -> None:
        """Nothing is left to do."""


def listen(pieces: Iterable[bytes], listener: Listener, most: int = MOST_ELEMENTS) -> None:
    """Tell the listener all that the part says, from first to last."""
    parser = XMLParser(target=_Guard(listener, most))  # noqa: S314
    try:
        open_for = 0
        for piece in pieces:
            closed = piece.rfind(b">")
            open_for = open_for + len(piece) if closed < 0 else len(piece) - closed
            if open_for > LONGEST_TOKEN:  # the parser would read it from its start again and again
                raise Unreadable("too_large", f"found more than {LONGEST_TOKEN:,} bytes in one tag")
            parser.feed(piece)
        parser.close()
    except (ParseError, LookupError, ValueError) as error:  # LookupError: an unknown encoding
        raise Unreadable("xml_broken", f"an XML part is not well-formed ({error})") from error


def tree(pieces: Iterable[bytes]) -> Element:
    """The part as a tree, its names without their namespaces."""
    builder = TreeBuilder()
    listen(pieces, builder, MOST_IN_A_TREE)  # type: ignore[arg-type]  # returns what nobody takes
    return builder.close()
