"""What of a Markdown file does a person see, where HTML stands in it?"""

from __future__ import annotations

import re
from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from typing_extensions import override

from modylbench.documents.page.elements import VOID, Elements
from modylbench.documents.page.rules import Rules
from modylbench.documents.unreadable import Unreadable

if TYPE_CHECKING:
    from modylbench.products.findings import Complaints

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


def visible_markdown(text: str, complaints: Complaints) -> str:
    """The text without tags, comments, and what they hide; code stays as it is written."""
    if "<" not in text and "](" not in text:
        return text
    lines = text.split("\n")
    reader = _Reader(complaints)
    for is_code, first, behind in _stretches(text, len(lines)):
        part = "\n".join(lines[first:behind])
        reader.code(part) if is_code else reader.text(part)
    return reader.finish()


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
    return [each for each in (*result, (False, start, count)) if each[1] < each[2]]


class _Reader:
    """Goes through the tags, and keeps what is seen."""

    def __init__(self, complaints: Complaints) -> None:
        self._complaints = complaints
        self._rules = Rules()
        self._elements = Elements(self._rules)
        self._kept: list[str] = []
        self._left = MOST_TAGS

    def code(self, text: str) -> None:
        self._keep(f"{text}\n")

    def text(self, text: str) -> None:
        place = 0
        for found in _TAG.finditer(text):
            self._keep(text[place : found.start()])
            place = found.end()
            if found["code"]:
                self._keep(found[0])
            elif found["sheet"] is not None:
                self._rules.add(found["sheet"])
            elif found["tag"]:
                self._tag(found)
        self._keep(text[place:] + "\n")

    def _tag(self, found: re.Match[str]) -> None:
        name, is_end = found["called"].lower(), found[0].startswith("</")
        if name not in _KNOWN and not found["given"].strip(" /"):
            self._keep(found[0])  # a placeholder such as <name>
            return
        self._left -= 1
        if self._left < 0:
            raise Unreadable("too_large", f"found more than {MOST_TAGS:,} tags")
        if is_end:
            self._elements.close(name)
        else:
            self._elements.open(name, _given(found[0]))
        if name == "br":
            self._keep(
                "\n" if "|" not in found.string[found.start() - 200 : found.start()] else " "
            )
        elif name in {"del", "s", "strike"} and name not in VOID:
            self._keep("~~")

    def _keep(self, text: str) -> None:
        is_hidden = self._elements.is_in_fold or not self._elements.is_seen
        if not is_hidden:
            self._kept.append(text)
        elif text.strip():
            self._elements.count()

    def finish(self) -> str:
        self._elements.complain(self._complaints)
        return "".join(self._kept)


class _Tag(HTMLParser):
    """Reads the attributes of one tag."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.given: dict[str, str | None] = {}

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.given = dict(reversed(attrs))

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.given = dict(reversed(attrs))


def _given(tag: str) -> dict[str, str | None]:
    if not re.search(r"\s", tag):
        return {}
    parser = _Tag()
    parser.feed(tag)
    return parser.given
