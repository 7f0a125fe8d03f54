"""Lines of text on a PDF page, the pieces that stand apart on a line, and columns of lines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.documents.pdf.drawing import Glyph

SAME_LINE = 0.45
"""Ours, in ems: characters whose bases are nearer than this stand on one line (superscripts)."""
WORD_GAP, PIECE_GAP = 0.17, 1.1
"""Ours, in ems: wider gaps part words, and pieces such as the cells of a table."""
_MARK = re.compile(
    r"[^\w\s$€£%(<>=~+|]|\uf0b7|[\ue000-\uf8ff]|\d{1,3}[.)]|\[[\w.-]{1,12}\]|[a-z]\)"
)
FEWEST_LINES = 8
LONG = 24
"""Ours: pieces of running text are longer than this on average, cells of tables shorter."""


@dataclass(slots=True)
class LinePiece:
    """Words that stand together."""

    text: str
    left: float
    right: float


@dataclass(slots=True)
class TextLine:
    """A line of text and the pieces it is made of."""

    base: float
    size: float
    is_bold: bool
    pieces: list[LinePiece] = field(default_factory=list)

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


def lines_of(glyphs: Iterable[Glyph]) -> list[TextLine]:
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


def _line(row: list[Glyph]) -> TextLine:
    row.sort(key=lambda glyph: (glyph.left, glyph.order))
    row = _without_doubles(row)
    said = [glyph for glyph in row if glyph.text.strip()]
    if not said:
        return TextLine(row[0].base, row[0].size, is_bold=False)
    sizes = sorted(glyph.size for glyph in said)
    size = sizes[len(sizes) // 2]
    usual = next((g.base for g in said if g.size >= 0.9 * size), said[0].base)
    pieces = [piece for piece in _pieces(said, size) if piece.text]
    return TextLine(usual, size, all(g.is_bold for g in said), _with_mark(pieces))


def _with_mark(pieces: list[LinePiece]) -> list[LinePiece]:
    """The pieces, a bullet or number in front as part of the first."""
    if len(pieces) < 2 or not _MARK.fullmatch(pieces[0].text):
        return pieces
    mark, first, *rest = pieces
    text = mark.text if any(c.isalnum() for c in mark.text) else "-"
    return [LinePiece(f"{text} {first.text}", mark.left, first.right), *rest]


def _without_doubles(row: Sequence[Glyph]) -> list[Glyph]:
    """Without characters drawn twice over each other, which makes them look bold."""
    result: list[Glyph] = []
    for glyph in row:
        last = result[-1] if result else None
        is_over = last is not None and abs(glyph.left - last.left) < 0.1 * glyph.size
        if not (last and is_over and glyph.text == last.text and glyph.text.strip()):
            result.append(glyph)
    return result


def _pieces(row: list[Glyph], size: float) -> Iterable[LinePiece]:
    start = 0
    for place, (glyph, following) in enumerate(pairwise(row), start=1):
        if following.left - glyph.right > PIECE_GAP * size:
            yield _piece(row[start:place], size)
            start = place
    yield _piece(row[start:], size)


def _piece(row: list[Glyph], size: float) -> LinePiece:
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
    words = "".join(link_text(text, url) for text, url in runs)
    return LinePiece(" ".join(words.split()), row[0].left, max(glyph.right for glyph in row))


def link_text(text: str, url: str) -> str:
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


def columns_of(glyphs: list[Glyph]) -> list[list[Glyph]]:
    """The characters of each column; all of them where the page has only one."""
    lines = lines_of(glyphs)
    middle = _gutter(lines)
    if middle is None:
        return [glyphs]
    across = [line for line in lines if any(p.left < middle < p.right for p in line.pieces)]
    if not across:
        return _split_at(glyphs, middle)
    height = min(line.base for line in across) - 0.1
    above = [glyph for glyph in glyphs if glyph.base >= height]
    below = [glyph for glyph in glyphs if glyph.base < height]
    return [glyphs] if len(above) > len(below) else [above, *_split_at(below, middle)]


def _gutter(lines: list[TextLine]) -> float | None:
    """Where the gap between two columns of running text is."""
    pairs = [line.pieces for line in lines if len(line.pieces) == 2]
    lengths = [len(piece.text) for pair in pairs for piece in pair]
    is_prose = bool(lengths) and sum(lengths) >= LONG * len(lengths)
    if not is_prose or len(pairs) < max(FEWEST_LINES, 0.5 * len(lines)):
        return None
    left, right = max(pair[0].right for pair in pairs), min(pair[1].left for pair in pairs)
    return (left + right) / 2 if left < right else None


def _split_at(glyphs: list[Glyph], middle: float) -> list[list[Glyph]]:
    left = [glyph for glyph in glyphs if glyph.middle[0] < middle]
    right = [glyph for glyph in glyphs if glyph.middle[0] >= middle]
    return [part for part in (left, right) if part]
