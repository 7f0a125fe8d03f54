"""How does each deliverable stand after a turn, by itself?

A right matrix must not make up for a wrong business case, as it would in one share over all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ProductStanding
from modylbench.evaluation.measuring.same_labels import Alike, alike

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.measuring.yardstick import Yardstick
    from modylbench.products.reading.index import Index

WRONG = ("failed", "ambiguous")
"""Verdicts on what is shown; the others are on what is not, or on what cannot be told."""


class ByProduct:
    """The deliverables of a meeting; the same product is compared with the same one only once."""

    def __init__(self, yardstick: Yardstick) -> None:
        self._truth = yardstick.truth
        self._products = _products_by_criterion(yardstick)
        self._outputs = [output.product_id for output in yardstick.expectations.outputs]
        self._known: dict[tuple[int, int], tuple[Index, Index, Alike]] = {}

    def standing(
        self,
        findings: Sequence[Finding],
        own: Mapping[str, tuple[Index, ...]],
        reference: Sequence[Index],
    ) -> tuple[ProductStanding, ...]:
        """One for each deliverable that a perfect agent has made by then."""
        perfect = {one.product.id: one for one in reference}
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
        numbers = self._alike(own[0], perfect) if own else Alike()
        return ProductStanding(
            product_id=name,
            is_shown=bool(own),
            truth_due=len(due),
            truth_passed=sum(one.passed for one in due),
            wrong=sum(one.verdict in WRONG for one in due),
            numbers=numbers.both,
            numbers_right=numbers.same,
        )

    def _alike(self, own: Index, perfect: Index) -> Alike:
        key = id(own), id(perfect)
        if key not in self._known:  # keeps both, so that no other gets their ids
            self._known[key] = own, perfect, alike(own, perfect)
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
