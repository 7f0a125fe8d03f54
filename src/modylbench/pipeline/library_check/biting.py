"""Whether every criterion bites: notices what it reads, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.verification.verify import finding, verify
from modylbench.pipeline.library_check.spoiling import spoiled

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.pipeline.library_check.spoiling import Spoiled
    from modylbench.scenarios.criterion import Criterion


def toothless(criteria: Sequence[Criterion], evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Criteria that a changed quantity does not fail, or that fail over one they do not read."""
    before = {found.criterion_id: found for found in verify(criteria, evidence)}
    quantities = tuple(evidence.expectations.quantities)
    reads = {criterion.id: criterion.reads(quantities) for criterion in criteria}
    tried: dict[tuple[object, ...], str] = {}
    for criterion in criteria:
        for quantity in reads[criterion.id]:
            bitten = False
            for change in spoiled(criterion, quantity, evidence):
                bitten = not finding(criterion, change.evidence).passed
                if bitten:
                    yield from _bystanders(criteria, before, reads, quantity, change, tried)
                if bitten or change.must_fail:
                    break
            if not bitten:
                yield (
                    f"criterion {criterion.id}",
                    f"still passes when {quantity} is changed beyond its tolerance",
                )


def _bystanders(
    criteria: Sequence[Criterion],
    before: dict[str, Finding],
    reads: dict[str, tuple[str, ...]],
    quantity: str,
    change: Spoiled,
    tried: dict[tuple[object, ...], str],
) -> Iterator[tuple[str, str]]:
    """Criteria that fail although they read nothing that was touched (each change tried once)."""
    if change.touched in tried:
        return
    tried[change.touched] = quantity
    for other in criteria:
        if quantity in reads[other.id] or _reads_there(before[other.id], change):
            continue
        if before[other.id].passed and not finding(other, change.evidence).passed:
            yield (
                f"criterion {other.id}",
                f"fails when {quantity} is changed, which it does not read",
            )


def _reads_there(found: Finding, change: Spoiled) -> bool:
    return any(
        spot.product_id == product and _overlap(spot.pointer, spot.span, pointer, span)
        for spot in found.where
        for product, pointer, span in change.touched
    )


def _overlap(
    one: str, span: tuple[int, int] | None, other: str, other_span: tuple[int, int] | None
) -> bool:
    if one == other and span is not None and other_span is not None:
        return span[0] < other_span[1] and other_span[0] < span[1]
    return one == other or one.startswith(other + "/") or other.startswith(one + "/")
