"""What code finds in products of a variant."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tests.staging.variants import once_per_variant

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify
from modylbench.products.reading.index import Index, index

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.findings import Finding
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

MOST_ALIKE = 4  # products of one name that are kept as they were read


class KnownProducts:
    """What a variant expects, and products that were read before: equal ones are not read again."""

    def __init__(self, variant: Variant) -> None:
        self.expectations = Expectations.of_variant(variant)
        self._read: dict[str, list[Index]] = defaultdict(list)

    def index(self, product: WorkProduct) -> Index:
        known = self._read[product.id]
        found = next((each for each in known if each.product == product), None)
        if found is None:
            found = index(product)
            if len(known) < MOST_ALIKE and found.product is product:
                known.append(found)
        return found


known_products = once_per_variant(KnownProducts)


def findings_of(variant: Variant, products: Iterable[WorkProduct]) -> tuple[Finding, ...]:
    """All that code can tell; what judges vote on is left to them."""
    known = known_products(variant)
    evidence = Evidence(known.expectations, [known.index(product) for product in products])
    criteria = [criterion for criterion in variant.scenario.criteria() if not criterion.is_voted]
    return verify(criteria, evidence)


def failed_criteria(variant: Variant, products: Iterable[WorkProduct]) -> set[str]:
    """The criteria that the products do not satisfy, as far as code can tell."""
    findings = findings_of(variant, products)
    return {found.criterion_id for found in findings if found.counts and not found.passed}
