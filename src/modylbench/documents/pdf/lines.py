"""Which lines do the characters of a page make, and which pieces stand apart on a line?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.documents.pdf.glyph import Glyph

SAME_LINE = 0.45
"""Ours, in ems: characters whose bases are nearer than this stand on one line (superscripts)."""

WORD_GAP, PIECE_GAP = 0.17, 1.1
"""Ours, in ems: wider gaps part words, and pieces such as the cells of a table."""


_MARK = re.compile(
    r"[^\w\s$€£%(<>=~+|]|\uf0b7|[\ue000-\uf8ff]|\d{1,3}[.)]|\[[\w.-]{1,12}\]|[a-z]\)"
)


@dataclass(slots=True)
class Piece:
    """Words that stand together."""

    text: str
    left: float
    right: float


@dataclass(slots=True)
class Line:
    """A line of text and the pieces it is made of."""

    base: float
    size: float
    is_bold: bool
    pieces: list[Piece] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(piece.text for piece in self.pieces)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.pieces[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return self.pieces[-1].right


def lines_of(glyphs: Iterable[Glyph]) -> list[Line]:
    """The lines from top to bottom."""
    rows: list[list[Glyph]] = []
    for glyph in sorted(glyphs, key=lambda g: (-g.base, g.left, g.order)):
        if rows and _is_on(rows[-1], glyph):
            rows[-1].append(glyph)
        else:
            rows.append([glyph])
    return [line for line in map(_line, rows) if line.pieces]


def _is_on(row: list[Glyph], glyph: Glyph) -> bool:
    """True where a character stands on the line of those before it."""
    size = max(row[0].size, glyph.size)
    return abs(row[0].base - glyph.base) < SAME_LINE * size


def _line(row: list[Glyph]) -> Line:
    row.sort(key=lambda glyph: (glyph.left, glyph.order))
    row = _unrepeated(row)
    said = [glyph for glyph in row if glyph.text.strip()]
    if not said:
        return Line(row[0].base, row[0].size, is_bold=False)
    sizes = sorted(glyph.size for glyph in said)
    size = sizes[len(sizes) // 2]
    usual = next((g.base for g in said if g.size >= 0.9 * size), said[0].base)
    pieces = [piece for piece in _pieces(said, size) if piece.text]
    return Line(usual, size, all(g.is_bold for g in said), _with_mark(pieces))


def _with_mark(pieces: list[Piece]) -> list[Piece]:
    """The pieces, a bullet or number in front as part of the first."""
    if len(pieces) < 2 or not _MARK.fullmatch(pieces[0].text):
        return pieces
    mark, first, *rest = pieces
    text = mark.text if any(c.isalnum() for c in mark.text) else "-"
    return [Piece(f"{text} {first.text}", mark.left, first.right), *rest]


def _unrepeated(row: Sequence[Glyph]) -> list[Glyph]:
    """Without characters drawn twice over each other, which makes them look bold."""
    result: list[Glyph] = []
    for glyph in row:
        last = result[-1] if result else None
        is_over = last is not None and abs(glyph.left - last.left) < 0.1 * glyph.size
        if not (last and is_over and glyph.text == last.text and glyph.text.strip()):
            result.append(glyph)
    return result


def _pieces(row: list[Glyph], size: float) -> Iterable[Piece]:
    start = 0
    for place, (one, other) in enumerate(pairwise(row), start=1):
        if other.left - one.right > PIECE_GAP * size:
            yield _piece(row[start:place], size)
            start = place
    yield _piece(row[start:], size)


def _piece(row: list[Glyph], size: float) -> Piece:
    """The characters as words; those of one link as a Markdown link."""
    runs: list[tuple[str, str]] = []
    previous: Glyph | None = None
    for glyph in row:
        gap = previous is not None and glyph.left - previous.right > WORD_GAP * size
        text = f" {glyph.text}" if gap else glyph.text
        if runs and runs[-1][1] == glyph.url:
            runs[-1] = (runs[-1][0] + text, glyph.url)
        else:
            runs.append((text, glyph.url))
        previous = glyph
    words = "".join(linked(text, url) for text, url in runs)
    return Piece(" ".join(words.split()), row[0].left, max(glyph.right for glyph in row))


def linked(text: str, url: str) -> str:
    """A text that leads to an address; an address written out leads there by itself."""
    bare = text.strip()
    if not url or not bare:
        return text
    if bare in url and bare.startswith(("http://", "https://")):
        return text.replace(bare, url)  # the rest of a long address stands on the next line
    if bare in url and len(bare) > 3 and "/" in url.partition("//")[2]:
        return ""
    lead = " " if text.startswith(" ") else ""
    return f"{lead}[{bare}]({url})"
