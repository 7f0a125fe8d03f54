"""A surface in reading order, as headings, texts, lines of cells, tables and labelled values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.documents.markdown import pieces
from modylbench.products.quantities.numbers import number_shown

if TYPE_CHECKING:
    from modylbench.documents.markdown import TextTable
    from modylbench.surfaces.reading.visible_tree import VisibleComponent

LONGEST_FIGURE_LABEL = 80  # ours: a longer text is no label of a figure or a cell
HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5}
LONGEST_OF_TWO, LONGEST_CELL = 200, 1_000
"""Ours: of two longer texts side by side each is read by itself."""

MOST_IN_A_CELL, MOST_IN_A_PAIR = 3, 4
INPUTS = frozenset({"TextField", "Slider", "DateTimeInput", "CheckBox", "ChoicePicker"})
PLAIN = frozenset({"Text", "Value", "Image", "Icon", "Video", "AudioPlayer", "Option"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; hidden where a person must open a tab or a modal to see it."""

    level: int
    text: str
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class ProseBlock:
    """A text in Markdown; a control is the label of a button."""

    text: str
    is_control: bool = False


@dataclass(frozen=True, slots=True)
class LineCell:
    """One cell of a line: what it shows, how, and what the data calls it."""

    text: str
    variant: str = ""
    name: str = ""
    is_control: bool = False


@dataclass(frozen=True, slots=True)
class CellLine:
    """Texts side by side; `item` is its number where a template made it."""

    cells: tuple[LineCell, ...]
    item: int | None = None


@dataclass(frozen=True, slots=True)
class FlowTable:
    """A table; `source` is its Markdown where it was written so."""

    table: TextTable
    source: str = ""


@dataclass(frozen=True, slots=True)
class LabelledValue:
    """A label and its value, with what else is said of it; a KPI is set out by itself."""

    label: str
    value: str
    note: str = ""
    is_kpi: bool = False


@dataclass(frozen=True, slots=True)
class Boundary:
    """Where a card or a tab begins or ends: no table goes on across it."""


FlowBlock = Heading | ProseBlock | CellLine | FlowTable | LabelledValue | Boundary


def is_figure(text: str) -> bool:
    """True for a text that is a number and nothing else."""
    return number_shown(text) is not None


def is_label(text: str) -> bool:
    """True for a text that may say what a figure is."""
    short = 0 < len(text.strip()) <= LONGEST_FIGURE_LABEL and "\n" not in text.strip()
    return short and not text.rstrip().endswith((".", "!", "?")) and not is_figure(text)


class Flow:
    """Turns what is seen into blocks; `least` is the level of headings inside a tab."""

    def __init__(self) -> None:
        self.least = 1
        self.last = 0

    def blocks_of(self, component: VisibleComponent) -> list[FlowBlock]:
        """The blocks of a component in reading order."""
        kind = component.component
        if kind in PLAIN:
            return self._text(component)
        if kind in INPUTS:
            return self._input(component)
        read = {
            "Button": _control,
            "Row": self._row,
            "Tab": self._hidden_content,
            "Modal": self._hidden_content,
            "Card": self._card,
            "Column": self._column,
        }
        return read.get(kind, self._all)(component)

    def _card(self, component: VisibleComponent) -> list[FlowBlock]:
        inner = self._column(component)
        return inner if len(inner) < 2 else [Boundary(), *inner, Boundary()]

    def _column(self, component: VisibleComponent) -> list[FlowBlock]:
        return self._set(_pair(component)) or self._all(component)

    def _set(self, blocks: list[FlowBlock]) -> list[FlowBlock]:
        """The blocks with their headings at the level that they have here."""
        return [
            self._heading(block.level, block.text) if isinstance(block, Heading) else block
            for block in blocks
        ]

    def _all(self, component: VisibleComponent) -> list[FlowBlock]:
        own: list[FlowBlock] = [ProseBlock(component.text)] if component.text.strip() else []
        return own + [block for child in component.children for block in self.blocks_of(child)]

    def _text(self, component: VisibleComponent) -> list[FlowBlock]:
        if not component.text.strip():
            return []
        level = HEADINGS.get(component.variant)
        if level and not is_figure(component.text):
            return [self._heading(level, " ".join(component.text.split()))]
        return [
            self._heading(piece.level, piece.text)
            if piece.level
            else FlowTable(piece.table, piece.text)
            if piece.table
            else ProseBlock(piece.text)
            for piece in pieces(component.text)
        ]

    def _heading(self, level: int, text: str, *, is_hidden: bool = False) -> Heading:
        self.last = min(max(level, self.least), 6)
        return Heading(self.last, text, is_hidden)

    def _input(self, component: VisibleComponent) -> list[FlowBlock]:
        values = [child.text for child in component.children if child.text.strip()]
        if component.component == "ChoicePicker":
            listed = "\n".join(f"- {text}" for text in values)
            return [ProseBlock(text) for text in (component.text, listed) if text.strip()]
        if component.text.strip() and values:
            return [LabelledValue(component.text, values[0])]
        return [ProseBlock(text) for text in (component.text, *values) if text.strip()]

    def _hidden_content(self, component: VisibleComponent) -> list[FlowBlock]:
        """A tab under its title, or a modal under what opens it."""
        title, inside, is_hidden = component.text, component.children, component.is_hidden
        if component.component == "Modal" and len(inside) == 2:
            title = " ".join(leaf.text for leaf in leaves(inside[0]))
            inside, is_hidden = inside[1:], True
        outer, before = self.least, self.last
        blocks: list[FlowBlock] = [Boundary()]
        if title.strip():
            blocks.append(self._heading(before + 1, title, is_hidden=is_hidden))
        self.least = min(self.last + 1, 6)
        blocks += [block for child in inside for block in self.blocks_of(child)]
        self.least, self.last = outer, before
        return [*blocks, Boundary()]

    def _row(self, component: VisibleComponent) -> list[FlowBlock]:
        cells = [child for child in component.children if child.component == "Text" or _says(child)]
        is_buttons = all(cell.component == "Button" for cell in cells)
        if len(cells) < 2 or is_buttons or not any(_says(cell) for cell in cells):
            return self._all(component)
        pairs = [_pair(cell) if cell.component in {"Column", "Card"} else [] for cell in cells]
        if all(pairs):
            return self._set([block for pair in pairs for block in pair])
        longest = LONGEST_OF_TWO if len(cells) == 2 else LONGEST_CELL
        if not (grid := _columns(cells)) and all(_is_cell(cell, longest) for cell in cells):
            return [CellLine(tuple(_cell(cell) for cell in cells), component.item)]
        return grid or self._all(component)


