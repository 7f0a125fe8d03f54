"""A finding says how far a criterion holds, where it compares many numbers."""

from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.staging.findings import findings_of

from modylbench.evaluation.findings import Finding
from modylbench.products.work_product import WorkProduct
from modylbench.scenarios.catalogue import scenario, shipped_scenarios
from modylbench.scenarios.variant import Variant, instantiate

PRODUCT: TypeAdapter[WorkProduct] = TypeAdapter(WorkProduct)


def findings(variant: Variant, products: tuple[WorkProduct, ...]) -> dict[str, Finding]:
    return {finding.criterion_id: finding for finding in findings_of(variant, products)}


@pytest.mark.parametrize("name", shipped_scenarios())
def test_what_passes_holds_wholly(name: str) -> None:
    variant = instantiate(scenario(name), 3)

    found = findings(variant, perfect(variant))

    assert {finding.rightness for finding in found.values()} == {1.0}
    assert {finding.share for finding in found.values()} <= {None, 1.0}


def test_a_table_with_one_wrong_number_holds_nearly() -> None:
    variant = instantiate(scenario("financial_analyst"), 0)
    products = perfect(variant)
    wrong = [product.model_dump(mode="json") for product in products]
    grid: Any = next(product for product in wrong if product["id"] == "irr_sensitivity")
    row = grid["sheets"][0]["rows"][0]
    next(iter(row["cells"].values()))["value"] += 7

    found = findings(
        variant, tuple(PRODUCT.validate_python(product, strict=False) for product in wrong)
    )

    failed = [
        finding
        for finding in found.values()
        if finding.check_type == "table_equals" and not finding.passed
    ]
    assert [finding.rightness for finding in failed] == [pytest.approx(24 / 25)]


def test_a_rule_that_fails_holds_by_half_at_most() -> None:
    variant = instantiate(scenario("business_analyst"), 0)

    found = findings(variant, perfect(instantiate(scenario("business_analyst"), 1)))

    rules = [finding for finding in found.values() if finding.check_type in ("rule", "reconciled")]
    assert all(rule.rightness <= 0.5 for rule in rules if not rule.passed)


def perfect(variant: Variant) -> tuple[WorkProduct, ...]:
    return tuple(variant.oracle.products(variant.truth, frozenset(variant.oracle.MILESTONES)))
