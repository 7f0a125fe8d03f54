"""What does each deliverable come to at the end of the meeting?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import Attempt, PageFinding, ProductFacts, SaidFigure
from modylbench.evaluation.facts import UngroundedSource as Ungrounded
from modylbench.evaluation.measuring.defects import placeholder_share, turned_charts
from modylbench.evaluation.measuring.product_numbers import NumberCounts, count_true_numbers
from modylbench.evaluation.reference.product_prose import foreign_text, prose_coverage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.knowledge import KnownSources
    from modylbench.evaluation.measuring.standing import CriterionChecks
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.work_product import WorkProduct
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
    numbers = count_true_numbers(views[-1].shown if views else (), yardstick, checked)
    made = {one.product.id for one in yardstick.at_the_end.reference}
    facts = [
        _of(output, views, found, of_products, yardstick=yardstick, checked=checked)
        for output in yardstick.expectations.outputs
        if output.product_id in made
    ]
    return tuple(_with(fact, numbers.get(fact.product_id, NumberCounts())) for fact in facts)


def _with(facts: ProductFacts, numbers: NumberCounts) -> ProductFacts:
    return facts.model_copy(
        update={
            "numbers_due": numbers.due,
            "numbers_shown": numbers.shown,
            "numbers_right": numbers.right,
        }
    )


def _read(own: WorkProduct, perfect: WorkProduct, known: KnownSources | None) -> dict[str, object]:
    """What its texts and charts say, beside those of a perfect agent."""
    told = prose_coverage(own, perfect)
    return {
        "placeholders": placeholder_share(own),
        "text_covered": told.covered,
        "sentences_reversed": told.reversed,
        "foreign_text": None if known is None else foreign_text(own, known),
        "chart_faults": turned_charts(own, perfect),
    }


def _of(
    output: ExpectedOutput,
    views: Sequence[TurnView],
    found: Trajectory,
    of_products: ProductEvidence,
    *,
    yardstick: Yardstick,
    checked: CriterionChecks,
) -> ProductFacts:
    name = output.product_id
    shown = views[-1].shown if views else ()
    own = checked.evidence(shown).own[name]
    criteria = list(_criteria(output, yardstick))
    findings: list[Finding] = checked.findings(shown, criteria)
    mutations = [mutation for mutation in found.mutations if mutation.product_id == name]
    figures = [figure for figure in of_products.figures if figure.product_id == name]
    facts = ProductFacts(
        product_id=name,
        is_present=bool(own),
        shown_as=views[-1].own_names.get(own[0].product.id, own[0].product.id) if own else "",
        is_of_kind=bool(own) and own[0].product.kind == output.output_type,
        findings=tuple(findings),
        truth_criteria=tuple(
            criterion.id for criterion in criteria if criterion.id in yardstick.truth
        ),
        contradictions=tuple(figure for figure in figures if figure.agreement == "contradicts"),
        ungrounded=of_products.ungrounded.get(name, ()),
        page_findings=of_products.page_findings.get(name, ()),
        incorrect_edits=sum(mutation.is_correct is False for mutation in mutations),
        destructive_edits=sum(mutation.is_destructive for mutation in mutations),
        taken_up=_taken_up(name, found),
        attempts=tuple(attempt for attempt in of_products.attempts if attempt.product_id == name),
    )
    if not own:
        return facts
    perfect = next(one for one in yardstick.at_the_end.reference if one.product.id == name)
    return facts.model_copy(update=_read(own[0].product, perfect.product, of_products.known))


def _taken_up(name: str, found: Trajectory) -> float | None:
    asked = {one.turn_index for one in found.expected if one.product_id == name}
    made = {mutation.turn_index for mutation in found.mutations if mutation.product_id == name}
    return len(asked & made) / len(asked) if asked else None


def _criteria(output: ExpectedOutput, yardstick: Yardstick) -> Iterator[Criterion]:
    """Those of a deliverable that are due at the end: its own, and those across that read it."""
    quantities = yardstick.expectations.quantities
    due = {one.id for one in yardstick.at_the_end.due}
    yield from (
        verification_criterion
        for verification_criterion in output.verification_criteria
        if verification_criterion.id in due
    )
    for criterion in yardstick.variant.scenario.verification.criteria:
        products = {quantities[name].product for name in criterion.reads(tuple(quantities))}
        if criterion.id in due and output.product_id in products:
            yield criterion
