"""Whether every criterion notices a change in what it reads, and in nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.verify import finding
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.finding.find import FoundNumber, FoundTable, NumberPlace
from modylbench.products.pointer import MISSING, replace_at, resolve
from modylbench.products.quantities.closeness import Measure
from modylbench.products.reading.index import Index, TextPassage
from modylbench.products.spreadsheet import Cell
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion

EXACT = frozenset({"equals", "table_equals", "figures_tie"})
CHANGES = (0.1, -0.1, 0.5, -0.5, 9.0, -2.0)
MOST_CELLS = 80
TURNS = 5  # ours: two hundred seeds, each criterion tried at every one of them, took five minutes
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
BROKEN_URL = "not an address"


@dataclass(frozen=True, slots=True)
class CriterionCheck:
    """A criterion, what it reads, and how it comes out before anything is changed."""

    criterion: Criterion
    reads: tuple[str, ...]
    before: Finding


def insensitive_criteria(
    criteria: Sequence[Criterion],
    findings: Sequence[Finding],
    evidence: Evidence,
    *,
    turn: int | None = None,
) -> Iterator[tuple[str, str]]:
    """Criteria that a changed quantity does not fail, or that fail over one they do not read.

    `findings` is how they come out before anything is changed. With a `turn`, only the criteria
    whose turn it is, and only whether they bite: in any `TURNS` seeds in a row every criterion is
    tried.
    """
    quantities = tuple(evidence.expectations.quantities)
    checked = [
        CriterionCheck(criterion, criterion.reads(quantities), before)
        for criterion, before in zip(criteria, findings, strict=True)
        if not before.is_left_to_judges
    ]
    spoiler = Spoiler(evidence)
    tried: set[object] = set()
    tried_now = checked if turn is None else checked[turn % TURNS :: TURNS]
    for check in tried_now:
        for quantity in check.reads:
            bitten = False
            for change in spoiler.spoil(check.criterion, quantity):
                bitten = not finding(check.criterion, change.evidence).passed
                if turn is None and bitten and change.touched not in tried:
                    tried.add(change.touched)
                    yield from _wrongly_failing(checked, quantity, change, evidence)
                if bitten != change.must_fail:
                    break  # enough is known: it bites, or it missed what it must not miss
            if not bitten:
                problem = f"still passes when {quantity} is changed beyond its tolerance"
                yield f"criterion {check.criterion.id}", problem


@dataclass(frozen=True, slots=True)
class SpoiledEvidence:
    """Evidence with one quantity changed, where, and whether this change must be noticed."""

    evidence: Evidence
    touched: tuple[PlaceKey, ...]
    must_fail: bool


class Spoiler:
    """Makes spoiled copies of one set of evidence; the same change is made only once."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self._made: dict[tuple[FoundNumber, float | None], Evidence] = {}

    def spoil(self, criterion: Criterion, quantity: str) -> Iterator[SpoiledEvidence]:
        """The evidence with the quantity changed, by more and more."""
        reading = self.evidence.read(quantity)
        if isinstance(reading, FoundTable):
            yield from self._tables(criterion, reading)
        elif isinstance(reading, FoundNumber):
            yield from self._numbers(criterion, reading)
        elif isinstance(reading, TextPassage):
            yield _without_text(reading, self.evidence)
        elif isinstance(reading, Index):
            yield from _spoil_whole(criterion, reading, self.evidence)

    def without(self, number: FoundNumber) -> Evidence:
        """The evidence with the number taken out wherever it stands."""
        return self._change(number, None, must_fail=True).evidence

    def _tables(self, criterion: Criterion, table: FoundTable) -> Iterator[SpoiledEvidence]:
        """One number of the table changed, or taken out where only its presence is checked."""
        numbers = sorted(table.numbers.values(), key=lambda number: -abs(number.measure.number))
        if criterion.check_type == "grid":
            yield self._change(numbers[0], None, must_fail=True)
        elif criterion.check_type in EXACT:
            for number in (numbers[0], numbers[len(numbers) // 2]):
                yield from self._numbers(criterion, number)
        else:
            for number in numbers[:MOST_CELLS]:
                yield from self._numbers(criterion, number)

    def _numbers(self, criterion: Criterion, number: FoundNumber) -> Iterator[SpoiledEvidence]:
        if criterion.check_type in EXACT:
            size = abs(number.measure.number) or 1.0
            just_beyond = 1.5 * criterion.tolerance_pct / 100 + 3 * number.measure.half_step / size
            yield self._change(number, 1 + just_beyond, must_fail=True)
        else:
            for change in CHANGES:
                yield self._change(number, 1 + change, must_fail=False)

    def _change(
        self, number: FoundNumber, factor: float | None, *, must_fail: bool
    ) -> SpoiledEvidence:
        """The number multiplied, or (None) taken out, wherever it stands."""
        key = (number, factor)
        if key not in self._made:
            products: dict[str, WorkProduct] = {}
            for place in last_spans_first(number.places):
                product = products.get(place.product) or _product(place.product, self.evidence)
                products[place.product] = rewrite_number(product, place, factor)
            changed = self.evidence
            for product in products.values():
                changed = changed.replacing(product)
            self._made[key] = changed
        touched = tuple(place.key for place in number.places)
        return SpoiledEvidence(self._made[key], touched, must_fail)


def scaled_text(text: str, factor: float) -> str:
    """The text with its number multiplied.

    >>> scaled_text("($1,200.5M)", 2)
    '($2,401.0000M)'
    """

    def scale(match: re.Match[str]) -> str:
        number = float(match[0].replace(",", ""))
        decimals = len(match[0].partition(".")[2])
        return f"{number * factor:,.{decimals + 3}f}"

    return _DIGITS.sub(scale, text, count=1)


def _wrongly_failing(
    checked: Sequence[CriterionCheck], quantity: str, change: SpoiledEvidence, evidence: Evidence
) -> Iterator[tuple[str, str]]:
    """Criteria that fail although they read nothing that was touched."""
    for other in checked:
        if quantity in other.reads or not other.before.passed or _reads_there(other.before, change):
            continue
        # A check is a function of what it reads: where that is the same, so is the outcome.
        readings = ((change.evidence.read(name), evidence.read(name)) for name in other.reads)
        same = all(new is old or new == old for new, old in readings)
        if not same and not finding(other.criterion, change.evidence).passed:
            problem = f"fails when {quantity} is changed, which it does not read"
            yield f"criterion {other.criterion.id}", problem


def _reads_there(finding: Finding, change: SpoiledEvidence) -> bool:
    return any(
        spot.product_id == product and overlap(spot.pointer, spot.span, pointer, span)
        for spot in finding.where
        for product, pointer, span in change.touched
    )


def overlap(
    pointer: str, span: tuple[int, int] | None, other: str, other_span: tuple[int, int] | None
) -> bool:
    """True when two places share a character, or one is part of the other."""
    if pointer == other and span is not None and other_span is not None:
        return span[0] < other_span[1] and other_span[0] < span[1]
    return pointer == other or pointer.startswith(other + "/") or other.startswith(pointer + "/")


def _without_text(passage: TextPassage, evidence: Evidence) -> SpoiledEvidence:
    product = _product(passage.product, evidence)
    for pointer in passage.pointers:
        product = replace_at(product, pointer, () if pointer.endswith("/notes") else "-")
    return _with_product(evidence, product, passage.pointers)


def last_spans_first(places: tuple[NumberPlace, ...]) -> list[NumberPlace]:
    """Later spans first, so that a longer number does not shift those still to be changed."""
    unique = {place.key: place for place in places}
    return sorted(unique.values(), key=lambda place: place.span or (0, 0), reverse=True)


def rewrite_number(product: WorkProduct, place: NumberPlace, factor: float | None) -> WorkProduct:
    """The product with the number there multiplied, or (None) taken out."""
    here = resolve(product, place.pointer)
    new: object
    if place.span is not None:
        start, end = place.span
        number = "-" if factor is None else scaled_text(here[start:end], factor)
        new = here[:start] + number + here[end:]
    elif isinstance(here, Cell):
        new = here.model_copy(update={"value": rewrite_value(here.value, factor), "text": None})
    else:
        new = rewrite_value(here, factor)
    changed: WorkProduct = replace_at(product, place.pointer, new)
    return changed


def rewrite_value(value: object, factor: float | None) -> object:
    """The number multiplied, in a text too; a zero moves by what the factor is off one."""
    if factor is None:
        return None
    if isinstance(value, str):
        return scaled_text(value, factor)
    if isinstance(value, int | float):
        return value * factor if value else factor - 1
    return value


def _spoil_whole(
    criterion: Criterion, whole: Index, evidence: Evidence
) -> Iterator[SpoiledEvidence]:
    """What a check of a whole product looks at, changed bit by bit."""
    for pointer, new in _part_changes(criterion, whole.product):
        changed: WorkProduct = replace_at(whole.product, pointer, new)
        yield _with_product(evidence, changed, (pointer,))
    if criterion.rule:
        for observation in whole.observations[:MOST_CELLS]:
            place = NumberPlace(
                whole.product.id, observation.pointer, observation.span, Measure(0, 0)
            )
            for change in CHANGES:
                product = rewrite_number(whole.product, place, 1 + change)
                yield SpoiledEvidence(
                    evidence.replacing(product),
                    (place.key,),
                    must_fail=False,
                )


def _part_changes(criterion: Criterion, product: WorkProduct) -> Iterator[tuple[str, object]]:
    """Places in a whole product and what to put there (MISSING takes the part out)."""
    match product:
        case Document() if criterion.check_type == "length":
            last = product.sections[-1]
            yield f"/sections/{last.id}/body", last.body + " and so on" * 2000
        case Document() if criterion.check_type == "sections":
            yield from ((f"/sections/{section.id}", MISSING) for section in product.sections)
        case Document():
            yield from (
                (f"/citations/{citation.id}/url", BROKEN_URL) for citation in product.citations
            )
        case Chart():
            yield "/x_axis", product.x_axis.model_copy(update={"label": ""})
        case Dashboard():
            charts = [widget for widget in product.widgets if widget.chart is not None]
            yield from ((f"/widgets/{widget.id}/chart", None) for widget in charts)
            texts = [widget for widget in product.widgets if widget.text]
            yield from ((f"/widgets/{widget.id}/text", "") for widget in texts)
        case Code():
            yield from ((f"/files/{file.id}/content", "") for file in product.files)
        case Terminal():
            yield from ((f"/entries/{entry.id}/output", "") for entry in product.entries)
        case _:
            pass


def _with_product(
    evidence: Evidence, product: WorkProduct, pointers: tuple[str, ...]
) -> SpoiledEvidence:
    return SpoiledEvidence(
        evidence.replacing(product),
        tuple((product.id, pointer, None) for pointer in pointers),
        must_fail=False,
    )


def _product(name: str, evidence: Evidence) -> WorkProduct:
    return next(index.product for index in evidence.indexes if index.product.id == name)
