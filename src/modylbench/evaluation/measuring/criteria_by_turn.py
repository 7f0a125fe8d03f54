"""How the products on the table stand after each turn, together and each by itself.

A right matrix must not make up for a wrong business case, as it would in one share over all.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ProductStanding, Standing
from modylbench.evaluation.reference.same_labels import LabelledNumbers, compare_labelled_numbers
from modylbench.evaluation.verification.evidence import NOTHING_LOCATED, Evidence
from modylbench.evaluation.verification.verify import finding
from modylbench.evaluation.views.product_names import are_same

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.finding.addresses import LocatedQuantity
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criteria.criterion import Criterion

WRONG = ("failed", "ambiguous")
"""Verdicts on what is shown; the others are on what is not, or on what cannot be told."""


@dataclass(slots=True)
class _CheckedState:
    """Products at one moment, and what is known of them."""

    evidence: Evidence
    known: dict[str, Finding] = field(default_factory=dict)


class CriterionChecks:
    """The criteria of a meeting, each checked no more than once for the same products."""

    def __init__(
        self, yardstick: Yardstick, located: Mapping[str, LocatedQuantity] = NOTHING_LOCATED
    ) -> None:
        self._expectations = yardstick.expectations
        self._located = located
        self._quantities = tuple(yardstick.expectations.quantities)
        self._last = _CheckedState(Evidence(self._expectations, (), located))
        self._states: dict[tuple[int, ...], _CheckedState] = {(): self._last}

    def evidence(self, shown: Sequence[Index]) -> Evidence:
        """What these products show; the same object whenever they are the same."""
        return self._state(shown).evidence

    def findings(self, shown: Sequence[Index], criteria: Iterable[Criterion]) -> list[Finding]:
        """The findings on these criteria, in their order."""
        before, state = self._last, self._state(shown)
        found: list[Finding] = []
        for criterion in criteria:
            if criterion.id not in state.known:
                old = before.known.get(criterion.id)
                is_same = old is not None and self._looks_at_the_same(criterion, before, state)
                state.known[criterion.id] = (
                    old if old and is_same else finding(criterion, state.evidence)
                )
            found.append(state.known[criterion.id])
        self._last = state
        return found

    def _state(self, shown: Sequence[Index]) -> _CheckedState:
        key = tuple(map(id, shown))  # the evidence keeps them, so that no other gets their ids
        if key not in self._states:
            self._states[key] = _CheckedState(Evidence(self._expectations, shown, self._located))
        return self._states[key]

    def _looks_at_the_same(
        self, criterion: Criterion, before: _CheckedState, state: _CheckedState
    ) -> bool:
        """Whether all that a criterion reads is looked for in the very same products."""
        old, new = before.evidence, state.evidence
        products = {
            self._expectations.quantities[name].product
            for name in criterion.reads(self._quantities)
        }
        return all(
            are_same(new.searched_indexes(product), old.searched_indexes(product))
            and are_same(new.own.get(product, ()), old.own.get(product, ()))
            for product in products
        )


def standing_by_turn(
    views: Sequence[TurnView], yardstick: Yardstick, checked: CriterionChecks
) -> list[Standing]:
    """One for every turn, in order."""
    before: set[str] = set()
    found: list[Standing] = []
    by_product = DeliverableStanding(yardstick)
    for view in views:
        due = yardstick.moments[view.recorded.turn_index].due
        if view.asks_first:
            due = tuple(criterion for criterion in due if criterion.id in before)
        findings = [
            finding
            for finding in checked.findings(view.shown, due)
            if finding.counts and not finding.is_left_to_judges
        ]
        own = checked.evidence(view.shown).own
        each = by_product.standing(findings, own, view.reference)
        found.append(_standing(findings, yardstick.truth, before, each))
        before = {criterion.id for criterion in due}
    return found


def _standing(
    findings: Sequence[Finding],
    truth: frozenset[str],
    before: set[str],
    by_product: tuple[ProductStanding, ...],
) -> Standing:
    passed = [finding for finding in findings if finding.passed]
    return Standing(
        due=len(findings),
        passed=len(passed),
        truth_due=sum(finding.criterion_id in truth for finding in findings),
        truth_passed=sum(finding.criterion_id in truth for finding in passed),
        new_due=sum(finding.criterion_id not in before for finding in findings),
        new_passed=sum(finding.criterion_id not in before for finding in passed),
        failing=tuple(finding.criterion_id for finding in findings if not finding.passed),
        wrong=tuple(finding.criterion_id for finding in findings if finding.verdict in WRONG),
        by_product=by_product,
    )


class DeliverableStanding:
    """The deliverables of a meeting; the same product is compared with the same one only once."""

    def __init__(self, yardstick: Yardstick) -> None:
        self._truth = yardstick.truth
        self._products = _products_by_criterion(yardstick)
        self._outputs = [output.product_id for output in yardstick.expectations.outputs]
        self._known: dict[tuple[int, int], tuple[Index, Index, LabelledNumbers]] = {}

    def standing(
        self,
        findings: Sequence[Finding],
        own: Mapping[str, tuple[Index, ...]],
        reference: Sequence[Index],
    ) -> tuple[ProductStanding, ...]:
        """One for each deliverable that a perfect agent has made by then."""
        perfect = {index.product.id: index for index in reference}
        return tuple(
            self._of(name, findings, own.get(name, ()), perfect[name])
            for name in self._outputs
            if name in perfect
        )

    def _of(
        self, name: str, findings: Sequence[Finding], own: tuple[Index, ...], perfect: Index
    ) -> ProductStanding:
        due = [
            finding
            for finding in findings
            if finding.criterion_id in self._truth and name in self._products[finding.criterion_id]
        ]
        numbers = self._compare_numbers(own[0], perfect) if own else LabelledNumbers()
        return ProductStanding(
            product_id=name,
            is_shown=bool(own),
            truth_due=len(due),
            truth_passed=sum(finding.passed for finding in due),
            wrong=sum(finding.verdict in WRONG for finding in due),
            numbers=numbers.both,
            numbers_right=numbers.same,
        )

    def _compare_numbers(self, own: Index, perfect: Index) -> LabelledNumbers:
        key = id(own), id(perfect)
        if key not in self._known:  # keeps both, so that no other gets their ids
            self._known[key] = own, perfect, compare_labelled_numbers(own, perfect)
        return self._known[key][2]


def _products_by_criterion(yardstick: Yardstick) -> dict[str, frozenset[str]]:
    """The deliverables that each criterion is about."""
    quantities = yardstick.expectations.quantities
    names = tuple(quantities)
    found: dict[str, frozenset[str]] = {}
    for output in yardstick.expectations.outputs:
        for verification_criterion in output.verification_criteria:
            found[verification_criterion.id] = frozenset({output.product_id})
    for verification_criterion in yardstick.variant.scenario.verification.criteria:
        found[verification_criterion.id] = frozenset(
            quantities[name].product for name in verification_criterion.reads(names)
        )
    return found
