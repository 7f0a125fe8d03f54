"""What does an HTML page say, as Markdown, with nothing in it ever run?"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from typing_extensions import override

from modylbench.documents.markdown import MarkdownBlock
from modylbench.documents.page.elements import VOID, Elements
from modylbench.documents.page.rules import Rules
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.written.document import document_of
from modylbench.documents.written.markup import markdown_table

if TYPE_CHECKING:
    from modylbench.products.document import Document
    from modylbench.products.findings import Complaints

MOST_TAGS = 200_000
MOST_CHARACTERS = 4_000_000
LONGEST_TAG = 20_000
_UNSAID = re.compile(r"<!--.*?(?:-->|\Z)|<[!?][^>]*(?:>|\Z)", re.DOTALL)
MOST_CELLS = 100_000
_UNREAD = {"script", "style", "template", "svg", "math", "head"}
_BREAKS = {"p", "div", "section", "article", "ul", "ol", "table", "blockquote", "pre", "header",
           "footer", "main", "aside", "figure", "figcaption", "dl", "dt", "dd"}  # fmt: skip
_SHEET = re.compile(
    r"<style(?P<given>\s[^>]*)?>(?P<sheet>.*?)(?:</style|\Z)|<link\s[^>]*stylesheet[^>]*>",
    re.DOTALL | re.IGNORECASE,
)
_MEDIA = re.compile(r"media\s*=\s*[\"']?(?P<media>[^\"'>]*)", re.IGNORECASE)
_NOT_SHEETS = re.compile(r"<(script|template|noscript)\b.*?(?:</\1|\Z)", re.DOTALL | re.IGNORECASE)
_STRUCK = {"del", "s", "strike"}


def document_of_html(text: str, file_id: str, name: str, complaints: Complaints) -> Document:
    """An HTML page as a document."""
    tame = _tame(text)
    page = _Page(rules_of(tame))
    page.feed(tame)
    page.close()
    page.finish()
    page.elements.complain(complaints)
    if page.scripts:
        complaints.warning("scripts_ignored", f"{page.scripts:,} scripts; they are never run")
    return document_of(page.blocks, file_id, page.title, name, complaints)


def rules_of(text: str) -> Rules:
    """The style sheets that a page brings along."""
    rules = Rules()
    for found in _SHEET.finditer(_NOT_SHEETS.sub(" ", text)):
        media = _MEDIA.search(found[0].partition(">")[0])
        if found["sheet"] is None:
            rules.is_foreign = True
        else:
            rules.add(found["sheet"], media["media"] if media else "")
    return rules


def _tame(text: str) -> str:
    """The page without comments and declarations, and with every tag closed.

    The parser would look for the end of an open one again and again, up to the end of the page.
    """
    if len(text) > MOST_CHARACTERS:
        raise Unreadable("too_large", f"found more than {MOST_CHARACTERS:,} characters")
    bare = _UNSAID.sub(" ", text)
    bare = bare[: bare.rfind(">") + 1] if "<" in bare[bare.rfind(">") + 1 :] else bare
    start = bare.find("<")
    while start >= 0:
        end = bare.find(">", start)
        if end < 0 or end - start > LONGEST_TAG:
            raise Unreadable("page_broken", f"found a tag of more than {LONGEST_TAG:,} characters")
        start = bare.find("<", end)
    return bare


class _Page(HTMLParser):
    """Gathers headings with the text below them."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(convert_charrefs=True)
        self.elements = Elements(rules)
        self.blocks: list[MarkdownBlock] = []
        self.title = ""
        self.scripts = 0
        self._tags = 0
        self._unread: list[str] = []
        self._parts: list[str] = []
        self._line = ""
        self._level, self._heading = 0, ""
        self._is_heading = self._is_title = False
        self._rows: list[list[str]] | None = None
        self._cells = 0
        self._is_cell = False
        self._link = ""
        self._lists: list[int | None] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._tags += 1
        if self._tags > MOST_TAGS:
            raise Unreadable("too_large", f"found more than {MOST_TAGS:,} tags")
        given = dict(reversed(attrs))  # the first one holds
        if self._unread:
            if tag not in VOID:
                self._unread.append(tag)
            self._is_title |= tag == "title"
            return
        if tag in _UNREAD or tag == "title":
            self.scripts += tag == "script"
            self._unread, self._is_title = [tag], tag == "title"
            return
        self.elements.open(tag, given)
        if self.elements.is_there:
            self._open(tag, given)
        elif self._rows is None:
            self._end_line()

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)  # a browser takes no notice of the slash
        if tag in {"svg", "math"}:
            self.handle_endtag(tag)

    def _open(self, tag: str, given: dict[str, str | None]) -> None:  # noqa: C901 - one for each tag
        match tag:
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                self._end_block()
                self._level, self._is_heading = int(tag[1]), True
            case "br":
                self._line += "\n" if self._rows is None else " "
            case "table":
                self._end_line()
                self._rows = []
            case "tr" if self._rows is not None:
                self._end_cell()
                self._rows.append([])
            case "td" | "th" if self._rows:
                self._end_cell()
                self._cells += 1
                self._is_cell = True
            case "ul" | "ol":
                self._end_line()
                self._lists.append(0 if tag == "ol" else None)
            case "li":
                self._end_line()
                self._line = self._mark()
            case _ if tag in _STRUCK:
                self._line += "~~"
            case "a":
                url = given.get("href") or ""
                self._link = url if re.match(r"https?://\S+$", url) and len(url) < 2_000 else ""
                self._line += "[" if self._link else ""
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

    @override
    def handle_endtag(self, tag: str) -> None:  # noqa: C901, PLR0912 - one for each tag
        if self._unread:
            if tag in self._unread[-50:]:
                while self._unread and self._unread.pop() != tag:
                    pass
            self._is_title &= tag != "title"
            return
        if not self.elements.close(tag):
            return
        if tag in _STRUCK:
            self._line = self._line[:-2] if self._line.endswith("~~") else f"{self._line}~~"
        if self._is_heading and re.fullmatch(r"h[1-6]", tag):
            self._heading, self._line, self._is_heading = " ".join(self._line.split()), "", False
            self._level = self._level if self._heading else 0
        elif tag in {"td", "th", "tr"}:
            self._end_cell()
        elif tag == "table" and self._rows is not None:
            self._end_cell()
            self._parts.append(markdown_table([row for row in self._rows if row]))
            self._rows, self._line = None, ""
        elif tag in {"ul", "ol"} and self._lists:
            self._end_line()
            self._lists.pop()
        elif tag == "a" and self._link:
            self._line += f"]({self._link})"
            self._link = ""
        elif tag in _BREAKS | {"li"} and self._rows is None:
            self._end_line()

    @override
    def handle_data(self, data: str) -> None:
        if self._is_title:
            self.title = " ".join(f"{self.title} {data}".split())[:1_000]
        elif self._unread or not data.strip():
            self._line += " " if not self._unread and self._line else ""
        elif self.elements.is_in_fold or not self.elements.is_seen:
            self.elements.count()
        else:
            self.elements.begin()
            self._line += re.sub(r"\s+", " ", data)

    def _end_cell(self) -> None:
        """A cell ends, whether its tag was closed or not."""
        if self._rows and self._is_cell and self._cells <= MOST_CELLS:
            self._rows[-1].append(" ".join(self._line.split()))
        if self._rows is not None:
            self._line, self._is_cell = "", False

    def _end_line(self) -> None:
        if self._line.strip() and not self._is_heading:
            self._parts.append(
                self._line.rstrip()
                if self._line.startswith(" ") and self._lists
                else self._line.strip()
            )
            self._line = ""

    def _end_block(self) -> None:
        self._end_line()
        body = "\n\n".join(part for part in self._parts if part)
        if self._level or body:
            self.blocks.append(MarkdownBlock(self._level, self._heading, body))
        self._parts, self._line, self._level, self._heading = [], "", 0, ""

    def finish(self) -> None:
        """The page ends."""
        self._end_block()
