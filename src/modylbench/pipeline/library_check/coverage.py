"""Which of the oracle's figures could be wrong without any criterion noticing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import finding
from modylbench.pipeline.library_check.criteria import overlap, rewrite_value, scaled_text
from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join, replace_at, resolve
from modylbench.products.spreadsheet import Cell, Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.variant import Variant

MOVES = (1.2, 0.8)  # SPEC 13: a figure that changes by a fifth is noticed, whichever way
MOST_UNCOVERED = 0.10  # SPEC 13

_NUMBER = re.compile(r"(?<![\w.,/#-])[-\u2212+]?[$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?(?![\w/]*\d)")
_LONE = re.compile(r"\s*[-\u2212+]?[$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?\s*[%x]?\s*")
_YEAR = re.compile(r"(?:19|20)\d\d")
# A number after one of these words is part of a name: "year 1", "phase 2", "week 12".
_NAMES = re.compile(
    r"(?:year|week|quarter|phase|step|section|table|figure|appendix|day|version|stage|tier|part"
    r"|no\.|number|level)s?\s*$",
    re.IGNORECASE,
)
# And so is one before these: "95% CI", "24-hour", "60-day", "1st".
_NAMED_AFTER = re.compile(
    r"(?:-[A-Za-z]|st\b|nd\b|rd\b|th\b|\s?%?\s?(?:CI\b|confidence|prediction|credible))"
)
_WORD_AND_NUMBER = re.compile(r"([A-Za-z]+)\s(\d[\d,.]*)")
_HEADER = re.compile(r"^\s*\|(.*)\n\s*\|[\s:|-]+$", re.MULTILINE)
_REFERENCE = re.compile(r"\[[^\]\n]{0,40}\]|https?://\S{0,400}|\b[A-Z]{1,3}\d{1,4}\b")
_TABLE_RULE = re.compile(r"\s*\|?[\s:|-]+\|?\s*$")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a product shows; `span` places it in a text, of which a table is a part too."""

    product: str
    pointer: str
    shown: str
    span: tuple[int, int] | None = None
    in_prose: bool = False


@dataclass(frozen=True, slots=True)
class ProductCoverage:
    """The figures of one product at one seed, and those that no criterion holds."""

    scenario: str
    seed: int
    product: str
    cells: int
    numbers_in_prose: int
    uncovered: tuple[Figure, ...]

    @property
    def free_cells(self) -> int:
        """How many cells of tables, tiles and points of charts can change unnoticed."""
        return sum(not figure.in_prose for figure in self.uncovered)

    @property
    def free_numbers(self) -> int:
        """How many numbers in sentences can change unnoticed."""
        return len(self.uncovered) - self.free_cells


def coverage(variant: Variant) -> Iterator[ProductCoverage]:
    """What the criteria hold of the oracle's own products, product by product."""
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, variant.final_products)
    before = [
        (criterion, found)
        for criterion in variant.scenario.criteria()
        if (found := finding(criterion, evidence)).passed
    ]
    for product in variant.final_products:
        figures = tuple(shown_figures(product))
        uncovered = tuple(
            figure for figure in figures if not _is_noticed(product, figure, before, evidence)
        )
        in_prose = sum(figure.in_prose for figure in figures)
        yield ProductCoverage(
            variant.source.id,
            variant.seed,
            product.id,
            len(figures) - in_prose,
            in_prose,
            uncovered,
        )


def thin_coverage(products: Iterable[ProductCoverage]) -> Iterator[tuple[str, str]]:
    """Products of which too many figures could be wrong unnoticed."""
    for product in products:
        counts = {
            "cells": (product.free_cells, product.cells),
            "numbers in prose": (product.free_numbers, product.numbers_in_prose),
        }
        for name, (free, figures) in counts.items():
            if free > MOST_UNCOVERED * figures:
                share = f"{free} of {figures} {name} can move by 20 % unnoticed"
                yield (
                    f"product {product.product}",
                    f"{share}, expected {MOST_UNCOVERED:.0%} at most",
                )


def shown_figures(product: WorkProduct) -> Iterator[Figure]:
    """Every number that the product shows, without those that are part of a name."""
    match product:
        case Spreadsheet():
            for sheet in product.sheets:
                yield from _sheet_figures(product.id, sheet, join("sheets", sheet.id))
        case Chart():
            yield from _chart_figures(product.id, product, "")
        case Document():
            yield from _document_figures(product)
        case Dashboard():
            for widget in product.widgets:
                yield from _widget_figures(product.id, widget)
        case _:
            pass


def _document_figures(document: Document) -> Iterator[Figure]:
    names = _numbers_in_names(document)
    for section in document.sections:
        pointer = join("sections", section.id, "body")
        for figure in _text_figures(document.id, pointer, section.body):
            if not _repeats_a_name(section.body, figure, names):
                yield figure


