"""The work product of a surface that does not say what it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.documents.markdown import (
    LONGEST_LABEL,
    LONGEST_TEXT,
    MarkdownBlock,
    TextTable,
    cut,
    sections_of,
    sheet,
)
from modylbench.documents.prose.citations import citations
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document
from modylbench.products.ids import id_from, ids_for, is_id
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.surfaces.reading.flow import (
    Flow,
    FlowTable,
    Heading,
    LabelledValue,
    ProseBlock,
    is_figure,
    leaves,
)
from modylbench.surfaces.reading.line_tables import group_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from modylbench.products.findings import Complaints
    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.reading.flow import FlowBlock
    from modylbench.surfaces.reading.visible_tree import VisibleComponent

BETWEEN = " \u2013 "
MOST_SHEETS, MOST_WIDGETS = 200, 500
WORDS_PER_FIGURE = 3  # ours: with more words than this to a cell, it is a text with tables in it
A_SENTENCE = 8
"""Ours: a text of fewer words beside a work product is its caption."""


@dataclass(frozen=True, slots=True)
class InferredProduct:
    """The product, the titles of what is hidden in it, and texts that make no product."""

    product: WorkProduct | None = None
    hidden: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


def infer_product(
    tree: VisibleComponent | None,
    surface_id: str,
    complaints: Complaints,
    *,
    beside: bool,
    like: str | None,
) -> InferredProduct:
    """One product for all that a surface says besides the work products on it.

    One and not several, so that each figure is read and each edit counted once: a document holds
    tables as Markdown, a workbook texts as notes, a dashboard both. Which one it is depends on
    what there is most of, unless the surface was `like` one of them before. `beside` work
    products, headings and captions alone are none.
    """
    blocks = group_lines(Flow().blocks_of(tree)) if tree is not None else []
    unseen = tuple(part.stands_for for part in tree.walk() if part.stands_for) if tree else ()
    if tree is None or not blocks:
        return InferredProduct(aside=unseen)
    if beside and not any(_is_content(block) for block in blocks):
        return InferredProduct(aside=(*(leaf.text for leaf in leaves(tree)), *unseen))
    hidden = tuple(block.text for block in blocks if isinstance(block, Heading) and block.is_hidden)
    identity = surface_id if is_id(surface_id) else id_from(surface_id, "surface")
    make = MAKES[like if like in MAKES and _fits(blocks, like) else likely_kind(blocks)]
    return InferredProduct(make(outline(blocks), identity, complaints), hidden, unseen)


def likely_kind(blocks: Sequence[FlowBlock]) -> str:
    """What there is most of: sentences, tables, or single figures."""
    cells = sum(
        len(block.table.rows) * (len(block.table.headers) - 1)
        for block in blocks
        if isinstance(block, FlowTable)
    )
    pairs = [
        block for block in blocks if isinstance(block, LabelledValue) and is_figure(block.value)
    ]
    words = sum(len(block.text.split()) for block in blocks if isinstance(block, ProseBlock))
    likely = "document"
    if words < WORDS_PER_FIGURE * (cells + len(pairs)):
        kpis = sum(pair.is_kpi for pair in pairs)
        likely = "dashboard" if kpis >= 2 or (kpis and not cells) else "spreadsheet"
    return likely if _fits(blocks, likely) else "document"


def _fits(blocks: Sequence[FlowBlock], kind: str) -> bool:
    """True where the parts are not too many for that kind, and a workbook has a table."""
    if kind == "spreadsheet":
        return (
            0 < sum(isinstance(block, FlowTable | LabelledValue) for block in blocks) <= MOST_SHEETS
        )
    return kind == "document" or len(blocks) <= MOST_WIDGETS


def _is_content(block: FlowBlock) -> bool:
    if isinstance(block, ProseBlock):
        return not block.is_control and (
            len(block.text.split()) >= A_SENTENCE or is_figure(block.text)
        )
    return isinstance(block, FlowTable | LabelledValue)


@dataclass(slots=True)
class SurfacePart:
    """A heading, those above it (without the title), and the blocks right below it."""

    heading: str
    level: int
    above: tuple[str, ...] = ()
    is_titled: bool = False
    blocks: list[ProseBlock | FlowTable | LabelledValue] = field(default_factory=list)

    @property
    def path(self) -> str:
        """All its headings as one name, the highest first."""
        return BETWEEN.join(text for text in (*self.above, self.heading) if text)


@dataclass(slots=True)
class Outline:
    """A title, and the parts of the surface; that which the title heads has no other heading."""

    title: str
    parts: list[SurfacePart]


def outline(blocks: Sequence[FlowBlock]) -> Outline:
    """The blocks under their headings.

    The first heading is the title where all others are below it or it heads nothing but them:
    what heads one part of several, such as "Downside case", says nothing of the others.
    """
    headings = [block for block in blocks if isinstance(block, Heading) and not block.is_hidden]
    title = headings[0] if headings else None
    if title and not all(other.level > title.level for other in headings[1:]):
        following = blocks[blocks.index(title) + 1]
        title = title if isinstance(following, Heading) else None
    parts = [SurfacePart("", 1)]
    open_headings: list[tuple[int, str]] = []
    for block in blocks:
        if block is title:
            parts.append(SurfacePart("", title.level, is_titled=True))
        elif isinstance(block, Heading):
            open_headings = [heading for heading in open_headings if heading[0] < block.level]
            above = tuple(text for _, text in open_headings)
            parts.append(SurfacePart(block.text, block.level, above))
            open_headings.append((block.level, block.text))
        elif isinstance(block, ProseBlock | FlowTable | LabelledValue):
            parts[-1].blocks.append(block)
    return Outline(title.text if title else "", [p for p in parts if p.blocks or p.heading])


def inferred_document(outline: Outline, identity: str, complaints: Complaints) -> Document:
    """The document; what stands right below the title is a section under the title's words."""
    found = [
        MarkdownBlock(
            part.level,
            outline.title if part.is_titled else part.heading,
            blocks_markdown(part.blocks),
        )
        for part in outline.parts
    ]
    sections = sections_of(found, complaints)
    return Document(
        id=identity,
        title=cut(outline.title or identity, LONGEST_LABEL, complaints),
        sections=sections,
        citations=citations(sections, complaints),
    )


