"""How many numbers of a product are the true ones.

Criteria that tie one product to another are met by a product that repeats what is wrong elsewhere.
So its numbers are also looked at one by one: those that a criterion compares with the truth,
those that follow from them by an equation or a tie, and all others that a perfect product shows
under the same labels.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from modylbench.evaluation.reference.closeness import is_close
from modylbench.evaluation.reference.same_labels import compare_labelled_numbers, is_exact
from modylbench.products.finding.find import FoundNumber, FoundTable
from modylbench.scenarios.expressions import parse_comparisons

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.measuring.standing import CriterionChecks
    from modylbench.evaluation.verification.evidence import Evidence, Reading
    from modylbench.evaluation.views.yardstick import Yardstick
    from modylbench.products.quantities.numbers import Measure
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.criterion import Criterion

TIES = frozenset({"agrees", "reconciled", "recomputed"})
"""Checks by which a quantity follows from others, besides equations."""
LARGEST_COUNT = 12  # ours: small whole numbers are the same by chance


@dataclass(frozen=True, slots=True)
class NumberCounts:
    """Of the numbers of a perfect product that the truth fixes: shown at all, and shown right."""

    due: int = 0
    shown: int = 0
    right: int = 0

    def __add__(self, other: NumberCounts) -> NumberCounts:
        """Both together."""
        return NumberCounts(
            self.due + other.due, self.shown + other.shown, self.right + other.right
        )


@dataclass(frozen=True, slots=True)
class FixedQuantity:
    """A quantity that the truth fixes: by criteria, and by other quantities where it is tied."""

    name: str
    criteria: tuple[str, ...]
    tolerance_pct: float
    others: frozenset[str] = frozenset()


def count_true_numbers(
    shown: Sequence[Index], yardstick: Yardstick, checked: CriterionChecks
) -> dict[str, NumberCounts]:
    """By the deliverable; one of which the truth fixes no number has none due."""
    due = yardstick.at_the_end.due
    findings = {finding.criterion_id: finding for finding in checked.findings(shown, due)}
    fixed = list(_fixed_quantities(due, yardstick))
    right: set[str] = set()
    for quantity in fixed:
        if quantity.others <= right and all(findings[name].passed for name in quantity.criteria):
            right.add(quantity.name)
    failed = [
        quantity
        for quantity in fixed
        if not all(findings[name].passed for name in quantity.criteria)
    ]
    evidence = checked.evidence(shown)
    exact = _exact(failed, yardstick)
    found = _count_fixed(_at_their_narrowest(fixed, exact, yardstick), right, evidence, yardstick)
    for name, others in _count_labelled(fixed, exact, evidence, yardstick):
        found[name] = found.get(name, NumberCounts()) + others
    return found


def _fixed_quantities(due: Sequence[Criterion], yardstick: Yardstick) -> Iterator[FixedQuantity]:
    """The quantities that the truth fixes, each after those that it follows from."""
    names = tuple(yardstick.expectations.quantities)
    direct: dict[str, list[Criterion]] = {}
    for tie in due:
        for name in tie.reads(names) if tie.id in yardstick.truth else ():
            direct.setdefault(name, []).append(tie)
    for name, criteria in direct.items():
        yield FixedQuantity(
            name, tuple(criterion.id for criterion in criteria), _tolerance(criteria)
        )
    ties = [
        criterion
        for criterion in due
        if criterion.id not in yardstick.truth and _is_tie(criterion, names)
    ]
    known = set(direct)
    has_more = True
    while has_more:
        has_more = False
        for tie in ties:
            reads = set(tie.reads(names))
            if len(reads) > 1 and len(reads - known) == 1:
                (name,) = reads - known
                known.add(name)
                has_more = True
                yield FixedQuantity(name, (tie.id,), _tolerance([tie]), frozenset(reads - {name}))


def _tolerance(criteria: Sequence[Criterion]) -> float:
    """The narrowest, in per cent; a rule has its own, and then the precision shown counts."""
    return min(0.0 if criterion.rule else criterion.tolerance_pct for criterion in criteria)


def _is_tie(criterion: Criterion, names: tuple[str, ...]) -> bool:
    if not criterion.is_expression:
        return criterion.check_type in TIES
    return all(
        comparison.operator in ("=", "==")
        for comparison in parse_comparisons(criterion.target_field, names)
    )


def _count_fixed(
    fixed: Sequence[FixedQuantity], right: set[str], evidence: Evidence, yardstick: Yardstick
) -> dict[str, NumberCounts]:
    """Where all criteria say that a quantity is true, it is, whatever numbers it is made of."""
    found: dict[str, NumberCounts] = {}
    for quantity in fixed:
        perfect = _numbers(yardstick.final.read(quantity.name))
        product = yardstick.expectations.quantities[quantity.name].product
        own = perfect if quantity.name in right else _numbers(evidence.read(quantity.name))
        both = [key for key in perfect if key in own]
        agreeing = [key for key in both if is_close(own[key], perfect[key], quantity.tolerance_pct)]
        counted = NumberCounts(len(perfect), len(both), len(agreeing))
        found[product] = found.get(product, NumberCounts()) + counted
    return found


def _exact(failed: Sequence[FixedQuantity], yardstick: Yardstick) -> frozenset[float]:
    """True values of quantities that must be met exactly and are not.

    Whoever has them wrong there has them wrong wherever else they stand, however slightly.
    """
    return frozenset(
        abs(measure.number)
        for quantity in failed
        if not quantity.tolerance_pct
        for measure in _numbers(yardstick.final.read(quantity.name)).values()
        if abs(measure.number) > LARGEST_COUNT or measure.number % 1
    )


def _at_their_narrowest(
    fixed: Sequence[FixedQuantity], exact: frozenset[float], yardstick: Yardstick
) -> list[FixedQuantity]:
    return [
        replace(quantity, tolerance_pct=0.0)
        if any(
            is_exact(measure.number, exact)
            for measure in _numbers(yardstick.final.read(quantity.name)).values()
        )
        else quantity
        for quantity in fixed
    ]


def _count_labelled(
    fixed: Sequence[FixedQuantity],
    exact: frozenset[float],
    evidence: Evidence,
    yardstick: Yardstick,
) -> Iterator[tuple[str, NumberCounts]]:
    """The numbers that no criterion leads to, where both products have them under one label."""
    looked_at = _places([yardstick.final.read(quantity.name) for quantity in fixed])
    for perfect in yardstick.final.indexes:
        name = perfect.product.id
        for own in evidence.own.get(name, ())[:1]:
            found = compare_labelled_numbers(
                own, perfect, besides=looked_at.get(name, frozenset()), exact=exact
            )
            yield name, NumberCounts(found.both, found.both, found.same)


def _places(readings: Iterable[Reading]) -> dict[str, set[str]]:
    """Where the quantities stand in a perfect product, by its id."""
    places: dict[str, set[str]] = {}
    for reading in readings:
        found = reading.numbers.values() if isinstance(reading, FoundTable) else [reading]
        for number in found:
            for place in number.places if isinstance(number, FoundNumber) else ():
                places.setdefault(place.product, set()).add(place.pointer)
    return places


def _numbers(reading: Reading) -> dict[tuple[str, ...], Measure]:
    match reading:
        case FoundNumber():
            return {(): reading.measure}
        case FoundTable():
            return {key: number.measure for key, number in reading.numbers.items()}
        case _:
            return {}
