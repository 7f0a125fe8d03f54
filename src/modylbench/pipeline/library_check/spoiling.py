"""Changing one quantity in a set of products, to see whether the criteria that read it notice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.document import Document
from modylbench.products.find import Found, FoundTable
from modylbench.products.pointer import replaced, resolve, without
from modylbench.products.reading.index import Index, Passage
from modylbench.products.spreadsheet import Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.find import Place
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criterion import Criterion

EXACT = frozenset({"equals", "table_equals"})
CHANGES = (0.1, -0.1, 0.5, -0.5, 9.0, -2.0)
MOST_CELLS = 80
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
BROKEN_URL = "not an address"


@dataclass(frozen=True, slots=True)
class Spoiled:
    """Evidence with one quantity changed, where, and whether this change must be noticed."""

    evidence: Evidence
    touched: tuple[tuple[str, str, tuple[int, int] | None], ...]
    must_fail: bool


class Spoiler:
    """Makes spoiled copies of one set of evidence; the same change is made only once."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._made: dict[tuple[Found, float | None], Evidence] = {}

    def spoiled(self, criterion: Criterion, quantity: str) -> Iterator[Spoiled]:
        """The evidence with the quantity changed, by more and more."""
        reading = self.evidence.read(quantity)
        if isinstance(reading, FoundTable):
            yield from self._tables(criterion, reading)
        elif isinstance(reading, Found):
            yield from self._numbers(criterion, reading)
        elif isinstance(reading, Passage):
            yield _without_text(reading, self.evidence)
        elif isinstance(reading, Index):
            yield from _wholes(criterion, reading, self.evidence)

    def _tables(self, criterion: Criterion, table: FoundTable) -> Iterator[Spoiled]:
        """One number of the table changed, or taken out where only its presence is checked."""
        numbers = sorted(table.numbers.values(), key=lambda found: -abs(found.measure.number))
        if criterion.check_type == "grid":
            yield self._changed(numbers[0], None, must_fail=True)
        elif criterion.check_type in EXACT:
            for found in (numbers[0], numbers[len(numbers) // 2]):
                yield from self._numbers(criterion, found)
        else:
            for found in numbers[:MOST_CELLS]:
                yield from self._numbers(criterion, found)

    def _numbers(self, criterion: Criterion, found: Found) -> Iterator[Spoiled]:
        if criterion.check_type in EXACT:
            size = abs(found.measure.number) or 1.0
            just_beyond = 1.5 * criterion.tolerance_pct / 100 + 3 * found.measure.half_step / size
            yield self._changed(found, 1 + just_beyond, must_fail=True)
        else:
            for change in CHANGES:
                yield self._changed(found, 1 + change, must_fail=False)

    def _changed(self, found: Found, factor: float | None, *, must_fail: bool) -> Spoiled:
        """The number multiplied, or (None) taken out, wherever it stands."""
        key = (found, factor)
        if key not in self._made:
            products: dict[str, WorkProduct] = {}
            for place in _from_the_end(found.places):
                product = products.get(place.product) or _product(place.product, self.evidence)
                products[place.product] = _rewritten(product, place, factor)
            changed = self.evidence
            for product in products.values():
                changed = changed.replacing(product)
            self._made[key] = changed
        touched = tuple((place.product, place.pointer, place.span) for place in found.places)
        return Spoiled(self._made[key], touched, must_fail)


def _without_text(passage: Passage, evidence: Evidence) -> Spoiled:
    product = _product(passage.product, evidence)
    for pointer in passage.pointers:
        product = replaced(product, pointer, () if pointer.endswith("/notes") else "-")
    return _one(evidence, product, passage.pointers)


def _from_the_end(places: tuple[Place, ...]) -> list[Place]:
    """Later spans first, so that a longer number does not shift those still to be changed."""
    unique = {(place.product, place.pointer, place.span): place for place in places}
    return sorted(unique.values(), key=lambda place: place.span or (0, 0), reverse=True)


def _rewritten(product: WorkProduct, place: Place, factor: float | None) -> WorkProduct:
    here = resolve(product, place.pointer)
    new: object
    if place.span is not None:
        start, end = place.span
        number = "-" if factor is None else scaled_text(here[start:end], factor)
        new = here[:start] + number + here[end:]
    elif isinstance(here, Cell):
        new = here.model_copy(update={"value": _rewritten_value(here.value, factor), "text": None})
    else:
        new = _rewritten_value(here, factor)
    changed: WorkProduct = replaced(product, place.pointer, new)
    return changed


def _rewritten_value(value: object, factor: float | None) -> object:
    if factor is None:
        return None
    if isinstance(value, str):
        return scaled_text(value, factor)
    if isinstance(value, int | float):
        return value * factor if value else factor - 1
    return value


def scaled_text(text: str, factor: float) -> str:
    """The text with its number multiplied.

    >>> scaled_text("($1,200.5M)", 2)
    '($2,401.0000M)'
    """

    def scaled(found: re.Match[str]) -> str:
        number = float(found[0].replace(",", ""))
        decimals = len(found[0].partition(".")[2])
        return f"{number * factor:,.{decimals + 3}f}"

    return _DIGITS.sub(scaled, text, count=1)


def _wholes(criterion: Criterion, whole: Index, evidence: Evidence) -> Iterator[Spoiled]:
    product = whole.product
    if isinstance(product, Document):
        yield from _documents(criterion, product, evidence)
    elif isinstance(product, Chart):
        yield _one(
            evidence,
            product.model_copy(update={"x_axis": product.x_axis.model_copy(update={"label": ""})}),
            ("/x_axis",),
        )
    elif hasattr(product, "widgets"):
        for widget in product.widgets:
            if criterion.check_type == "chart_form" and widget.chart is not None:
                pointer = f"/widgets/{widget.id}/chart"
                yield _one(evidence, replaced(product, pointer, None), (pointer,))
            elif criterion.check_type == "sections" and widget.text:
                pointer = f"/widgets/{widget.id}/text"
                yield _one(evidence, replaced(product, pointer, ""), (pointer,))


def _documents(criterion: Criterion, document: Document, evidence: Evidence) -> Iterator[Spoiled]:
    if criterion.check_type == "length":
        pointer = f"/sections/{document.sections[-1].id}/body"
        padded = resolve(document, pointer) + " and so on" * 2000
        yield _one(evidence, replaced(document, pointer, padded), (pointer,))
    elif criterion.check_type == "sections":
        for section in document.sections:
            pointer = f"/sections/{section.id}"
            yield _one(evidence, without(document, pointer), (pointer,))
    else:
        for citation in document.citations:
            pointer = f"/citations/{citation.id}"
            yield _one(evidence, replaced(document, pointer + "/url", BROKEN_URL), (pointer,))


def _one(evidence: Evidence, product: WorkProduct, pointers: tuple[str, ...]) -> Spoiled:
    return Spoiled(
        evidence.replacing(product),
        tuple((product.id, pointer, None) for pointer in pointers),
        must_fail=False,
    )


def _product(name: str, evidence: Evidence) -> WorkProduct:
    return next(index.product for index in evidence.indexes if index.product.id == name)