def _widget_figures(product: str, widget: Widget) -> Iterator[Figure]:
    pointer = join("widgets", widget.id)
    yield from _value_figures(product, pointer + "/value", widget.value)
    yield from _text_figures(product, pointer + "/text", widget.text)
    if widget.table is not None:
        yield from _sheet_figures(product, widget.table, pointer + "/table")
    if widget.chart is not None:
        yield from _chart_figures(product, widget.chart, pointer + "/chart")


def _numbers_in_names(document: Document) -> set[tuple[str, str]]:
    """The numbers that headings and headers of tables hold, each with the word before it.

    "Cycle life (cycles to 80%)" is the name of a measure, and so is its 80 in a sentence.
    """
    headers = [header for part in document.sections for header in _HEADER.findall(part.body)]
    labels = [*(part.heading for part in document.sections), *headers]
    return {
        (word.lower(), number)
        for label in labels
        for word, number in _WORD_AND_NUMBER.findall(label)
    }


def _repeats_a_name(text: str, figure: Figure, names: set[tuple[str, str]]) -> bool:
    start = figure.span[0] if figure.span else 0
    before = re.search(r"([A-Za-z]+)\s$", text[max(0, start - 30) : start])
    return before is not None and (before[1].lower(), figure.shown) in names


def _sheet_figures(product: str, sheet: Sheet, pointer: str) -> Iterator[Figure]:
    for row in sheet.rows:
        for column, cell in row.cells.items():
            place = pointer + join("rows", row.id, "cells", column)
            yield from _value_figures(product, place, cell.value)


def _value_figures(product: str, pointer: str, value: object) -> Iterator[Figure]:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number or (isinstance(value, str) and _LONE.fullmatch(value)):
        yield Figure(product, pointer, str(value))


def _chart_figures(product: str, chart: Chart, pointer: str) -> Iterator[Figure]:
    """The heights and bounds of points: where on x they stand is their name."""
    for series in chart.series:
        for point in series.points:
            place = pointer + join("series", series.id, "points", point.id)
            for name in ("y", "low", "high"):
                yield from _value_figures(product, f"{place}/{name}", getattr(point, name))


def _text_figures(product: str, pointer: str, text: str) -> Iterator[Figure]:
    """The numbers of a text: in the cells of its tables, and in its sentences."""
    names = [match.span() for match in _REFERENCE.finditer(text)]
    start, header = 0, True
    for line in text.splitlines(keepends=True):
        in_table = line.lstrip().startswith("|")
        header = not in_table or (header and not _TABLE_RULE.fullmatch(line.strip()))
        first_cell = line.find("|", line.find("|") + 1) if in_table else 0
        for match in _NUMBER.finditer(line):
            span = (start + match.start(), start + match.end())
            is_name = in_table and (header or match.start() < first_cell)
            inside = any(low <= span[0] < high for low, high in names)
            if not (is_name or inside or _is_part_of_a_name(line, match)):
                yield Figure(product, pointer, match[0], span, in_prose=not in_table)
        start += len(line)


def _is_part_of_a_name(line: str, match: re.Match[str]) -> bool:
    """Years, periods, ordinals, "95% CI", and the numbering of lists."""
    before, after = line[: match.start()], line[match.end() :]
    return bool(
        _YEAR.fullmatch(match[0])
        or _NAMES.search(before)
        or _NAMED_AFTER.match(after)
        or (not before.strip() and after[:1] in {".", ")"})
    )


def _is_noticed(
    product: WorkProduct,
    figure: Figure,
    before: Sequence[tuple[Criterion, Finding]],
    evidence: Evidence,
) -> bool:
    """True when some criterion no longer passes, whichever way the figure moves."""
    criteria = list(_likely_first(figure, before, evidence))
    return all(
        any(not finding(criterion, changed).passed for criterion in criteria)
        for changed in (evidence.replacing(_move_figure(product, figure, move)) for move in MOVES)
    )


def _likely_first(
    figure: Figure, before: Iterable[tuple[Criterion, Finding]], evidence: Evidence
) -> Iterator[Criterion]:
    """The criteria that read the product, those that were seen to read this very place first."""
    quantities = evidence.expectations.quantities
    later: list[Criterion] = []
    for criterion, found in before:
        if any(
            spot.product_id == figure.product
            and overlap(spot.pointer, spot.span, figure.pointer, figure.span)
            for spot in found.where
        ):
            yield criterion
        elif any(
            quantities[name].product == figure.product for name in criterion.reads(quantities)
        ):
            later.append(criterion)
    yield from later


def _move_figure(product: WorkProduct, figure: Figure, factor: float) -> WorkProduct:
    here = resolve(product, figure.pointer)
    new: object
    if figure.span is not None:
        start, end = figure.span
        new = here[:start] + scaled_text(here[start:end], factor) + here[end:]
    elif isinstance(here, Cell):
        new = here.model_copy(update={"value": rewrite_value(here.value, factor), "text": None})
    else:
        new = rewrite_value(here, factor)
    moved: WorkProduct = replace_at(product, figure.pointer, new)
    return moved
