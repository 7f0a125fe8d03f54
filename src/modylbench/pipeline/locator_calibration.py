"""How often a locator makes pass what should not, on products of which the truth is known.

In a perfect agent's products half of the figures are moved or taken out where they stand; what is
like them elsewhere is left, to tempt. The locator is asked for all of them, as if code had found
none. Sets of files by other people, right or corrupted, are tried as they would be in a meeting.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pydantic import Field

from modylbench import __version__
from modylbench.evaluation.locating.brief import briefs, briefs_for
from modylbench.evaluation.locating.locator import locate
from modylbench.evaluation.locating.question import signature
from modylbench.evaluation.locations import LocatorCalibration
from modylbench.evaluation.verification.evidence import Evidence, Expectations, is_sure
from modylbench.evaluation.verification.verify import verify
from modylbench.foundation.draw import Draw
from modylbench.foundation.record import Name, Record, Spec
from modylbench.pipeline.library_check.criteria import last_spans_first, rewrite_number
from modylbench.products.finding.find import FoundNumber
from modylbench.products.quantities.closeness import CLOSE
from modylbench.products.quantities.quantity import NumberSought
from modylbench.runs.records import exchange_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.evaluation.locating.brief import LocatorBrief
    from modylbench.evaluation.locating.locator import Locations, Locator
    from modylbench.evaluation.verdicts import JudgeExchange
    from modylbench.products.finding.find import PlaceKey
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

MOVES = (1.2, 0.8, 1.35, 0.7)  # ours: beyond every tolerance, either way
CORRUPTIONS = ("moved", "taken out")


class FileSet(Spec):
    """Files that stand for a scenario's deliverables; `must_not_pass` is empty for right ones."""

    scenario: Name
    seed: int = Field(ge=0)
    files: tuple[str, ...]
    must_not_pass: tuple[str, ...] = ()
    """The criteria that a corruption of these files breaks."""


class FileSets(Record):
    """manifest.json of a folder of sets; files are named from that folder."""

    sets: tuple[FileSet, ...]


@dataclass(slots=True)
class Tally:
    """What a locator came to on all samples so far."""

    corrupted: int = 0
    false_passes: int = 0
    right: int = 0
    false_failures: int = 0
    taken: int = 0
    failures: int = 0
    samples: list[str] = field(default_factory=list)
    exchanges: list[JudgeExchange] = field(default_factory=list)

    def add(self, name: str, locations: Locations) -> None:
        """Note one sample."""
        self.samples.append(name)
        self.exchanges += locations.exchanges
        self.failures += len(locations.record.failures)
        self.taken += len(locations.located)

    def calibration(self, locator: Locator) -> LocatorCalibration:
        """The record of it."""
        lines = "".join(exchange_lines(self.exchanges))
        return LocatorCalibration(
            models=tuple(model.name for model in locator.models),
            request=signature().sha256,
            samples=tuple(self.samples),
            corrupted=self.corrupted,
            false_passes=self.false_passes,
            right=self.right,
            false_failures=self.false_failures,
            taken=self.taken,
            failures=self.failures,
            answers=hashlib.sha256(lines.encode()).hexdigest(),
            harness_version=__version__,
        )


