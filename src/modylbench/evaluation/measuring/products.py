"""What each deliverable comes to at the end of the meeting, and which of its numbers are true.

Criteria that tie one product to another are met by a product that repeats what is wrong elsewhere.
So its numbers are also looked at one by one: those that a criterion compares with the truth,
those that follow from them by an equation or a tie, and all others that a perfect product shows
under the same labels.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import Attempt, PageFinding, ProductFacts, SaidFigure
from modylbench.evaluation.facts import UngroundedSource as Ungrounded
from modylbench.evaluation.measuring.defects import placeholder_share, turned_charts
from modylbench.evaluation.measuring.parts import (
    MisplacedParts,
    copied_products,
    hollow_conclusions,
    misplaced_parts,
)
from modylbench.evaluation.measuring.versions import worst_versions
from modylbench.evaluation.measuring.wording.disclaimers import DisownedParts, disowned_parts
from modylbench.evaluation.reference.padding import matter_of, padding_share
from modylbench.evaluation.reference.prose import (
    ProseCoverage,
    foreign_text,
    names_in,
    prose_coverage,
)
from modylbench.evaluation.reference.same_labels import compare_labelled_numbers, is_exact
from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.products.quantities.closeness import CLOSE
from modylbench.scenarios.criteria.expressions import parse_comparisons

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.criteria_by_turn import CriterionChecks
    from modylbench.evaluation.measuring.sources.knowledge import KnownSources
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.verification.evidence import Evidence, QuantityReading
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.reading.index import Index
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criteria.criterion import Criterion
    from modylbench.scenarios.scenario import ExpectedOutput

TIES = frozenset({"agrees", "reconciled", "recomputed"})
"""Checks by which a quantity follows from others, besides equations."""
LARGEST_COUNT = 12  # ours: small whole numbers are the same by chance


@dataclass(frozen=True, slots=True)
class ProductEvidence:
    """What was found elsewhere about products, by their ids."""

    figures: Sequence[SaidFigure] = ()
    attempts: Sequence[Attempt] = ()
    ungrounded: Mapping[str, tuple[Ungrounded, ...]] = field(default_factory=dict)
    page_findings: Mapping[str, tuple[PageFinding, ...]] = field(default_factory=dict)
    known: KnownSources | None = None
    """What its texts may speak of; None where that is not asked."""


def product_facts(
    views: Sequence[TurnView],
    trajectory: Trajectory,
    of_products: ProductEvidence,
    *,
    yardstick: Yardstick,
    checked: CriterionChecks,
    with_findings: bool = True,
) -> tuple[ProductFacts, ...]:
    """One for every deliverable that a perfect agent has made by the end of the script.

    Without findings (layer 4 off), they say what anybody sees who looks at the products.
    """
    final = _FinalProducts(views, trajectory, of_products, yardstick, checked)
    made = {index.product.id for index in yardstick.at_the_end.reference}
    outputs = [output for output in yardstick.expectations.outputs if output.product_id in made]
    return tuple(map(final.facts if with_findings else final.facts_seen, outputs))


@dataclass(frozen=True, slots=True)
class _ContentFacts:
    """What a product's texts and charts say, beside those of a perfect agent."""

    prose: ProseCoverage
    placeholders: float | None = None
    foreign_text: float | None = None
    padding: float = 0.0
    chart_faults: tuple[str, ...] = ()
    disowned: DisownedParts = field(default_factory=DisownedParts)
    parts: MisplacedParts = field(default_factory=MisplacedParts)
    hollow_conclusions: tuple[str, ...] = ()


