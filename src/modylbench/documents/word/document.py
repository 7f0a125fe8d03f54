"""The headings, paragraphs, lists and tables of a Word file, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.markdown import MarkdownBlock, markdown_table
from modylbench.documents.ooxml import Package
from modylbench.documents.prose.document import document_of
from modylbench.documents.unreadable import Unreadable
from modylbench.documents.word.runs import RunReader
from modylbench.documents.word.styles import (
    PLAIN,
    is_row_hidden,
    numbering_of,
    outline_level,
    read_styles,
    shading,
)
from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from modylbench.documents.ooxml import Relation
    from modylbench.documents.visibility import Colour
    from modylbench.documents.word.styles import DocumentStyles
    from modylbench.products.document import Document
    from modylbench.products.findings import Complaints

MOST_CHARACTERS = 4_000_000
LONGEST_HEADING = 120
MOST_COLUMNS = 100
MOST_CELLS = 100_000
MOST_TABLE_CHARACTERS = 2_000_000
_HOLDERS = {"sdt", "sdtContent", "ins", "customXml"}
_INLINE = _HOLDERS | {"moveTo", "smartTag", "AlternateContent", "Choice"}


@dataclass(slots=True)
class WordBlock:
    """One paragraph, list item or table."""

    text: str
    level: int = 0
    is_title: bool = False
    is_item: bool = False
    is_bold: bool = False


@dataclass(slots=True)
class _ListCounters:
    """How far each list has counted."""

    counts: dict[tuple[str, int], int] = field(default_factory=dict)

    def mark(self, numbering: tuple[str, int], styles: DocumentStyles) -> str:
        number, depth = numbering
        for deeper in range(depth + 1, 9):
            self.counts.pop((number, deeper), None)
        indent = "  " * depth
        if not styles.is_numbered.get(numbering, False):
            return f"{indent}- "
        self.counts[numbering] = self.counts.get(numbering, 0) + 1
        return f"{indent}{self.counts[numbering]}. "


def document_of_word(content: bytes, file_id: str, name: str, complaints: Complaints) -> Document:
    """A DOCX file as a document."""
    package = Package(content)
    main = package.main_part("word/document.xml")
    relations = package.relations(main)
    parts = {relation.kind: relation.target for relation in relations.values()}
    runs = RunReader(read_styles(package, parts), relations)
    body = package.tree(main).find("body")
    if body is None:
        raise Unreadable("part_missing", "the document has no body")
    reader = _BodyReader(runs)
    found = list(reader.blocks(body))
    notes = [
        *_notes(package, parts, runs, "footnotes", ""),
        *_notes(package, parts, runs, "endnotes", "e"),
    ]
    _complain(runs, complaints)
    if "vbaProject" in parts:
        complaints.warning("macros_ignored", "the document has macros; they are never run")
    if "comments" in parts:
        complaints.warning("comments_not_read", "the document has comments; not read")
    _complain_of_margins(package, relations.values(), complaints)
    title = next((block.text for block in found if block.is_title), "")
    blocks = _under_headings([block for block in found if not block.is_title], notes)
    return document_of(blocks, file_id, title or package.title(), name, complaints)


def _complain(runs: RunReader, complaints: Complaints) -> None:
    if runs.hidden:
        reason = f"{runs.hidden:,} characters that nobody sees; not read"
        complaints.warning("hidden_content", reason)
    if runs.deleted:
        reason = f"{runs.deleted:,} tracked deletions; what they delete is not read"
        complaints.warning("tracked_changes", reason)
    if runs.pictures:
        complaints.warning("picture_not_read", f"{runs.pictures:,} pictures; kept unread")


def _complain_of_margins(
    package: Package, relations: Iterable[Relation], complaints: Complaints
) -> None:
    """Complain of text at the top and foot of every page, which is not read."""
    for relation in relations:
        if relation.kind in {"header", "footer"} and relation.target in package:
            text = "".join(
                element.text or "" for element in package.tree(relation.target).iter("t")
            )
            if sum(c.isalpha() for c in text.lower().replace("page", "").replace("of", "")) > 2:
                reason = f"the {relation.kind} of the pages: {short_repr(text)}; not read"
                complaints.warning("margin_not_read", reason)


class _BodyReader:
    """Walks over the body."""

    def __init__(self, runs: RunReader) -> None:
        self._runs = runs
        self._counters = _ListCounters()
        self._left = MOST_CHARACTERS

    def blocks(self, body: Element) -> Iterator[WordBlock]:
        for element in body:
            if self._left < 0:
                raise Unreadable("too_large", f"found more than {MOST_CHARACTERS:,} characters")
            if element.tag == "p":
                yield from self._paragraph(element)
            elif element.tag == "tbl":
                text = markdown_table(table_rows(element, self._runs))
                self._left -= len(text)
                yield WordBlock(text)
            elif element.tag in _INLINE:
                yield from self.blocks(element)

    def _paragraph(self, element: Element) -> Iterator[WordBlock]:
        properties = element.find("pPr")
        style = self._runs.styles.of(element.find("pPr/pStyle"))
        text, is_bold = self._runs.line(element, style)
        self._left -= len(text) + 1
        level = outline_level(properties) or style.level
        numbering = numbering_of(properties) or style.numbering
        if text and style.is_title:
            yield WordBlock(text, is_title=True)
        elif text and level:
            yield WordBlock(" ".join(text.split()), level=level)
        elif text and numbering and numbering[0] != "0":
            mark = self._counters.mark(numbering, self._runs.styles)
            yield WordBlock(mark + text.replace("\n", " "), is_item=True)
        elif text:
            yield WordBlock(text, is_bold=is_bold)
        for box in _boxes(element):
            yield from self.blocks(box)


def _boxes(element: Element) -> Iterator[Element]:
    """The text boxes inside a paragraph, without those inside them, and each only once."""
    for child in element:
        if child.tag == "txbxContent":
            yield child
        elif child.tag not in {"Fallback", "del", "moveFrom", "t"}:
            yield from _boxes(child)


def _notes(
    package: Package, parts: dict[str, str], runs: RunReader, kind: str, prefix: str
) -> Iterator[str]:
    """The footnotes or endnotes as Markdown has them."""
    if parts.get(kind, "") not in package:
        return
    runs.relations = {**package.relations(parts[kind])}
    for note in package.tree(parts[kind]):
        if note.get("type", "normal") == "normal":
            lines = [runs.line(paragraph, PLAIN)[0] for paragraph in note.iter("p")]
            text = " ".join(line for line in lines if line)
            if text:
                yield f"[^{prefix}{note.get('id', '')}]: {text}"


def _under_headings(blocks: list[WordBlock], notes: list[str]) -> list[MarkdownBlock]:
    """The parts under their headings; bold lines are headings where there are no others."""
    has_headings = any(part.level for part in blocks)
    result: list[MarkdownBlock] = []
    level, heading, body = 0, "", ""
    previous: WordBlock | None = None
    for part in blocks:
        stands_out = part.is_bold and not has_headings and len(part.text) <= LONGEST_HEADING
        if part.level or (stands_out and "\n" not in part.text):
            result.append(MarkdownBlock(level, heading, body))
            level, heading, body, previous = part.level or 2, part.text, "", None
            continue
        text = f"**{part.text}**" if part.is_bold and "|" not in part.text else part.text
        joint = "\n" if previous and previous.is_item and part.is_item else "\n\n"
        body += (joint if body else "") + text
        previous = part
    if notes:
        body = "\n\n".join([body, "\n".join(notes)]) if body else "\n".join(notes)
    result.append(MarkdownBlock(level, heading, body))
    return [block for block in result if block.level or block.body]


def table_rows(table: Element, runs: RunReader) -> list[list[str]]:
    """The texts by row and column; a cell merged over several rows says the same in each."""
    rows: list[list[str]] = []
    count = characters = 0
    style = runs.styles.of(table.find("tblPr/tblStyle"))
    painted = shading(table.find("tblPr/shd"), runs.styles.theme) or style.ground
    is_headed = style.head_ground is not None
    for row in _descendants(table, "tr"):
        if row.find("trPr/del") is not None:
            runs.deleted += 1
            continue
        if is_row_hidden(row):
            runs.hidden += sum(len((text.text or "").strip()) for text in row.iter("t"))
            continue
        ground = style.head_ground if is_headed else painted
        is_headed = False
        above = rows[-1] if rows else []
        texts: list[str] = []
        for cell in _descendants(row, "tc"):
            merge = cell.find("tcPr/vMerge")
            is_rest = merge is not None and merge.get("val", "continue") == "continue"
            text = _cell_text(cell, runs, ground)
            if is_rest and not text and len(texts) < len(above):
                text = above[len(texts)]
            texts += [text, *[""] * (_cell_width(cell) - 1)]
            if len(texts) > MOST_COLUMNS:
                break
        count += len(texts)
        characters += sum(map(len, texts))
        if count > MOST_CELLS or characters > MOST_TABLE_CHARACTERS:
            raise Unreadable("too_large", "found a table larger than any that a person reads")
        rows.append(texts[:MOST_COLUMNS])
    return rows


def _descendants(element: Element, tag: str) -> Iterator[Element]:
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag in _HOLDERS:
            yield from _descendants(child, tag)


def _cell_width(cell: Element) -> int:
    span = cell.find("tcPr/gridSpan")
    text = span.get("val", "1") if span is not None else "1"
    return min(int(text), MOST_COLUMNS) if text.isdecimal() and len(text) < 6 and text != "0" else 1


def _cell_text(cell: Element, runs: RunReader, ground: Colour | None) -> str:
    ground = shading(cell.find("tcPr/shd"), runs.styles.theme) or ground
    lines: list[str] = []
    for paragraph in cell.iter("p"):
        style = runs.styles.of(paragraph.find("pPr/pStyle"))
        lines.append(runs.line(paragraph, style, ground=ground)[0])
    return " ".join(" ".join(lines).split())
