"""What each deliverable comes to at the end of the meeting."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import Attempt, PageFinding, ProductFacts, SaidFigure
from modylbench.evaluation.facts import UngroundedSource as Ungrounded
from modylbench.evaluation.measuring.defects import placeholder_share, turned_charts
from modylbench.evaluation.measuring.product_numbers import NumberCounts, count_true_numbers
from modylbench.evaluation.reference.prose import ProseCoverage, foreign_text, prose_coverage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.measuring.sources.knowledge import KnownSources
    from modylbench.evaluation.measuring.standing import CriterionChecks
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criterion import Criterion
    from modylbench.scenarios.scenario import ExpectedOutput


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
    found: Trajectory,
    of_products: ProductEvidence,
    *,
    yardstick: Yardstick,
    checked: CriterionChecks,
) -> tuple[ProductFacts, ...]:
    """One for every deliverable that a perfect agent has made by the end of the script."""
    final = _FinalProducts(views, found, of_products, yardstick, checked)
    made = {index.product.id for index in yardstick.at_the_end.reference}
    outputs = yardstick.expectations.outputs
    return tuple(final.facts(output) for output in outputs if output.product_id in made)


@dataclass(frozen=True, slots=True)
class _Content:
    """What a product's texts and charts say, beside those of a perfect agent."""

    prose: ProseCoverage
    placeholders: float | None = None
    foreign_text: float | None = None
    chart_faults: tuple[str, ...] = ()


class _FinalProducts:
    """The deliverables as they stand at the end of a meeting."""

    def __init__(
        self,
        views: Sequence[TurnView],
        found: Trajectory,
        of_products: ProductEvidence,
        yardstick: Yardstick,
        checked: CriterionChecks,
    ) -> None:
        self._last = views[-1] if views else None
        self._shown = views[-1].shown if views else ()
        self._found = found
        self._of_products = of_products
        self._yardstick = yardstick
        self._checked = checked
        self._numbers = count_true_numbers(self._shown, yardstick, checked)

    def facts(self, output: ExpectedOutput) -> ProductFacts:
        name = output.product_id
        own = self._checked.evidence(self._shown).own[name]
        criteria = list(_criteria(output, self._yardstick))
        mutations = [edit for edit in self._found.mutations if edit.product_id == name]
        others = self._of_products
        numbers = self._numbers.get(name, NumberCounts())
        content = self._content(name, own[0]) if own else _Content(ProseCoverage())
        return ProductFacts(
            product_id=name,
            is_present=bool(own),
            shown_as=self._shown_as(own[0].product.id) if own else "",
            is_of_kind=bool(own) and own[0].product.kind == output.output_type,
            findings=tuple(self._checked.findings(self._shown, criteria)),
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
            sentences_reversed=content.prose.reversed,
            foreign_text=content.foreign_text,
            chart_faults=content.chart_faults,
            taken_up=_taken_up(name, self._found),
            attempts=tuple(attempt for attempt in others.attempts if attempt.product_id == name),
        )

    def _shown_as(self, product_id: str) -> str:
        return self._last.own_names.get(product_id, product_id) if self._last else product_id

    def _content(self, name: str, own: Index) -> _Content:
        final = self._yardstick.at_the_end.reference
        perfect = next(index.product for index in final if index.product.id == name)
        known = self._of_products.known
        return _Content(
            prose=prose_coverage(own.product, perfect),
            placeholders=placeholder_share(own.product),
            foreign_text=None if known is None else foreign_text(own.product, known.words),
            chart_faults=turned_charts(own.product, perfect),
        )


def _taken_up(name: str, found: Trajectory) -> float | None:
    asked = {
        expectation.turn_index for expectation in found.expected if expectation.product_id == name
    }
    made = {mutation.turn_index for mutation in found.mutations if mutation.product_id == name}
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
