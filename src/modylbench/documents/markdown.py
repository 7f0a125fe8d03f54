"""Markdown: its headings, tables and sections, and tables written as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from modylbench.products.document import Document, Section
from modylbench.products.ids import ids_for
from modylbench.products.scalars import visible
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.token import Token

    from modylbench.products.findings import Complaints


MOST_SECTIONS, MOST_ROWS, MOST_COLUMNS = 1_000, 20_000, 500
LONGEST_LABEL, LONGEST_TEXT = 2_000, 200_000
"""What the models of the products take."""


_MARKED = re.compile(r"(?m)^[ \t]{0,3}(?:#|=+[ \t]*$|-+[ \t]*$)|\|")
"""Without one of these there is no heading and no table to look for."""


@dataclass(frozen=True, slots=True)
class MarkdownBlock:
    """A heading (level 0 for none) and the text below it up to the next heading."""

    level: int
    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class TextTable:
    """A table as texts: what heads it, its header cells, and its rows of as many cells."""

    heading: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class MarkdownPiece:
    """A heading (with its level), a table, or text between them; `text` is as it was written."""

    text: str
    level: int = 0
    table: TextTable | None = None


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")  # as A2UI's renderer has it
    parser.core.ruler.enableOnly(["normalize", "block"])  # marks inside a line stay as written
    return parser


def pieces(text: str) -> tuple[MarkdownPiece, ...]:
    r"""The text in order; headings and tables inside lists, quotes and code are part of the text.

    >>> [(piece.level, piece.text) for piece in pieces("Intro\n\n# Risks\n\nNone.")]
    [(0, 'Intro'), (1, 'Risks'), (0, 'None.')]
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not _MARKED.search(text):
        return (MarkdownPiece(_join_lines(lines)),) if text.strip() else ()
    result: list[MarkdownPiece] = []
    heading, start = "", 0
    tokens = _parser().parse(text)
    for place, token in enumerate(tokens):
        if token.level or token.map is None or token.type not in {"heading_open", "table_open"}:
            continue
        first, behind = token.map
        result.append(MarkdownPiece(_join_lines(lines[start:first])))
        if token.type == "heading_open":
            heading = tokens[place + 1].content.replace("\n", " ")
            result.append(MarkdownPiece(heading, level=int(token.tag[1:])))
        else:
            found = _table(heading, tokens, place)
            result.append(MarkdownPiece(_join_lines(lines[first:behind]), table=found))
        start = behind
    result.append(MarkdownPiece(_join_lines(lines[start:])))
    return tuple(piece for piece in result if piece.text or piece.level)


def _table(heading: str, tokens: Sequence[Token], place: int) -> TextTable:
    rows: list[list[str]] = []
    for token in tokens[place:]:
        match token.type:
            case "tr_open":
                rows.append([])
            case "inline":
                rows[-1].append(token.content.replace("\\|", "|"))
            case "table_close":
                break
            case _:
                pass
    head, *body = (tuple(row) for row in rows)
    return TextTable(heading, head, tuple(body))


def blocks(text: str) -> tuple[MarkdownBlock, ...]:
    r"""The text cut at its headings.

    >>> [(block.level, block.heading, block.body) for block in blocks("Intro\n\n# Risks\n\nNone.")]
    [(0, '', 'Intro'), (1, 'Risks', 'None.')]
    """
    result: list[MarkdownBlock] = []
    level, heading, body = 0, "", list[str]()
    for piece in (*pieces(text), MarkdownPiece("", level=-1)):
        if piece.level:
            result.append(MarkdownBlock(level, heading, "\n\n".join(body)))
            level, heading, body = piece.level, piece.text, []
        else:
            body.append(piece.text)
    return tuple(block for block in result if block.level or block.body)


def _join_lines(lines: Sequence[str]) -> str:
    """The lines as one text, without blank ones around it; an indent of the first stays."""
    first, last = 0, len(lines)
    while first < last and not lines[first].strip():
        first += 1
    while first < last and not lines[last - 1].strip():
        last -= 1
    return "\n".join(lines[first:last])