class _FinalProducts:
    """The deliverables as they stand at the end of a meeting."""

    def __init__(
        self,
        views: Sequence[TurnView],
        trajectory: Trajectory,
        of_products: ProductEvidence,
        yardstick: Yardstick,
        checked: CriterionChecks,
    ) -> None:
        self._views = views
        self._last = views[-1] if views else None
        self._found = trajectory
        self._of_products = of_products
        self._yardstick = yardstick
        self._checked = checked

    @cached_property
    def _versions(self) -> tuple[tuple[Index, ...], dict[str, tuple[str, ...]]]:
        return worst_versions(self._views, self._yardstick, self._checked)

    @property
    def _final_indexes(self) -> tuple[Index, ...]:
        """The final products, of several versions the worst."""
        return self._versions[0]

    @cached_property
    def _perfect(self) -> dict[str, WorkProduct]:
        return {index.product.id: index.product for index in self._yardstick.at_the_end.reference}

    @cached_property
    def _names(self) -> frozenset[str]:
        return names_in(self._perfect.values())

    @cached_property
    def _matter(self) -> frozenset[str]:
        return matter_of(self._perfect.values())

    @cached_property
    def _copies(self) -> dict[str, str]:
        own = self._checked.evidence(self._final_indexes).own
        products = {name: indexes[0].product for name, indexes in own.items() if indexes}
        return copied_products(products, self._perfect)

    @cached_property
    def _numbers(self) -> dict[str, NumberCounts]:
        return count_true_numbers(self._final_indexes, self._yardstick, self._checked)

    def facts_seen(self, output: ExpectedOutput) -> ProductFacts:
        name, others = output.product_id, self._of_products
        shown = self._last.shown if self._last else ()
        own = self._checked.evidence(shown).own[name]
        return ProductFacts(
            product_id=name,
            is_present=bool(own),
            shown_as=self._shown_as(own[0].product.id) if own else "",
            is_of_kind=bool(own) and own[0].product.kind == output.output_type,
            page_findings=others.page_findings.get(name, ()),
            placeholders=placeholder_share(own[0].product) if own else None,
            attempts=tuple(attempt for attempt in others.attempts if attempt.product_id == name),
        )

    def facts(self, output: ExpectedOutput) -> ProductFacts:
        name = output.product_id
        own = self._checked.evidence(self._final_indexes).own[name]
        criteria = list(_criteria(output, self._yardstick))
        mutations = [edit for edit in self._found.mutations if edit.product_id == name]
        others = self._of_products
        numbers = self._numbers.get(name, NumberCounts())
        findings = tuple(
            finding
            for finding in self._checked.findings(self._final_indexes, criteria)
            if finding.counts
        )
        content = _ContentFacts(ProseCoverage())
        if own:
            content = self._content(name, own[0], is_silent=_is_silent(findings))
        return ProductFacts(
            product_id=name,
            is_present=bool(own),
            shown_as=self._shown_as(own[0].product.id) if own else "",
            is_of_kind=bool(own) and own[0].product.kind == output.output_type,
            findings=findings,
            truth_criteria=tuple(
                criterion.id for criterion in criteria if criterion.id in self._yardstick.truth
            ),
            numbers_due=numbers.due,
            numbers_shown=numbers.shown,
            numbers_right=numbers.right,
            contradictions=tuple(
                figure
                for figure in others.figures
                if figure.product_id == name and figure.agreement == "contradicts"
            ),
            ungrounded=others.ungrounded.get(name, ()),
            page_findings=others.page_findings.get(name, ()),
            placeholders=content.placeholders,
            incorrect_edits=sum(edit.is_correct is False for edit in mutations),
            destructive_edits=sum(edit.is_destructive for edit in mutations),
            text_covered=content.prose.covered,
            sentences_compared=content.prose.compared,
            sentences_reversed=content.prose.reversed,
            reversed_parts=content.prose.reversed_parts,
            jumbled_text=content.prose.jumbled,
            disowned=content.disowned.share,
            disclaimers=content.disowned.texts,
            parts_compared=content.parts.compared,
            misplaced_parts=content.parts.misplaced,
            hollow_conclusions=content.hollow_conclusions,
            copy_of=self._copies.get(name, ""),
            other_versions=self._versions[1].get(name, ()),
            foreign_text=content.foreign_text,
            padding=content.padding,
            chart_faults=content.chart_faults,
            taken_up=_taken_up(name, self._found),
            attempts=tuple(attempt for attempt in others.attempts if attempt.product_id == name),
        )

    def _shown_as(self, product_id: str) -> str:
        return self._last.own_names.get(product_id, product_id) if self._last else product_id

    def _content(self, name: str, own: Index, *, is_silent: bool) -> _ContentFacts:
        perfect = self._perfect[name]
        known = self._of_products.known
        return _ContentFacts(
            prose=prose_coverage(own.product, perfect, self._names),
            placeholders=placeholder_share(own.product),
            foreign_text=None if known is None else foreign_text(own.product, known.words),
            padding=padding_share(own.product, self._matter),
            chart_faults=turned_charts(own.product, perfect),
            disowned=disowned_parts(own.product),
            parts=misplaced_parts(own.product, perfect),
            hollow_conclusions=hollow_conclusions(own.product, perfect, is_silent=is_silent),
        )


