"""Documents of headings with text below them, and what a person sees of a Markdown file."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from modylbench.documents.markdown import LONGEST_LABEL, blocks, cut, sections_of
from modylbench.documents.page.walk import walk_page
from modylbench.documents.prose.citations import citations
from modylbench.documents.unreadable import Unreadable
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
MOST_TAGS = 20_000
_TAG = re.compile(
    r"(?P<code>(?P<ticks>`{1,20})(?!`)(?:(?!\n[ \t]*\n).)*?[^`](?P=ticks)(?!`))"
    r"|(?P<comment><!--.*?-->|<!--.*\Z)"
    r"|(?P<style><style(?:\s[^<>]*)?>(?P<sheet>.*?)(?:</style\s*>|\Z))"
    r"|(?P<script><(?P<name>script|template|svg|math)(?:\s[^<>]*)?>.*?(?:</(?P=name)\s*>|\Z))"
    r"|(?P<tag></?(?P<called>[a-zA-Z][a-zA-Z0-9-]{0,30})(?P<given>(?:\s[^<>]{0,4000})?)/?>)"
    r"|(?P<title>(?<=\S)[ \t]+(?:\"[^\"\n]{1,500}\"|'[^'\n]{1,500}')(?=\)))",
    re.DOTALL | re.IGNORECASE,
)
_TAGS = """
    a abbr address article aside b big blockquote br center cite code dd del details dfn dialog
    div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i img input ins
    kbd label li link main mark meta nav noscript object ol option p picture pre q s samp section
    select small source span strike strong sub summary sup table tbody td textarea tfoot th thead
    time tr tt u ul var video audio canvas iframe wbr body html
"""
_KNOWN = frozenset(_TAGS.split())
_HIDING = frozenset({"details", "dialog", "select", "option", "textarea", "noscript", "object",
                     "iframe", "video", "audio", "canvas"})  # fmt: skip
_HARMLESS = frozenset({"align", "alt", "class", "colspan", "height", "href", "id", "name", "rel",
                       "rowspan", "src", "start", "target", "title", "width"})  # fmt: skip
"""Attributes that hide nothing without a style sheet."""
_ATTRIBUTE = re.compile(r"[\s\"'/]([^\s\"'<>/=]+)(?=\s*=|[\s/]|\Z)")
_MARK = "stretch{}"


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


def visible_markdown(text: str, complaints: Complaints) -> str:
    """The text without tags, comments, and what they hide; code stays as it is written.

    Where tags may hide something, they are looked at as a page, with a mark in the place of each
    stretch of Markdown between them.
    """
    if "<" not in text and "](" not in text:
        return text
    lines = text.split("\n")
    reader = _TagReader()
    for is_code, first, behind in _stretches(text, len(lines)):
        part = "\n".join(lines[first:behind])
        reader.code(part) if is_code else reader.text(part)
    return reader.visible(complaints)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _stretches(text: str, count: int) -> list[tuple[bool, int, int]]:
    """Lines of code and lines of text by turns: from, up to."""
    found = sorted(
        (token.map[0], token.map[1])
        for token in _parser().parse(text)
        if token.type in {"fence", "code_block"} and token.map is not None
    )
    result: list[tuple[bool, int, int]] = []
    start = 0
    for first, behind in found:
        if first < start:
            continue
        result += [(False, start, first), (True, first, behind)]
        start = behind
    return [piece for piece in (*result, (False, start, count)) if piece[1] < piece[2]]


class _TagReader:
    """Parts a text into tags and the stretches between them."""

    def __init__(self) -> None:
        self._stretches: list[str] = []
        self._page: list[str] = ["<!doctype html><body>"]
        self._may_hide = False
        self._left = MOST_TAGS

    def code(self, text: str) -> None:
        """Lines of code, which stay as they are written."""
        self._keep(f"{text}\n")

    def text(self, text: str) -> None:
        """Lines that may have tags in them."""
        place = 0
        for match in _TAG.finditer(text):
            self._keep(text[place : match.start()])
            place = match.end()
            if match["code"]:
                self._keep(match[0])
            elif match["style"]:
                self._page.append(match[0])
                self._may_hide = True
            elif match["tag"]:
                self._tag(match)
        self._keep(text[place:] + "\n")

    def visible(self, complaints: Complaints) -> str:
        """The stretches that are seen; the page is looked at only where a tag may hide one."""
        if not self._may_hide:
            return "".join(self._stretches)
        walk = walk_page("".join(self._page))
        walk.complain(complaints)
        seen = {token.value.strip() for token in walk.tokens if token.sight == "seen"}
        return "".join(
            text
            for place, text in enumerate(self._stretches)
            if not text.strip() or _MARK.format(place) in seen
        )

    def _tag(self, match: re.Match[str]) -> None:
        name, given = match["called"].lower(), match["given"]
        if name not in _KNOWN and not given.strip(" /"):
            self._keep(match[0])  # a placeholder such as <name>
            return
        self._left -= 1
        if self._left < 0:
            raise Unreadable("too_large", f"found more than {MOST_TAGS:,} tags")
        self._page.append(match[0])
        attributes = {attribute.lower() for attribute in _ATTRIBUTE.findall(given)}
        self._may_hide |= name in _HIDING or name not in _KNOWN or not attributes <= _HARMLESS
        if name == "br":
            before = match.string[max(match.start() - 200, 0) : match.start()]
            self._keep("\n" if "|" not in before else " ")
        elif name in {"del", "s", "strike"}:
            self._keep("~~")

    def _keep(self, text: str) -> None:
        if text.strip():
            self._page.append(f"<x-mark>{_MARK.format(len(self._stretches))}</x-mark> ")
        self._stretches.append(text)
