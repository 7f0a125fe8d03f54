"""The document that an HTML file shows, as Markdown under its headings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.markdown import MarkdownBlock, markdown_table
from modylbench.documents.page.walk import walk_page
from modylbench.documents.prose.document import document_of

if TYPE_CHECKING:
    from modylbench.documents.page.walk import PageToken, PageWalk
    from modylbench.products.document import Document
    from modylbench.products.findings import Complaints

MOST_CELLS = 100_000
LONGEST_ADDRESS = 2_000
_BREAKS = {"p", "div", "section", "article", "ul", "ol", "table", "blockquote", "pre", "header",
           "footer", "main", "aside", "figure", "figcaption", "dl", "dt", "dd"}  # fmt: skip
_STRUCK = {"del", "s", "strike"}


def document_of_html(text: str, file_id: str, name: str, complaints: Complaints) -> Document:
    """An HTML page as a document."""
    return document_of_walk(walk_page(text), file_id, name, complaints)


def document_of_walk(walk: PageWalk, file_id: str, name: str, complaints: Complaints) -> Document:
    """A page that was looked at, as a document of what is seen."""
    writer = _PageWriter()
    for token in walk.tokens:
        writer.take(token)
    walk.complain(complaints)
    if walk.scripts:
        complaints.warning("scripts_ignored", f"{walk.scripts:,} scripts; they are never run")
    return document_of(writer.finish(), file_id, walk.title, name, complaints)


class _PageWriter:
    """Gathers headings with the text below them."""

    def __init__(self) -> None:
        self._blocks: list[MarkdownBlock] = []
        self._parts: list[str] = []
        self._line = ""
        self._level, self._heading = 0, ""
        self._is_heading = False
        self._rows: list[list[str]] | None = None
        self._tables = 0
        self._cells = 0
        self._links: list[str] = []
        self._lists: list[int | None] = []

    def take(self, token: PageToken) -> None:
        """The next tag or text."""
        match token.kind:
            case "open":
                self._open(token.value, token.address)
            case "close":
                self._close(token.value)
            case "text":
                self._text(token)

    def finish(self) -> list[MarkdownBlock]:
        """The blocks, now that the page has ended."""
        self._end_block()
        return self._blocks

    def _text(self, token: PageToken) -> None:
        if token.sight == "seen":
            self._line += re.sub(r"\s+", " ", token.value)
        elif token.sight == "blank" and self._line:
            self._line += " "

    def _open(self, tag: str, address: str) -> None:  # noqa: C901, PLR0912 - one for each tag
        match tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self._rows is None:
                self._end_block()
                self._level, self._is_heading = int(tag[1]), True
            case "br":
                self._line += "\n" if self._rows is None else " "
            case "table":
                self._tables += 1
                if self._rows is None:
                    self._end_line()
                    self._rows = []
            case "tr" if self._rows is not None and self._tables == 1:
                self._rows.append([])
            case "td" | "th" if self._rows and self._tables == 1:
                self._cells += 1
                self._line = ""
            case "ul" | "ol" if self._rows is None:
                self._end_line()
                self._lists.append(0 if tag == "ol" else None)
            case "li" if self._rows is None:
                self._end_line()
                self._line = self._mark()
            case _ if tag in _STRUCK:
                self._line += "~~"
            case "a":
                is_plain = re.match(r"https?://\S+$", address) and len(address) < LONGEST_ADDRESS
                self._links.append(address if is_plain else "")
                self._line += "[" if is_plain else ""
            case _ if tag in _BREAKS and self._rows is None:
                self._end_line()

    def _mark(self) -> str:
        if not self._lists:
            return "- "
        indent = "  " * min(len(self._lists) - 1, 8)
        count = self._lists[-1]
        if count is None:
            return f"{indent}- "
        self._lists[-1] = count + 1
        return f"{indent}{count + 1}. "

    def _close(self, tag: str) -> None:
        match tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self._is_heading:
                self._heading, self._line = " ".join(self._line.split()), ""
                self._level, self._is_heading = self._level if self._heading else 0, False
            case "td" | "th" if self._rows and self._tables == 1:
                if self._cells <= MOST_CELLS:
                    self._rows[-1].append(" ".join(self._line.split()))
                self._line = ""
            case "table" if self._rows is not None:
                self._tables -= 1
                if not self._tables:
                    self._parts.append(markdown_table([row for row in self._rows if row]))
                    self._rows, self._line = None, ""
            case "ul" | "ol" if self._lists and self._rows is None:
                self._end_line()
                self._lists.pop()
            case _ if tag in _STRUCK:
                self._line = self._line[:-2] if self._line.endswith("~~") else f"{self._line}~~"
            case "a" if self._links:
                address = self._links.pop()
                self._line += f"]({address})" if address else ""
            case _ if tag in _BREAKS | {"li"} and self._rows is None:
                self._end_line()

    def _end_line(self) -> None:
        if self._line.strip() and not self._is_heading:
            is_nested = self._line.startswith(" ") and self._lists
            self._parts.append(self._line.rstrip() if is_nested else self._line.strip())
            self._line = ""

    def _end_block(self) -> None:
        self._end_line()
        body = "\n\n".join(part for part in self._parts if part)
        if self._level or body:
            self._blocks.append(MarkdownBlock(self._level, self._heading, body))
        self._parts, self._line, self._level, self._heading = [], "", 0, ""