async def try_on_variant(locator: Locator, variant: Variant, tally: Tally) -> None:
    """Ask for every figure of a perfect agent's products, half of them moved or taken out."""
    expectations = Expectations.of_variant(variant)
    perfect = Evidence.of(expectations, variant.final_products)
    readings = dict(_numbers(perfect))
    draw = Draw(variant.scenario.scenario_id, variant.seed, "locator")
    order = draw.in_drawn_order(sorted(readings))
    halves = order[: len(order) // 2], order[len(order) // 2 :]
    for corruption, spoilt in zip(CORRUPTIONS, halves, strict=True):
        factors = {name: draw.one_of(MOVES) if corruption == "moved" else None for name in spoilt}
        products = corrupted_products(variant.final_products, readings, factors)
        name = f"{variant.scenario.scenario_id} at seed {variant.seed}, {corruption}"
        asked = briefs_for(Evidence.of(expectations, products), tuple(readings), recording=name)
        found = await locate(locator, asked)
        tally.add(name, found)
        _count(tally, asked, readings, _Corruption.of(readings, spoilt), _values(found))


@dataclass(frozen=True, slots=True)
class _Corruption:
    """The quantities that are corrupted wherever they stand, and those that are left as they were.

    Some stand at a place of another's: what is partly corrupted is neither.
    """

    corrupted: frozenset[str]
    right: frozenset[str]

    @classmethod
    def of(cls, readings: Mapping[str, FoundNumber], spoilt: Sequence[str]) -> _Corruption:
        touched = {place for name in spoilt for place in _places(readings[name])}
        return cls(
            frozenset(name for name, number in readings.items() if _places(number) <= touched),
            frozenset(name for name, number in readings.items() if not _places(number) & touched),
        )


def _count(
    tally: Tally,
    asked: Sequence[LocatorBrief],
    readings: Mapping[str, FoundNumber],
    corruption: _Corruption,
    values: Mapping[str, list[float]],
) -> None:
    """Note what was taken for each quantity that was asked for."""
    for name in {quantity.id for brief in asked for quantity in brief.sought}:
        true = readings[name].measure
        is_true = name in values and all(true.is_close(value, CLOSE) for value in values[name])
        if name in corruption.corrupted:
            tally.corrupted += 1
            tally.false_passes += is_true
        elif name in corruption.right:
            tally.right += 1
            tally.false_failures += name in values and not is_true


async def try_on_files(
    locator: Locator,
    variant: Variant,
    products: Iterable[WorkProduct],
    file_set: FileSet,
    tally: Tally,
) -> None:
    """Ask for what code does not find in these products, and count criteria as if it counted."""
    expectations = Expectations.of_variant(variant)
    evidence = Evidence.of(expectations, products)
    criteria = tuple(variant.scenario.criteria())
    name = f"{file_set.scenario} at seed {file_set.seed}: {', '.join(file_set.files)}"
    asked = briefs(evidence, criteria, recording=name)
    found = await locate(locator, asked)
    tally.add(name, found)
    located = {quantity: replace(place, counts=True) for quantity, place in found.located.items()}
    sought = {quantity.id for brief in asked for quantity in brief.sought}
    names = tuple(expectations.quantities)
    concerned = {
        criterion.id for criterion in criteria if not sought.isdisjoint(criterion.reads(names))
    }
    for finding in verify(criteria, Evidence(expectations, evidence.indexes, located)):
        if finding.criterion_id not in concerned:
            continue
        if finding.criterion_id in file_set.must_not_pass:
            tally.corrupted += 1
            tally.false_passes += finding.passed and bool(finding.located_by)
        else:
            tally.right += 1
            tally.false_failures += finding.verdict == "failed" and bool(finding.located_by)


def corrupted_products(
    products: Sequence[WorkProduct],
    readings: Mapping[str, FoundNumber],
    factors: Mapping[str, float | None],
) -> tuple[WorkProduct, ...]:
    """The products with these quantities multiplied, or (None) taken out, where they stand."""
    changed = {product.id: product for product in products}
    places = [
        (place, factor) for name, factor in factors.items() for place in readings[name].places
    ]
    factor_at = {place.key: factor for place, factor in places}
    for place in last_spans_first(tuple(place for place, _ in places)):
        factor = factor_at[place.key]
        changed[place.product] = rewrite_number(changed[place.product], place, factor)
    return tuple(changed.values())


def _numbers(perfect: Evidence) -> Iterator[tuple[str, FoundNumber]]:
    for name, quantity in perfect.expectations.quantities.items():
        reading = perfect.read(name)
        if not isinstance(quantity, NumberSought) or not isinstance(reading, FoundNumber):
            continue
        if is_sure(reading):
            yield name, reading


def _places(number: FoundNumber) -> frozenset[PlaceKey]:
    return frozenset(place.key for place in number.places)


def _values(found: Locations) -> dict[str, list[float]]:
    """The values that were taken, by quantity."""
    return {
        location.quantity: [
            place.value for place in location.proposals if place and place.value is not None
        ]
        for location in found.record.locations
        if location.outcome == "taken"
    }
