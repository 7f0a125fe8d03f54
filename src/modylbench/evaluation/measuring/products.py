"""What does each deliverable come to at the end of the meeting?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import Attempt, PageFinding, ProductFacts, SaidFigure
from modylbench.evaluation.facts import UngroundedSource as Ungrounded
from modylbench.evaluation.measuring.chart_axes import turned_charts
from modylbench.evaluation.measuring.placeholders import placeholder_share
from modylbench.evaluation.measuring.product_prose import foreign_text, told_in
from modylbench.evaluation.measuring.true_numbers import Numbers, numbers_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.known import Known
    from modylbench.evaluation.measuring.standing import Checked
    from modylbench.evaluation.measuring.view import TurnView
    from modylbench.evaluation.measuring.yardstick import Yardstick
    from modylbench.evaluation.mutations.mutation import Trajectory
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.criterion import Criterion
    from modylbench.scenarios.scenario import ExpectedOutput


@dataclass(frozen=True, slots=True)
class OfProducts:
    """What was found elsewhere about products, by their ids."""

    figures: Sequence[SaidFigure] = ()
    attempts: Sequence[Attempt] = ()
    ungrounded: Mapping[str, tuple[Ungrounded, ...]] = field(default_factory=dict)
    page_findings: Mapping[str, tuple[PageFinding, ...]] = field(default_factory=dict)
    known: Known | None = None
    """What its texts may speak of; None where that is not asked."""


def product_facts(
    views: Sequence[TurnView],
    found: Trajectory,
    of_products: OfProducts,
    *,
    yardstick: Yardstick,
    checked: Checked,
) -> tuple[ProductFacts, ...]:
    """One for every deliverable that a perfect agent has made by the end of the script."""
    numbers = numbers_of(views[-1].shown if views else (), yardstick, checked)
    made = {one.product.id for one in yardstick.at_the_end.reference}
    facts = [
        _of(output, views, found, of_products, yardstick=yardstick, checked=checked)
        for output in yardstick.expectations.outputs
        if output.product_id in made
    ]
    return tuple(_with(fact, numbers.get(fact.product_id, Numbers())) for fact in facts)


def _with(facts: ProductFacts, numbers: Numbers) -> ProductFacts:
    return facts.model_copy(
        update={
            "numbers_due": numbers.due,
            "numbers_shown": numbers.shown,
            "numbers_right": numbers.right,
        }
    )


def _read(own: WorkProduct, perfect: WorkProduct, known: Known | None) -> dict[str, object]:
    """What its texts and charts say, beside those of a perfect agent."""
    told = told_in(own, perfect)
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
    of_products: OfProducts,
    *,
    yardstick: Yardstick,
    checked: Checked,
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