def blocks_markdown(blocks: Sequence[ProseBlock | FlowTable | LabelledValue]) -> str:
    """Blocks as Markdown; pairs are lines of a label and its value."""
    pieces: list[str] = []
    is_after_pair = False
    for block in blocks:
        if isinstance(block, LabelledValue):
            line = f"- {_inline(block.label).rstrip(':')}: {_inline(block.value)}"
            line += "".join(f"\n  {_inline(note)}" for note in block.note.split("\n") if note)
            pieces.append(("\n" if is_after_pair else "\n\n") + line)
        else:
            text = (
                block.text
                if isinstance(block, ProseBlock)
                else block.source or table_markdown(block.table)
            )
            pieces.append("\n\n" + text)
        is_after_pair = isinstance(block, LabelledValue)
    return "".join(pieces).lstrip("\n")


def table_markdown(shown: TextTable) -> str:
    """A table in Markdown."""
    rows = [shown.headers, ("---",) * len(shown.headers), *shown.rows]
    return "\n".join(f"| {' | '.join(_inline(text, '|') for text in row)} |" for row in rows)


def _inline(text: str, escaped: str = "") -> str:
    line = " ".join(text.split())
    return line.replace(escaped, "\\" + escaped) if escaped else line


def inferred_spreadsheet(outline: Outline, identity: str, complaints: Complaints) -> Spreadsheet:
    """One sheet for every table and for every run of pairs; texts are notes of the nearest."""
    title = cut(outline.title or identity, LONGEST_LABEL, complaints)
    named: list[tuple[str, TextTable]] = []
    notes: list[list[str]] = []
    waiting: list[str] = []
    for part in outline.parts:
        waiting += [part.path] if part.heading else []
        for block in _runs(part):
            if isinstance(block, TextTable):
                named.append((part.path or title, block))
                notes.append([text for text in waiting if not part.path.startswith(text)])
                waiting = []
            elif waiting or not notes:
                waiting.append(block)
            else:
                notes[-1].append(block)
    if notes:
        notes[-1] += waiting
    ids = ids_for([(None, name) for name, _ in named], "sheet")
    sheets = [
        _with_notes(sheet(table, made, name, complaints), below, complaints)
        for made, (name, table), below in zip(ids, named, notes, strict=True)
    ]
    return Spreadsheet(id=identity, title=title, sheets=tuple(sheets))