def sections_of(
    blocks: Sequence[MarkdownBlock], complaints: Complaints, where: str = ""
) -> tuple[Section, ...]:
    """Blocks as sections, with ids made from their headings.

    What is too much for the models is cut with a complaint.
    """
    if len(blocks) > MOST_SECTIONS:
        reason = f"found {len(blocks):,} headings, expected at most {MOST_SECTIONS:,}"
        complaints.warning("too_many_sections", f"{reason}; the last ones became text", where)
        rest = "\n\n".join(
            f"{'#' * b.level} {b.heading}\n\n{b.body}" for b in blocks[MOST_SECTIONS - 1 :]
        )
        blocks = [
            *blocks[: MOST_SECTIONS - 1],
            MarkdownBlock(1, blocks[MOST_SECTIONS - 1].heading, rest),
        ]
    ids = ids_for([(None, block.heading) for block in blocks], "section")
    return tuple(
        Section(
            id=made,
            heading=cut(block.heading, LONGEST_LABEL, complaints, where),
            level=min(max(block.level, 1), 6),
            body=cut(block.body, LONGEST_TEXT, complaints, where),
        )
        for made, block in zip(ids, blocks, strict=True)
    )


def cut(text: str, longest: int, complaints: Complaints, where: str = "") -> str:
    """The text as far as it may go, without characters that nobody sees."""
    if len(text) <= longest:
        return visible(text)
    reason = f"found {len(text):,} characters, expected at most {longest:,}; the rest is dropped"
    complaints.error("text_too_long", reason, where)
    return visible(text[:longest])


def document(text: str, product_id: str, complaints: Complaints, *, title: str = "") -> Document:
    """A Markdown text as a document; without a `title`, its first heading is the title.

    The heading that gave the title stays a section where text follows it.
    """
    found = blocks(text)
    if not title and found and found[0].level:
        title = found[0].heading
        found = found if found[0].body else found[1:]
    return Document(
        id=product_id,
        title=cut(title or product_id, LONGEST_LABEL, complaints),
        sections=sections_of(found, complaints),
    )


def tables(text: str) -> tuple[TextTable, ...]:
    """Every table of a text that stands outside lists and quotes, under its nearest heading."""
    return tuple(piece.table for piece in pieces(text) if piece.table is not None)


def sheet(
    table: TextTable, sheet_id: str, name: str, complaints: Complaints, where: str = ""
) -> Sheet:
    """A table of texts as a sheet: its first column labels the rows, its cells stay texts.

    What heads the first column becomes a note: it may say "US$ in millions".
    """
    corner, headers, body = (table.headers or ("",))[0], table.headers[1:], table.rows
    if len(headers) > MOST_COLUMNS or len(body) > MOST_ROWS:
        found = f"found a table of {len(body):,} rows and {len(headers):,} columns"
        reason = (
            f"{found}, expected at most {MOST_ROWS:,} and {MOST_COLUMNS:,}; the rest is dropped"
        )
        complaints.error("table_too_large", reason, where)
        headers, body = headers[:MOST_COLUMNS], body[:MOST_ROWS]

    def label(text: str) -> str:
        return cut(text, LONGEST_LABEL, complaints, where)

    column_ids = ids_for([(None, header) for header in headers], "column")
    row_ids = ids_for([(None, row[0] if row else "") for row in body], "row")
    return Sheet(
        id=sheet_id,
        name=label(name),
        columns=tuple(
            Column(id=made, label=label(header))
            for made, header in zip(column_ids, headers, strict=True)
        ),
        rows=tuple(
            Row(
                id=made,
                label=label(row[0]) if row else "",
                cells={
                    column: Cell(value=cut(text, LONGEST_TEXT, complaints, where))
                    for column, text in zip(column_ids, row[1:], strict=False)
                    if text
                },
            )
            for made, row in zip(row_ids, body, strict=True)
        ),
        notes=(label(corner),) if corner.strip() else (),
    )


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """The rows as a Markdown table, the first one as its header.

    >>> print(markdown_table([["$M", "2027"], ["Revenue", "57.5"]]))
    | $M | 2027 |
    | --- | --- |
    | Revenue | 57.5 |
    """
    width = max((len(row) for row in rows), default=0)
    if not width:
        return ""
    lines = [_line([*row, *[""] * (width - len(row))]) for row in rows]
    return "\n".join([lines[0], _line(["---"] * width), *lines[1:]])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_escape_cell(cell) for cell in cells)} |"


def _escape_cell(cell: str) -> str:
    return " ".join(cell.replace("\\", "\\\\").replace("|", "\\|").split())
