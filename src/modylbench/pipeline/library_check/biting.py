"""Whether every criterion bites: notices what it reads, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.evaluation.verification.verify import finding
from modylbench.pipeline.library_check.spoiling import Spoiler

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.findings import Finding
    from modylbench.evaluation.verification.evidence import Evidence
    from modylbench.pipeline.library_check.spoiling import Spoiled
    from modylbench.scenarios.criterion import Criterion


@dataclass(frozen=True, slots=True)
class Checked:
    """A criterion, what it reads, and how it comes out before anything is changed."""

    criterion: Criterion
    reads: tuple[str, ...]
    before: Finding


def toothless(criteria: Sequence[Criterion], evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Criteria that a changed quantity does not fail, or that fail over one they do not read."""
    quantities = tuple(evidence.expectations.quantities)
    checked = [Checked(c, c.reads(quantities), finding(c, evidence)) for c in criteria]
    spoiler = Spoiler(evidence)
    tried: set[object] = set()
    for one in checked:
        for quantity in one.reads:
            bitten = False
            for change in spoiler.spoiled(one.criterion, quantity):
                bitten = not finding(one.criterion, change.evidence).passed
                if bitten and change.touched not in tried:
                    tried.add(change.touched)
                    yield from _bystanders(checked, quantity, change, evidence)
                if bitten != change.must_fail:
                    break  # enough is known: it bites, or it missed what it must not miss
            if not bitten:
                problem = f"still passes when {quantity} is changed beyond its tolerance"
                yield f"criterion {one.criterion.id}", problem


def _bystanders(
    checked: Sequence[Checked], quantity: str, change: Spoiled, evidence: Evidence
) -> Iterator[tuple[str, str]]:
    """Criteria that fail although they read nothing that was touched."""
    for other in checked:
        if quantity in other.reads or not other.before.passed or _reads_there(other.before, change):
            continue
        # A check is a function of what it reads: where that is the same, so is the outcome.
        readings = ((change.evidence.read(name), evidence.read(name)) for name in other.reads)
        same = all(new is old or new == old for new, old in readings)
        if not same and not finding(other.criterion, change.evidence).passed:
            problem = f"fails when {quantity} is changed, which it does not read"
            yield f"criterion {other.criterion.id}", problem


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