def _with_notes(shown: Sheet, below: list[str], complaints: Complaints) -> Sheet:
    texts = tuple(cut(text, LONGEST_TEXT, complaints) for text in below)
    return shown.model_copy(update={"notes": (*shown.notes, *texts)})


def _runs(part: SurfacePart) -> Iterator[TextTable | str]:
    """The tables of a part, its runs of pairs as tables, and its texts."""
    pairs: list[LabelledValue] = []
    for block in (*part.blocks, None):
        if isinstance(block, LabelledValue):
            pairs.append(block)
            continue
        if pairs:
            yield _of_pairs(pairs)
            pairs = []
        if isinstance(block, FlowTable):
            yield block.table
        elif isinstance(block, ProseBlock):
            yield block.text


def _of_pairs(pairs: list[LabelledValue]) -> TextTable:
    is_noted = any(pair.note for pair in pairs)
    headers = ("", "Value", "Note") if is_noted else ("", "Value")
    rows = tuple((pair.label, pair.value, pair.note)[: len(headers)] for pair in pairs)
    return TextTable("", headers, rows)


def inferred_dashboard(outline: Outline, identity: str, complaints: Complaints) -> Dashboard:
    """One widget for every pair, every table and every run of texts."""
    widget = [widget for part in outline.parts for widget in _widgets(part, complaints)]
    ids = ids_for([(None, str(widget["title"])) for widget in widget], "widget")
    widgets = [
        Widget.model_validate(widget | {"id": made})
        for made, widget in zip(ids, widget, strict=True)
    ]
    return Dashboard(
        id=identity,
        title=cut(outline.title or identity, LONGEST_LABEL, complaints),
        widgets=tuple(widgets),
    )


def _widgets(part: SurfacePart, complaints: Complaints) -> Iterator[dict[str, object]]:
    """The widgets of a part; what its headings say of a figure goes below it, as a caption."""
    heading = cut(part.path, LONGEST_LABEL, complaints)
    texts: list[ProseBlock] = []
    is_said = not heading
    for block in (*part.blocks, None):
        if isinstance(block, ProseBlock):
            texts.append(block)
            continue
        if texts:
            yield {"title": heading, "text": cut(blocks_markdown(texts), LONGEST_TEXT, complaints)}
            texts, is_said = [], True
        if isinstance(block, LabelledValue):
            caption = "\n".join(text for text in (heading, block.note) if text)
            yield {
                "title": cut(block.label, LONGEST_LABEL, complaints),
                "value": cut(block.value, LONGEST_TEXT, complaints),
                "text": cut(caption, LONGEST_TEXT, complaints),
            }
            is_said = True
        elif isinstance(block, FlowTable):
            inner = sheet(block.table, "table", heading, complaints)
            yield {"title": heading, "table": inner}
            is_said = True
    if not is_said:
        yield {"title": heading}


MAKES: dict[str, Callable[[Outline, str, Complaints], WorkProduct]] = {
    "document": inferred_document,
    "spreadsheet": inferred_spreadsheet,
    "dashboard": inferred_dashboard,
}
