"""A surface as a document: everything in reading order, as Markdown under its headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.markdown import LONGEST_LABEL, Block, cut, sections_of
from modylbench.documents.written.citations import citations
from modylbench.products.document import Document
from modylbench.surfaces.reading.inferred.blocks import Pair, Prose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.documents.markdown import TextTable
    from modylbench.products.findings import Complaints
    from modylbench.surfaces.reading.inferred.blocks import Table
    from modylbench.surfaces.reading.inferred.outline import Outline


def document(outline: Outline, identity: str, complaints: Complaints) -> Document:
    """The document; what stands right below the title is a section under the title's words."""
    found = [
        Block(part.level, outline.title if part.is_titled else part.heading, markdown(part.blocks))
        for part in outline.parts
    ]
    sections = sections_of(found, complaints)
    return Document(
        id=identity,
        title=cut(outline.title or identity, LONGEST_LABEL, complaints),
        sections=sections,
        citations=citations(sections, complaints),
    )


def markdown(blocks: Sequence[Prose | Table | Pair]) -> str:
    """Blocks as Markdown; pairs are lines of a label and its value."""
    pieces: list[str] = []
    is_after_pair = False
    for block in blocks:
        if isinstance(block, Pair):
            line = f"- {_inline(block.label).rstrip(':')}: {_inline(block.value)}"
            line += "".join(f"\n  {_inline(note)}" for note in block.note.split("\n") if note)
            pieces.append(("\n" if is_after_pair else "\n\n") + line)
        else:
            text = block.text if isinstance(block, Prose) else block.source or table(block.table)
            pieces.append("\n\n" + text)
        is_after_pair = isinstance(block, Pair)
    return "".join(pieces).lstrip("\n")


def table(shown: TextTable) -> str:
    """A table in Markdown."""
    rows = [shown.headers, ("---",) * len(shown.headers), *shown.rows]
    return "\n".join(f"| {' | '.join(_inline(text, '|') for text in row)} |" for row in rows)


def _inline(text: str, escaped: str = "") -> str:
    line = " ".join(text.split())
    return line.replace(escaped, "\\" + escaped) if escaped else line
