"""Comments in source files: the units they state, and the numbers they tell."""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.quantities.labels import label_words
from modylbench.products.reading import prose
from modylbench.products.reading.observation import note_hints

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.quantities.units import UnitHint
    from modylbench.products.reading.observation import Observation, Words

LONGEST_LINE = 2_000
_COMMENT = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|(?P<mark>#|//|--\s|/\*)(?P<text>[^\n]*)"
)
_DEAD = re.compile(
    r"^\s*(?:const|let|var|val|final|int|double|float)\s|^\s*\w+_\w+\s*[:=]|^\s*[\w.\[\]\"']+\s*(?:=|<-|:=)\s*[^\s=]+;?\s*$"
)


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment: where its text stands, and whether it has its line to itself."""

    start: int
    text: str
    is_alone: bool


class Remarks:
    """The comments of a file, by line."""

    def __init__(self, source: str, docstrings: tuple[tuple[int, str], ...] = ()) -> None:
        self.starts = [0]
        self.by_line: dict[int, Remark] = {}
        self.heads: dict[int, Remark] = {}
        head: Remark | None = None
        for number, line in enumerate(source.split("\n")):
            remark = _remark(line, self.starts[-1])
            if remark is not None:
                self.by_line[number] = remark
            if remark is not None and remark.is_alone:
                head = remark
            elif head is not None and line.strip():
                self.heads[number] = head
            else:
                head = None
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.docstrings = tuple(Remark(start, text, is_alone=True) for start, text in docstrings)
        alone = (remark.text for remark in self.by_line.values() if remark.is_alone)
        self.stated = note_hints(*(remark.text for remark in self.docstrings), *alone)

    def hints(self, place: int) -> tuple[UnitHint, ...]:
        """The units that the comment beside or above a place in the file states."""
        line = self._line(place)
        beside, above = self.by_line.get(line), self.by_line.get(line - 1)
        if beside is not None:
            return note_hints(beside.text)
        return note_hints(above.text) if above is not None and above.is_alone else ()

    def heading(self, place: int) -> tuple[Words, ...]:
        """What the comment says that heads the block of lines around a place in the file."""
        head = self.heads.get(self._line(place))
        return (label_words(head.text).words,) if head else ()

    def _line(self, place: int) -> int:
        return bisect_right(self.starts, place) - 1

    def observations(self, pointer: str, context: tuple[Words, ...]) -> Iterator[Observation]:
        """The numbers that comments tell; code that was commented out tells nothing."""
        for remark in (*self.by_line.values(), *self.docstrings):
            if remark.is_alone and not _is_dead_code(remark.text):
                for found in prose.prose_observations(remark.text, pointer, context, self.stated):
                    yield found.at_offset(remark.start)


def _remark(line: str, offset: int) -> Remark | None:
    if len(line) > LONGEST_LINE:
        return None
    for match in _COMMENT.finditer(line):
        if match["mark"]:
            text = match["text"].removesuffix("*/")
            return Remark(offset + match.start("text"), text, not line[: match.start()].strip())
    return None


def _is_dead_code(text: str) -> bool:
    if _DEAD.match(text):
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            statements = ast.parse(text.strip().rstrip(";,")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(
        isinstance(statement, ast.Assign | ast.AugAssign | ast.Return) for statement in statements
    )
