"""The parts of an Office file (XLSX, DOCX), and how they refer to each other.

Files are read from their XML, not by openpyxl 3.1.5 and python-docx 1.2.0, as these build what a
file only names. Measured with 4 GB of memory and 60 s at most; we took under 0.6 s and 60 MB each:

    file of 1,400 bytes: one cell merged over A1:XFD1048576    openpyxl: out of memory after 27 s
    the same merged over A1:XFD100                             openpyxl: 16 s, 527 MB
    the same with one hyperlink over A1:XFD1048576             openpyxl: out of memory after 40 s
    two cells, A1 and XFD1048576, read row by row              openpyxl: out of memory after 41 s
    the same with read_only=True                               openpyxl: over 60 s
    file of 36 kB: a table with one cell of gridSpan 1000000   python-docx: row.cells takes 27 s
    the same with 20 such tables                               python-docx: over 60 s

Neither minds entity bombs (expat and lxml refuse them), entities from files, or deep nesting: lxml
refuses the whole document beyond 256 levels. openpyxl's tokenizer and translator of formulas,
colours and date formats serve here, on what was bounded before.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from xml.etree.ElementTree import Element, ParseError, TreeBuilder, XMLParser

from modylbench.documents.archive import Archive
from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_RELATIONS = 20_000
DEEPEST = 200
MOST_ELEMENTS = 2_000_000
LONGEST_TOKEN = 4_000_000
MOST_IN_A_TREE = 400_000
"""Ours: a document of 200 pages has about 100,000 elements."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What one part refers to: a part, or an address outside the file, which is never opened."""

    kind: str
    target: str
    is_external: bool


class Package:
    """The parts of an Office file, by their names in the archive."""

    def __init__(self, content: bytes) -> None:
        self.archive = Archive(content)

    def __contains__(self, part: str) -> bool:
        return part in self.archive

    def tree(self, part: str) -> Element:
        """The part as a tree."""
        return parse_tree(self.archive.chunks(part))

    def relations(self, part: str) -> dict[str, Relation]:
        """What a part refers to, by id; "" is the package itself."""
        folder, name = posixpath.split(part)
        source = posixpath.join(folder, "_rels", f"{name}.rels")
        if source not in self.archive:
            return {}
        found = list(self.tree(source))
        if len(found) > MOST_RELATIONS:
            raise Unreadable("too_large", f"found {len(found):,} relations of one part")
        return {
            element.get("Id", ""): Relation(
                kind=element.get("Type", "").rpartition("/")[2],
                target=element.get("Target", "")
                if element.get("TargetMode") == "External"
                else _resolve_target(folder, element.get("Target", "")),
                is_external=element.get("TargetMode") == "External",
            )
            for element in found
        }

    def main_part(self, otherwise: str) -> str:
        """The part that holds the document itself."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self.archive:
                return relation.target
        if otherwise in self.archive:
            return otherwise
        raise Unreadable("part_missing", f"holds no {otherwise!r}")

    def title(self) -> str:
        """The title in the file's properties, if it has one."""
        for relation in self.relations("").values():
            if relation.kind == "core-properties" and relation.target in self.archive:
                for element in self.tree(relation.target):
                    if element.tag == "title":
                        return (element.text or "").strip()
        return ""


def _resolve_target(folder: str, target: str) -> str:
    """The target's name in the archive; a name is looked up and never opened as a path."""
    joined = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(joined).lstrip("/")


class ElementListener(Protocol):
    """Takes the elements of a part as they come; names are without their namespace."""

    def start(self, tag: str, attributes: dict[str, str], /) -> None:
        """An element begins."""

    def data(self, text: str, /) -> None:
        """Text inside the element that is open."""

    def end(self, tag: str, /) -> None:
        """The element ends."""


class _GuardedListener:
    """Stands between the parser and a listener: counts, measures depth, refuses a DTD."""

    def __init__(self, listener: ElementListener, most: int) -> None:
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


def listen(pieces: Iterable[bytes], listener: ElementListener, most: int = MOST_ELEMENTS) -> None:
    """Tell the listener all that the part says, from first to last."""
    parser = XMLParser(target=_GuardedListener(listener, most))  # noqa: S314
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


def parse_tree(pieces: Iterable[bytes]) -> Element:
    """The part as a tree, its names without their namespaces."""
    builder = TreeBuilder()
    listen(pieces, builder, MOST_IN_A_TREE)  # type: ignore[arg-type]  # returns what nobody takes
    return builder.close()
