"""Lines of cells gathered to tables, and what heads their columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.documents.markdown import TextTable
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import label_words
from modylbench.products.reading.grids import is_a_year
from modylbench.surfaces.reading.flow import (
    Boundary,
    CellLine,
    FlowTable,
    Heading,
    LabelledValue,
    ProseBlock,
    is_figure,
    is_label,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.surfaces.reading.flow import FlowBlock

_BOLD = re.compile(r"(\*\*|__).+\1")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|_+")
_SET_APART = frozenset({"caption", "h1", "h2", "h3", "h4", "h5"})


def group_lines(blocks: Sequence[FlowBlock]) -> list[FlowBlock]:
    """The flow with lines gathered to tables, and labels joined with the figures below them."""
    result: list[FlowBlock] = []
    lines: list[CellLine] = []
    for block in (*blocks, Boundary()):
        if isinstance(block, CellLine):
            if lines and not _goes_on(lines, block):
                result += _gather_lines(lines)
                lines = []
            lines.append(block)
            continue
        result += _gather_lines(lines)
        lines = []
        result.append(block)
    return [block for block in _join_labels(result) if not isinstance(block, Boundary)]


def _goes_on(lines: list[CellLine], line: CellLine) -> bool:
    if len(line.cells) != len(lines[-1].cells):
        return False
    opens = _is_set_apart(line) and not any(is_figure(cell.text) for cell in line.cells)
    return len(lines) == 1 or not opens or _is_set_apart(lines[-1])


def _gather_lines(lines: list[CellLine]) -> list[FlowBlock]:
    if not lines:
        return []
    texts = [tuple(cell.text for cell in line.cells) for line in lines]
    if len(lines) > 1 and _is_header(lines):
        return [FlowTable(TextTable("", texts[0], tuple(texts[1:])))]
    names = _names(lines)
    width = len(texts[0])
    if not names and (width == 2 or len(lines) == 1):
        return [_single_line(line) for line in lines]
    return [FlowTable(TextTable("", names or ("",) * width, tuple(texts)))]


def _single_line(line: CellLine) -> FlowBlock:
    """A label with its value, or texts side by side."""
    label, value = line.cells[0], line.cells[1]
    if len(line.cells) == 2 and is_label(label.text) and value.text and not value.is_control:
        return LabelledValue(label.text, value.text)
    return ProseBlock(" · ".join(cell.text for cell in line.cells if cell.text))


def _is_header(lines: list[CellLine]) -> bool:
    first, second = lines[0], lines[1]
    values = [cell.text for cell in first.cells[1:] if cell.text.strip()]
    is_template_below = first.item is None and second.item is not None
    is_cornered = bool(values) and not first.cells[0].text.strip()
    is_other = _is_set_apart(first) and not _is_set_apart(second)
    if is_template_below or is_other or (is_cornered and second.cells[0].text.strip()):
        return True
    if not values or any(is_figure(text) and not is_a_year(text) for text in values):
        return False
    below = any(is_figure(cell.text) for line in lines[1:] for cell in line.cells[1:])
    if len(first.cells) == 2:
        said = set(label_words(values[0]).words)
        return below and (vocabulary.ALONE.issuperset(said) or is_a_year(values[0]))
    return below


def _is_set_apart(line: CellLine) -> bool:
    """True when every cell of a line is written as a heading."""
    filled = [cell for cell in line.cells if cell.text.strip()]
    return bool(filled) and all(
        cell.variant in _SET_APART or _BOLD.fullmatch(cell.text.strip()) for cell in filled
    )


def _names(lines: list[CellLine]) -> tuple[str, ...]:
    """What the data calls the cells of a template's lines; nothing where it has no names."""
    first = lines[0]
    names = [cell.name for cell in first.cells]
    if first.item is None or not all(names) or len(set(names)) < len(names):
        return ()
    return tuple(" ".join(_CAMEL.sub(" ", name).split()).capitalize() for name in names)


def _join_labels(blocks: list[FlowBlock]) -> list[FlowBlock]:
    """The flow with a figure that stands alone joined with the label before it."""
    result: list[FlowBlock] = []
    for block in blocks:
        before = result[-1] if result else None
        is_alone = isinstance(block, ProseBlock) and is_figure(block.text)
        if is_alone and isinstance(block, ProseBlock) and isinstance(before, ProseBlock | Heading):
            is_title = isinstance(before, Heading) and before.level < 3
            if is_label(before.text) and not is_title and not getattr(before, "is_control", False):
                result[-1] = LabelledValue(before.text.strip(), block.text.strip(), is_kpi=True)
                continue
        result.append(block)
    return result
