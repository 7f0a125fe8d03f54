"""What do the cells of a table in a Word file say?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.refusal import Unreadable
from modylbench.documents.word.sight import is_row_hidden, shading

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

    from modylbench.documents.visibility import Colour
    from modylbench.documents.word.looks import Looks
    from modylbench.documents.word.runs import Words

MOST_COLUMNS = 100
MOST_CELLS = 100_000
MOST_CHARACTERS = 2_000_000
_HOLDERS = {"sdt", "sdtContent", "ins", "customXml"}


def table_rows(table: Element, words: Words, looks: Looks) -> list[list[str]]:
    """The texts by row and column; a cell merged over several rows says the same in each."""
    rows: list[list[str]] = []
    count = characters = 0
    style = looks.of(table.find("tblPr/tblStyle"))
    painted = shading(table.find("tblPr/shd"), looks.theme) or style.ground
    is_headed = style.head_ground is not None
    for row in _inside(table, "tr"):
        if row.find("trPr/del") is not None:
            words.deleted += 1
            continue
        if is_row_hidden(row):
            words.hidden += sum(len((text.text or "").strip()) for text in row.iter("t"))
            continue
        ground = style.head_ground if is_headed else painted
        is_headed = False
        above = rows[-1] if rows else []
        texts: list[str] = []
        for cell in _inside(row, "tc"):
            merge = cell.find("tcPr/vMerge")
            is_rest = merge is not None and merge.get("val", "continue") == "continue"
            text = _text(cell, words, looks, ground)
            if is_rest and not text and len(texts) < len(above):
                text = above[len(texts)]
            texts += [text, *[""] * (_width(cell) - 1)]
            if len(texts) > MOST_COLUMNS:
                break
        count += len(texts)
        characters += sum(map(len, texts))
        if count > MOST_CELLS or characters > MOST_CHARACTERS:
            raise Unreadable("too_large", "found a table larger than any that a person reads")
        rows.append(texts[:MOST_COLUMNS])
    return rows


def _inside(element: Element, tag: str) -> Iterator[Element]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _inside(child, tag)


def _width(cell: Element) -> int:
    span = cell.find("tcPr/gridSpan")
    text = span.get("val", "1") if span is not None else "1"
    return min(int(text), MOST_COLUMNS) if text.isdecimal() and len(text) < 6 and text != "0" else 1


def _text(cell: Element, words: Words, looks: Looks, ground: Colour | None) -> str:
    ground = shading(cell.find("tcPr/shd"), looks.theme) or ground
    lines: list[str] = []
    for paragraph in cell.iter("p"):
        style = looks.of(paragraph.find("pPr/pStyle"))
        lines.append(words.line(paragraph, style, ground=ground)[0])
    return " ".join(" ".join(lines).split())
