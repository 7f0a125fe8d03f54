"""Named literals in languages with brackets, read token by token and never run."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from modylbench.products.reading.source.literals import Leaf, Listing, Mapping, NamedLiteral

if TYPE_CHECKING:
    from modylbench.products.reading.source.literals import LiteralNode

MAX_DEPTH = 40  # ours: deeper nesting is no table of results
_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|\#[^\n]*|/\*.*?(?:\*/|\Z)|--\s[^\n]*)"
    r"|(?P<string>\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)"
    r"|(?P<section>(?<=\n)\[+[\w.\-\" ]+\]+(?=[ \t]*(?:\n|$|\#|;)))"
    r"|(?P<number>(?<![\w.])-?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?[A-Za-z%]{0,3}(?!\w))"
    r"|(?P<name>[A-Za-z_$][\w$]*(?:[.\-][A-Za-z_$][\w$]*)*)"
    r"|(?P<set><-|:=|=>|\+=|-=|\*=|/=|=(?!=)|:(?!:))"
    r"|(?P<open>[{(\[])|(?P<close>[})\]])|(?P<end>[,;\n])|(?P<other>==|<=|>=|!=|::|\S)",
    re.DOTALL,
)
COMPUTING = frozenset({"+=", "-=", "*=", "/="})
LATER = frozenset({"as", "const", "readonly"})


class SourceToken(NamedTuple):
    """One token of the source."""

    kind: str
    text: str
    start: int
    end: int


class Scanner:
    """Walks the tokens of a file and keeps what is named."""

    def __init__(self, source: str) -> None:
        self.tokens = [
            SourceToken(match.lastgroup or "", match[0], match.start(), match.end())
            for match in _TOKEN.finditer(f"\n{source}")
            if match.lastgroup != "comment"
        ]
        self.place = 0
        self.section: tuple[str, ...] = ()
        self.found: list[NamedLiteral] = []

    def named_literals(self) -> list[NamedLiteral]:
        """Every value that the source gives a name."""
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if token.kind == "section":
                self.section = tuple(token.text.strip("[] ").replace('"', "").split("."))
            elif token.kind in {"name", "string"} and self._assignment():
                continue
            self.place += 1
        return self.found

    def _peek(self, ahead: int = 0) -> SourceToken:
        place = self.place + ahead
        return self.tokens[place] if place < len(self.tokens) else SourceToken("end", "", 0, 0)

    def _assignment(self) -> bool:
        """Take `name = value`, `name: type = value` or `name: value`, if one stands here."""
        name, sign, last = self._peek().text.strip("\"'`"), self._peek(1), 2
        if self._peek(-1).text in {".", "?"} or sign.kind != "set":
            return False
        if sign.text == ":" and self._peek(2).kind == "name" and self._peek(3).text == "=":
            sign, last = self._peek(3), 4
        self.place += last
        value = None if sign.text in COMPUTING else self._value(0)
        path = (*self.section, *name.split("."))
        self.found.append(NamedLiteral(path, value, is_variable=sign.text not in {":", "=>"}))
        return True

    def _value(self, depth: int) -> LiteralNode:
        """The literal that stands here, or None for something computed."""
        while self._peek().text == "\n":
            self.place += 1
        token = self._peek()
        if token.kind in {"number", "string"}:
            self.place += 1
            if self._ends():
                return self._leaf(token)
            self._skip()
            return None
        if token.kind == "name" and self._peek(1).kind == "open":
            self.place += 1
            token = self._peek()
        if token.kind == "open" and depth < MAX_DEPTH:
            self.place += 1
            return self._group(depth + 1)
        self._skip()
        return None

    def _ends(self) -> bool:
        token = self._peek()
        return token.kind in {"end", "close"} or token.text in LATER

    def _skip(self) -> None:
        """Pass over what is computed, up to the end of the statement or item."""
        depth = 0
        while self.place < len(self.tokens):
            kind = self._peek().kind
            if depth == 0 and kind in {"end", "close"}:
                return
            depth += (kind == "open") - (kind == "close")
            self.place += 1

    def _group(self, depth: int) -> LiteralNode:
        """What stands between two brackets: named values as a mapping, others as a list."""
        pairs: list[tuple[str, LiteralNode]] = []
        items: list[LiteralNode] = []
        while self.place < len(self.tokens) and self._peek().kind != "close":
            token = self._peek()
            if token.kind == "end":
                self.place += 1
            elif token.kind in {"name", "string", "number"} and self._peek(1).kind == "set":
                self.place += 2
                pairs.append((token.text.strip("\"'`"), self._value(depth)))
            else:
                before = self.place
                items.append(self._value(depth))
                self.place += self.place == before
        self.place += 1
        if pairs:
            return Mapping(tuple(pairs))
        only = items[0] if len(items) == 1 else None
        return only if isinstance(only, Mapping) else Listing(tuple(items))

    def _leaf(self, token: SourceToken) -> Leaf:
        quoted = token.kind == "string"
        text = token.text[1:-1] if quoted else token.text
        return Leaf(
            text, token.start - 1 + quoted, token.end - 1 - quoted
        )  # a newline was put in front
