"""An oracle who leaves out parts of a product: a sheet, a section, a tile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.checked import findings_of, part_ids, parts_read
from modylbench.agents.planted.plant import Plant, first_shown
from modylbench.foundation.draw import Draw

if TYPE_CHECKING:
    from modylbench.agents.reference.playbook import Step
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

LEVELS = (("one part", 0.0), ("a third", 0.34), ("two thirds", 0.67))
"""Ours: how many of the parts that are checked, as a share (0: one alone)."""
FEWEST_PARTS = 3  # ours: of less, one part is half the work
PARTS = {"spreadsheet": "sheets", "document": "sections", "dashboard": "widgets"}


def planted(variant: Variant, level: int) -> Plant | None:
    """The oracle without the same parts throughout the meeting."""
    name, share = LEVELS[level]
    draw = Draw(variant.scenario.scenario_id, variant.seed, "missing_section")
    findings = findings_of(variant)
    read = [
        (final_product, parts_read(findings, final_product))
        for final_product in variant.final_products
    ]
    whole = [(one, parts) for one, parts in read if len(parts) >= FEWEST_PARTS]
    if not whole:
        return None
    product, all_parts = draw.one_of(whole)
    parts = draw.shuffled(all_parts)
    gone = frozenset(parts[: max(1, round(share * len(parts)))])

    def alter(step: Step) -> Step:
        return replace(
            step, products=tuple(_without(one, product.id, gone) for one in step.products)
        )

    return Plant(
        f"{name} missing: {len(gone)} of {len(part_ids(product))}",
        lambda playbook, pace: Oracle(Altered(playbook, alter), pace),
        turn_index=first_shown(variant, alter),
        product_id=product.id,
    )


def _without(product: WorkProduct, product_id: str, gone: frozenset[str]) -> WorkProduct:
    """The product without those parts, and without the sources that only they cite."""
    field = PARTS.get(product.kind)
    if product.id != product_id or field is None:
        return product
    left = tuple(part for part in getattr(product, field) if part.id not in gone)
    if len(left) == len(getattr(product, field)):
        return product
    update: dict[str, object] = {field: left}
    if product.kind == "document":
        cited = tuple(citation for citation in product.citations if citation.section not in gone)
        update["citations"] = cited
    return product.model_copy(update=update)