def _control(component: VisibleComponent) -> list[FlowBlock]:
    text = " ".join(leaf.text for leaf in leaves(component))
    return [ProseBlock(text, is_control=True)] if text else []


def leaves(component: VisibleComponent) -> list[VisibleComponent]:
    """All parts that say something, in reading order."""
    return [part for part in component.walk() if part.text.strip()]


def _says(component: VisibleComponent) -> bool:
    return any(part.text.strip() or part.fields for part in component.walk())


def _is_simple(component: VisibleComponent, most: int) -> bool:
    """True for a few plain texts and nothing else."""
    count = 0
    for part in component.walk():
        count += bool(part.text.strip())
        if part.fields or part.component in {"List", "Tabs", "Modal", *INPUTS} or count > most:
            return False
    return count > 0


def _is_cell(component: VisibleComponent, longest: int = LONGEST_OF_TWO) -> bool:
    if component.component == "Text" and not component.text.strip():
        return True
    texts = (
        [leaf.text for leaf in leaves(component)] if _is_simple(component, MOST_IN_A_CELL) else []
    )
    return bool(texts) and sum(map(len, texts)) <= longest and "|" not in "".join(texts)


def _cell(component: VisibleComponent) -> LineCell:
    inner = leaves(component)
    first = inner[0] if inner else component
    text = " · ".join(" ".join(leaf.text.split()) for leaf in inner)
    is_control = any(part.component == "Button" for part in component.walk())
    return LineCell(text, first.variant, first.name, is_control)


def _pair(component: VisibleComponent) -> list[FlowBlock]:
    """A label with one figure, as a KPI is set; nothing where it is not one.

    The label stands right before the figure, or behind it where nothing is before.
    """
    if not _is_simple(component, MOST_IN_A_PAIR) or any(
        p.component == "Button" for p in component.walk()
    ):
        return []
    texts = leaves(component)
    places = [place for place, leaf in enumerate(texts) if is_figure(leaf.text)]
    if len(places) != 1 or len(texts) < 2:
        return []
    at = places[0]
    label = texts[at - 1] if at else texts[1]
    above = texts[: max(at - 1, 0)]
    below = texts[at + 1 + (at == 0) :]
    if not is_label(label.text) or any(leaf.variant not in HEADINGS for leaf in above):
        return []
    note = "\n".join(leaf.text for leaf in below)
    headings: list[FlowBlock] = [Heading(HEADINGS[leaf.variant], leaf.text) for leaf in above]
    return [*headings, LabelledValue(label.text.strip(), texts[at].text.strip(), note, is_kpi=True)]


def _columns(cells: list[VisibleComponent]) -> list[FlowBlock]:
    """The lines of a grid that is laid column by column; nothing where it is none."""
    stacks = [_stacked_components(cell) for cell in cells]
    height = len(stacks[0])
    if height < 3 or any(len(stack) != height for stack in stacks):
        return []
    if not all(_is_cell(part) for stack in stacks for part in stack):
        return []
    rows = [tuple(_cell(part) for part in parts) for parts in zip(*stacks, strict=True)]
    if not any(is_figure(cell.text) for row in rows[1:] for cell in row):
        return []
    is_headed = not all(is_figure(cell.text) for cell in rows[0][1:])
    return [
        CellLine(row, place if place or not is_headed else None) for place, row in enumerate(rows)
    ]


def _stacked_components(component: VisibleComponent) -> list[VisibleComponent]:
    while component.component in {"Card", "Column"} and len(component.children) == 1:
        component = component.children[0]
    return component.children if component.component in {"Column", "List"} else []