def _is_silent(findings: Sequence[Finding]) -> bool:
    """Whether it says nothing of any conclusion that decides."""
    verdicts = {
        finding.verdict
        for finding in findings
        if finding.is_decisive and finding.check_type == "concludes"
    }
    return verdicts == {"missing"}


def _taken_up(name: str, trajectory: Trajectory) -> float | None:
    asked = {
        expectation.turn_index
        for expectation in trajectory.expected
        if expectation.product_id == name
    }
    made = {mutation.turn_index for mutation in trajectory.mutations if mutation.product_id == name}
    return len(asked & made) / len(asked) if asked else None


def _criteria(output: ExpectedOutput, yardstick: Yardstick) -> Iterator[Criterion]:
    """Those of a deliverable that are due at the end: its own, and those across that read it."""
    quantities = yardstick.expectations.quantities
    due = {criterion.id for criterion in yardstick.at_the_end.due}
    yield from (
        verification_criterion
        for verification_criterion in output.verification_criteria
        if verification_criterion.id in due
    )
    for criterion in yardstick.variant.scenario.verification.criteria:
        products = {quantities[name].product for name in criterion.reads(tuple(quantities))}
        if criterion.id in due and output.product_id in products:
            yield criterion


@dataclass(frozen=True, slots=True)
class NumberCounts:
    """Of the numbers of a perfect product that the truth fixes: shown at all, and shown right."""

    due: int = 0
    shown: int = 0
    right: int = 0

    def __add__(self, other: NumberCounts) -> NumberCounts:
        """Both together."""
        return NumberCounts(
            self.due + other.due, self.shown + other.shown, self.right + other.right
        )


@dataclass(frozen=True, slots=True)
class FixedQuantity:
    """A quantity that the truth fixes: by criteria, and by other quantities where it is tied."""

    name: str
    criteria: tuple[str, ...]
    tolerance_pct: float
    others: frozenset[str] = frozenset()


def count_true_numbers(
    shown: Sequence[Index], yardstick: Yardstick, checked: CriterionChecks
) -> dict[str, NumberCounts]:
    """By the deliverable; one of which the truth fixes no number has none due."""
    due = yardstick.at_the_end.due
    findings = {finding.criterion_id: finding for finding in checked.findings(shown, due)}
    fixed = list(_fixed_quantities(due, yardstick))
    right: set[str] = set()
    for quantity in fixed:
        if quantity.others <= right and all(findings[name].passed for name in quantity.criteria):
            right.add(quantity.name)
    failed = [
        quantity
        for quantity in fixed
        if not all(findings[name].passed for name in quantity.criteria)
    ]
    evidence = checked.evidence(shown)
    exact = _unmet_exact_values(failed, yardstick)
    found = _count_fixed(_at_their_narrowest(fixed, exact, yardstick), right, evidence, yardstick)
    for name, others in _count_labelled(fixed, exact, evidence, yardstick):
        found[name] = found.get(name, NumberCounts()) + others
    return found


def _fixed_quantities(due: Sequence[Criterion], yardstick: Yardstick) -> Iterator[FixedQuantity]:
    """The quantities that the truth fixes, each after those that it follows from."""
    names = tuple(yardstick.expectations.quantities)
    direct: dict[str, list[Criterion]] = {}
    for tie in due:
        for name in tie.reads(names) if tie.required and tie.id in yardstick.truth else ():
            direct.setdefault(name, []).append(tie)
    for name, criteria in direct.items():
        yield FixedQuantity(
            name, tuple(criterion.id for criterion in criteria), _tolerance(criteria)
        )
    ties = [
        criterion
        for criterion in due
        if criterion.id not in yardstick.truth and _is_tie(criterion, names)
    ]
    known = set(direct)
    has_more = True
    while has_more:
        has_more = False
        for tie in ties:
            reads = set(tie.reads(names))
            if len(reads) > 1 and len(reads - known) == 1:
                (name,) = reads - known
                known.add(name)
                has_more = True
                yield FixedQuantity(name, (tie.id,), _tolerance([tie]), frozenset(reads - {name}))


