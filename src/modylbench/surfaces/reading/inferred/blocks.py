"""What a surface says, as a flow of headings, texts, lines of cells, tables and pairs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.numbers import number_shown

if TYPE_CHECKING:
    from modylbench.documents.markdown import TextTable

LONGEST_LABEL = 80  # ours: a longer text is no label of a figure or a cell


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; hidden where a person must open a tab or a modal to see it."""

    level: int
    text: str
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Prose:
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
class Line:
    """Texts side by side; `item` is its number where a template made it."""

    cells: tuple[LineCell, ...]
    item: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table; `source` is its Markdown where it was written so."""

    table: TextTable
    source: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """A label and its value, with what else is said of it; a KPI is set out by itself."""

    label: str
    value: str
    note: str = ""
    is_kpi: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """Where a card or a tab begins or ends: no table goes on across it."""


Block = Heading | Prose | Line | Table | Pair | Edge


def is_figure(text: str) -> bool:
    """True for a text that is a number and nothing else."""
    return number_shown(text) is not None


def is_label(text: str) -> bool:
    """True for a text that may say what a figure is."""
    short = 0 < len(text.strip()) <= LONGEST_LABEL and "\n" not in text.strip()
    return short and not text.rstrip().endswith((".", "!", "?")) and not is_figure(text)
