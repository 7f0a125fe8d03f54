"""What work product is a surface that does not say so itself?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.ids import id_from, is_id
from modylbench.surfaces.reading.inferred.blocks import Heading, Pair, Prose, Table, is_figure
from modylbench.surfaces.reading.inferred.flow import Flow, leaves
from modylbench.surfaces.reading.inferred.outline import outline
from modylbench.surfaces.reading.inferred.tables import grouped
from modylbench.surfaces.reading.inferred.tabular import (
    MOST_SHEETS,
    MOST_WIDGETS,
    dashboard,
    spreadsheet,
)
from modylbench.surfaces.reading.inferred.written import document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from modylbench.products.findings import Complaints
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.reading.inferred.blocks import Block
    from modylbench.surfaces.reading.inferred.outline import Outline
    from modylbench.surfaces.reading.shown.tree import Seen

WORDS_PER_FIGURE = 3  # ours: with more words than this to a cell, it is a text with tables in it
A_SENTENCE = 8
"""Ours: a text of fewer words beside a work product is its caption."""

MAKES: dict[str, Callable[[Outline, str, Complaints], WorkProduct]] = {
    "document": document,
    "spreadsheet": spreadsheet,
    "dashboard": dashboard,
}


@dataclass(frozen=True, slots=True)
class Inferred:
    """The product, the titles of what is hidden in it, and texts that make no product."""

    product: WorkProduct | None = None
    hidden: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


def inferred(
    tree: Seen | None, surface_id: str, complaints: Complaints, *, beside: bool, like: str | None
) -> Inferred:
    """One product for all that a surface says besides the work products on it.

    One and not several, so that each figure is read and each edit counted once: a document holds
    tables as Markdown, a workbook texts as notes, a dashboard both. Which one it is depends on
    what there is most of, unless the surface was `like` one of them before. `beside` work
    products, headings and captions alone are none.
    """
    blocks = grouped(Flow().of(tree)) if tree is not None else []
    unseen = tuple(part.stands_for for part in tree.all() if part.stands_for) if tree else ()
    if tree is None or not blocks:
        return Inferred(aside=unseen)
    if beside and not any(_is_content(block) for block in blocks):
        return Inferred(aside=(*(leaf.text for leaf in leaves(tree)), *unseen))
    hidden = tuple(block.text for block in blocks if isinstance(block, Heading) and block.is_hidden)
    identity = surface_id if is_id(surface_id) else id_from(surface_id, "surface")
    make = MAKES[like if like in MAKES and _fits(blocks, like) else kind(blocks)]
    return Inferred(make(outline(blocks), identity, complaints), hidden, unseen)


def kind(blocks: Sequence[Block]) -> str:
    """What there is most of: sentences, tables, or single figures."""
    cells = sum(
        len(block.table.rows) * (len(block.table.headers) - 1)
        for block in blocks
        if isinstance(block, Table)
    )
    pairs = [block for block in blocks if isinstance(block, Pair) and is_figure(block.value)]
    words = sum(len(block.text.split()) for block in blocks if isinstance(block, Prose))
    likely = "document"
    if words < WORDS_PER_FIGURE * (cells + len(pairs)):
        kpis = sum(pair.is_kpi for pair in pairs)
        likely = "dashboard" if kpis >= 2 or (kpis and not cells) else "spreadsheet"
    return likely if _fits(blocks, likely) else "document"


def _fits(blocks: Sequence[Block], kind: str) -> bool:
    """True where the parts are not too many for that kind, and a workbook has a table."""
    if kind == "spreadsheet":
        return 0 < sum(isinstance(block, Table | Pair) for block in blocks) <= MOST_SHEETS
    return kind == "document" or len(blocks) <= MOST_WIDGETS


def _is_content(block: Block) -> bool:
    if isinstance(block, Prose):
        return not block.is_control and (
            len(block.text.split()) >= A_SENTENCE or is_figure(block.text)
        )
    return isinstance(block, Table | Pair)