def _tolerance(criteria: Sequence[Criterion]) -> float:
    """The narrowest, in per cent; a rule has its own, and then the precision shown counts."""
    return min(0.0 if criterion.rule else criterion.tolerance_pct for criterion in criteria)


def _is_tie(criterion: Criterion, names: tuple[str, ...]) -> bool:
    if not criterion.is_expression:
        return criterion.check_type in TIES
    return all(
        comparison.operator in ("=", "==")
        for comparison in parse_comparisons(criterion.target_field, names)
    )


def _count_fixed(
    fixed: Sequence[FixedQuantity], right: set[str], evidence: Evidence, yardstick: Yardstick
) -> dict[str, NumberCounts]:
    """Where all criteria say that a quantity is true, it is, whatever numbers it is made of."""
    found: dict[str, NumberCounts] = {}
    for quantity in fixed:
        perfect = _numbers(yardstick.final.read(quantity.name))
        product = yardstick.expectations.quantities[quantity.name].product
        own = perfect if quantity.name in right else _numbers(evidence.read(quantity.name))
        both = [key for key in perfect if key in own]
        tolerance = CLOSE.at(quantity.tolerance_pct)
        agreeing = [key for key in both if own[key].is_close(perfect[key], tolerance)]
        counted = NumberCounts(len(perfect), len(both), len(agreeing))
        found[product] = found.get(product, NumberCounts()) + counted
    return found


def _unmet_exact_values(failed: Sequence[FixedQuantity], yardstick: Yardstick) -> frozenset[float]:
    """True values of quantities that must be met exactly and are not.

    Whoever has them wrong there has them wrong wherever else they stand, however slightly.
    """
    return frozenset(
        abs(measure.number)
        for quantity in failed
        if not quantity.tolerance_pct
        for measure in _numbers(yardstick.final.read(quantity.name)).values()
        if abs(measure.number) > LARGEST_COUNT or measure.number % 1
    )


def _at_their_narrowest(
    fixed: Sequence[FixedQuantity], exact: frozenset[float], yardstick: Yardstick
) -> list[FixedQuantity]:
    return [
        replace(quantity, tolerance_pct=0.0)
        if any(
            is_exact(measure.number, exact)
            for measure in _numbers(yardstick.final.read(quantity.name)).values()
        )
        else quantity
        for quantity in fixed
    ]


def _count_labelled(
    fixed: Sequence[FixedQuantity],
    exact: frozenset[float],
    evidence: Evidence,
    yardstick: Yardstick,
) -> Iterator[tuple[str, NumberCounts]]:
    """The numbers that no criterion leads to, where both products have them under one label."""
    looked_at = _places([yardstick.final.read(quantity.name) for quantity in fixed])
    for perfect in yardstick.final.indexes:
        name = perfect.product.id
        for own in evidence.own.get(name, ())[:1]:
            found = compare_labelled_numbers(
                own, perfect, besides=looked_at.get(name, frozenset()), exact=exact
            )
            yield name, NumberCounts(found.both, found.both, found.same)


def _places(readings: Iterable[QuantityReading]) -> dict[str, set[str]]:
    """Where the quantities stand in a perfect product, by its id."""
    places: dict[str, set[str]] = {}
    for reading in readings:
        found = reading.numbers.values() if isinstance(reading, FoundTable) else [reading]
        for number in found:
            for place in number.places if isinstance(number, FoundNumber) else ():
                places.setdefault(place.product, set()).add(place.pointer)
    return places


def _numbers(reading: QuantityReading) -> dict[tuple[str, ...], Measure]:
    match reading:
        case FoundNumber():
            return {(): reading.measure}
        case FoundTable():
            return {key: number.measure for key, number in reading.numbers.items()}
        case _:
            return {}
