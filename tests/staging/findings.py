"""What code finds in products of a variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.findings import Finding
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant


def findings_of(variant: Variant, products: Iterable[WorkProduct]) -> tuple[Finding, ...]:
    evidence = Evidence.of(Expectations.of_variant(variant), products)
    return verify(variant.scenario.criteria(), evidence)


def failed_criteria(variant: Variant, products: Iterable[WorkProduct]) -> set[str]:
    """The criteria that the products do not satisfy, as far as code can tell."""
    findings = findings_of(variant, products)
    return {found.criterion_id for found in findings if found.counts and not found.passed}
