"""Which places of a perfect product does verification look at?

A defect that code is meant to see must stand where it looks: what no criterion reads can only be
missed by a person, or a model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.evidence import Evidence, Expectations
from modylbench.evaluation.verification.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.findings import Finding
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

AGAINST_TRUTH = frozenset({"equals", "table_equals", "recomputed"})


def findings_of(variant: Variant) -> tuple[Finding, ...]:
    """What verification finds in a perfect agent's final products."""
    expectations = Expectations.of(variant.scenario, variant.truth, variant.oracle.RULES)
    return verify(variant.scenario.criteria(), Evidence.of(expectations, variant.final_products))


def parts_read(findings: Iterable[Finding], product: WorkProduct) -> tuple[str, ...]:
    """The ids of the product's sheets, sections or widgets that some criterion reads, in order."""
    read = {
        steps[1]
        for finding in findings
        for spot in finding.where
        if spot.product_id == product.id and len(steps := spot.pointer.split("/")[1:]) > 1
    }
    return tuple(name for name in part_ids(product) if name in read)


def part_ids(product: WorkProduct) -> tuple[str, ...]:
    """The ids of what a product is made of; none for charts and code."""
    match product.kind:
        case "spreadsheet":
            return tuple(sheet.id for sheet in product.sheets)
        case "document":
            return tuple(section.id for section in product.sections)
        case "dashboard":
            return tuple(widget.id for widget in product.widgets)
        case _:
            return ()
