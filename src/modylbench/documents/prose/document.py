"""Documents made of headings with the text below them, and of Markdown files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.markdown import LONGEST_LABEL, blocks, cut, sections_of
from modylbench.documents.prose.citations import citations
from modylbench.documents.prose.markdown_html import visible_markdown
from modylbench.products.document import Document

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.documents.markdown import MarkdownBlock
    from modylbench.products.findings import Complaints

MOST_CHARACTERS = 1_000_000
MOST_LINES = 20_000
"""Ours: a book has fewer."""

_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\n(?P<fields>(?:[^\n]*\n){0,200}?)(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(?P<title>[^\n]*)$", re.MULTILINE | re.IGNORECASE)


def document_of_markdown(text: str, file_id: str, name: str, complaints: Complaints) -> Document:
    """A Markdown file as a document; a title in its front matter comes first."""
    title = ""
    front = _FRONT_MATTER.match(text)
    if front:
        text = text[front.end() :]
        said = _TITLE.search(front["fields"])
        title = said["title"].strip().strip("\"'") if said else ""
    if len(text) > MOST_CHARACTERS or text.count("\n") > MOST_LINES:
        found = f"found {len(text):,} characters and {text.count(chr(10)):,} lines"
        most = f"expected at most {MOST_CHARACTERS:,} and {MOST_LINES:,}"
        complaints.error("too_large", f"{found}, {most}; the rest is dropped")
        text = "\n".join(text[:MOST_CHARACTERS].split("\n", MOST_LINES)[:MOST_LINES])
    text = visible_markdown(text, complaints)
    return document_of(blocks(text), file_id, title, name, complaints)


def document_of(
    blocks: Sequence[MarkdownBlock], file_id: str, title: str, name: str, complaints: Complaints
) -> Document:
    """The document; without a title, its first heading is the title where all others are below it.

    The heading that gave the title stays a section where text follows it.
    """
    blocks = list(blocks)
    if blocks and blocks[0].level and (not title or _is_same_title(title, blocks[0].heading)):
        rest = [block.level for block in blocks[1:] if block.level]
        is_alone = not blocks[0].body or (bool(rest) and min(rest) > blocks[0].level)
        title = title or (blocks[0].heading if is_alone else "")
        if is_alone and not blocks[0].body:
            blocks = blocks[1:]
    sections = sections_of(blocks, complaints)
    return Document(
        id=file_id,
        title=cut(title or name, LONGEST_LABEL, complaints),
        sections=sections,
        citations=citations(sections, complaints),
    )


def _is_same_title(title: str, heading: str) -> bool:
    return " ".join(title.lower().split()) == " ".join(heading.lower().split())
