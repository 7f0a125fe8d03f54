"""What checks look at, the products and the quantities found in them, and what each gives back."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.verification.value_anchors import (
    OtherQuantities,
    anchored_entries,
    anchored_number,
    names_of,
)
from modylbench.products.finding.addresses import read_located
from modylbench.products.finding.find import (
    Ambiguous,
    FoundNumber,
    FoundTable,
    Missing,
    find_claim_text,
    find_likely_number,
    find_likely_table,
    find_number,
    find_passage,
    find_table,
)
from modylbench.products.finding.likeness import Lexicon
from modylbench.products.quantities.closeness import RESTATED
from modylbench.products.quantities.conclusion import ClaimSought
from modylbench.products.quantities.labels import words
from modylbench.products.quantities.quantity import (
    NumberSought,
    TableSought,
    TextSought,
    WholeSought,
)
from modylbench.products.quantities.units import COUNT, unit
from modylbench.products.reading.index import Index, TextPassage, index
from modylbench.scenarios.conditions import is_shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from modylbench.evaluation.findings import FindingOutcome
    from modylbench.products.finding.addresses import LocatedQuantity
    from modylbench.products.finding.find import NumberPlace
    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.oracle import OracleRule
    from modylbench.scenarios.scenario import ExpectedOutput, Scenario
    from modylbench.scenarios.variant import Variant

ANY_KIND = ("spreadsheet", "document", "dashboard", "chart", "code", "canvas", "terminal")
PART_OF = {"document": ("document",), "dashboard": ("dashboard", "document")}
"""What a deliverable without a product of its own may be part of: no paper is a model's cells."""
NOT_SHOWN = "nothing of that name is shown"
QuantityReading = FoundNumber | FoundTable | TextPassage | Index | Missing | Ambiguous | None


@dataclass(frozen=True, slots=True)
class Expectations:
    """What a scenario variant says about its products."""

    outputs: tuple[ExpectedOutput, ...]
    quantities: dict[str, Quantity]
    truth: Mapping[str, Any]
    rules: Mapping[str, OracleRule]
    perfect: Callable[[], Iterable[WorkProduct]] | None = field(
        default=None, compare=False, repr=False
    )
    """What a perfect agent has made by the end; asked for only where something was not found."""
    lexicons: dict[tuple[str, frozenset[str]], Lexicon] = field(
        default_factory=dict, compare=False, repr=False
    )

    right: list[Evidence] = field(default_factory=list, compare=False, repr=False)
    names_beside: dict[str, frozenset[frozenset[str]]] = field(
        default_factory=dict, compare=False, repr=False
    )

    @classmethod
    def of(
        cls,
        scenario: Scenario,
        truth: Mapping[str, Any],
        rules: Mapping[str, OracleRule],
        perfect: Callable[[], Iterable[WorkProduct]] | None = None,
    ) -> Expectations:
        """The expectations of a scenario."""
        quantities = {q.id: q for q in scenario.quantities}
        return cls(scenario.expected_outputs, quantities, truth, rules, perfect)

    @classmethod
    def of_variant(cls, variant: Variant, *, with_perfect: bool = False) -> Expectations:
        """The expectations of a variant.

        With a perfect agent's products, what is missing is told from what stands there unread.
        """
        perfect = (lambda: variant.final_products) if with_perfect else None
        return cls.of(variant.scenario, variant.truth, variant.oracle.RULES, perfect)

    def names_of_others(self, quantity: Quantity) -> frozenset[frozenset[str]]:
        """The names of all other quantities of the same deliverable; worked out once."""
        if quantity.id not in self.names_beside:
            self.names_beside[quantity.id] = frozenset(
                name
                for other in self.quantities.values()
                if other.product == quantity.product and other.id != quantity.id
                for name in names_of(other)
            )
        return self.names_beside[quantity.id]

    def right_reading(self, name: str) -> QuantityReading:
        """What a perfect agent shows for a quantity; None where nobody said."""
        if self.perfect is None:
            return None
        if not self.right:
            self.right.append(Evidence.of(self, self.perfect()))
        return self.right[0].read(name)


NOTHING_LOCATED: Mapping[str, LocatedQuantity] = {}


class Evidence:
    """The products under check, by the deliverable each of them stands for.

    `located` says where quantities stand that code does not find by itself, by their names.
    """

    def __init__(
        self,
        expectations: Expectations,
        indexes: Sequence[Index],
        located: Mapping[str, LocatedQuantity] = NOTHING_LOCATED,
    ) -> None:
        self.expectations = expectations
        self.located = located
        self.indexes = tuple(indexes)
        self.own = assign_products(expectations, self.indexes)
        self._read: dict[str, QuantityReading] = {}
        self._named: dict[str, QuantityReading] = {}
        self._kinds = {o.product_id: o.output_type for o in expectations.outputs}
        self._settled: dict[str, frozenset[str]] = {}

    @classmethod
    def of(cls, expectations: Expectations, products: Iterable[WorkProduct]) -> Evidence:
        """The evidence that these products are."""
        return cls(expectations, [index(product) for product in products])

    def replacing(self, product: WorkProduct) -> Evidence:
        """The evidence with one product changed; what was read from the others is kept."""
        before = next(old for old in self.indexes if old.product.id == product.id)
        changed = index(product, like=before)
        other = Evidence.__new__(Evidence)
        other.expectations = self.expectations
        other.located = self.located
        other.indexes = tuple(
            changed if old.product.id == product.id else old for old in self.indexes
        )
        other.own = {
            name: tuple(changed if old.product.id == product.id else old for old in indexes)
            for name, indexes in self.own.items()
        }
        untouched = {
            name
            for name in other.own
            if all(searched is not changed for searched in other.searched_indexes(name))
        }
        quantities = self.expectations.quantities
        other._read, other._named = {}, {}
        other._kinds = self._kinds
        other._settled = self._settled  # other numbers under the same labels
        for own, others in ((self._read, other._read), (self._named, other._named)):
            others |= {n: value for n, value in own.items() if quantities[n].product in untouched}
        return other

    def read(self, name: str) -> QuantityReading:
        """The quantity of that name, as far as the products show it."""
        if name not in self._read:
            self._read[name] = self._reading(self.expectations.quantities[name])
            if name in self.located and self.located[name].counts:
                self._read[name] = self._located_reading(name) or self._read[name]
        return self._read[name]

    def lexicon(self, product: str) -> Lexicon:
        """All names of a deliverable's quantities, and which of them were found by name."""
        quantities = [q for q in self.expectations.quantities.values() if q.product == product]
        if product not in self._settled:
            self._settled[product] = frozenset(
                q.id for q in quantities if _is_whole(q, self._by_name(q))
            )
        settled, known = self._settled[product], self.expectations.lexicons
        if (product, settled) not in known:
            known[product, settled] = Lexicon(quantities, settled)
        return known[product, settled]

    def _by_name(self, quantity: Quantity) -> QuantityReading:
        """The quantity, where labels bear one of its names."""
        if quantity.id not in self._named:
            indexes = self.searched_indexes(quantity.product)
            match quantity:
                case NumberSought():
                    self._named[quantity.id] = find_number(quantity, indexes)
                case TableSought():
                    self._named[quantity.id] = find_table(
                        quantity, indexes, is_one_of_several=self._is_one_of_several(quantity)
                    )
                case TextSought():
                    self._named[quantity.id] = find_passage(quantity, indexes)
                case ClaimSought():
                    self._named[quantity.id] = find_claim_text(quantity, indexes)
                case WholeSought():
                    own = self.own.get(quantity.product)
                    self._named[quantity.id] = own[0] if own else None
        return self._named[quantity.id]

    def _is_one_of_several(self, sought: TableSought) -> bool:
        """True for rates or amounts where counts of the same members are sought as well."""
        kind = unit(sought.unit).dimension
        return kind != COUNT and any(
            isinstance(other, TableSought)
            and other.product == sought.product
            and other.roles == sought.roles
            and unit(other.unit).dimension != kind
            for other in self.expectations.quantities.values()
        )

    def location_notes(self, names: Iterable[str]) -> tuple[str, str]:
        """Who located what these quantities were read from, and what is to be said of it."""
        readings = {name: self.read(name) for name in names}
        by = sorted(
            {
                reading.located_by
                for reading in readings.values()
                if isinstance(reading, FoundNumber) and reading.located_by
            }
        )
        notes = [
            f"{name} would be read at {address.product}{address.pointer} by {entry.located_by}, "
            f"which does not count: {entry.reason}"
            for name in readings
            if (entry := self.located.get(name)) and not entry.counts
            for address in entry.addresses[:1]
        ]
        return ", ".join(by), "; ".join(notes)

    def searched_indexes(self, product: str) -> tuple[Index, ...]:
        """Where a deliverable's quantities are looked for.

        A deliverable that has no product of its own may be part of another (a sensitivity table
        on a sheet of the model), so all of them are searched.
        """
        own = self.own.get(product)
        if own:
            return own
        kind = self._kinds.get(product, "")
        return tuple(i for i in self.indexes if i.product.kind in PART_OF.get(kind, ANY_KIND))

    def _located_reading(self, name: str) -> FoundNumber | None:
        """The number that was located, for a quantity that code itself is not sure of.

        Where code has a likely reading, one that differs from it makes nothing surer.
        """
        quantity, own = self.expectations.quantities[name], self._read[name]
        if not isinstance(quantity, NumberSought) or is_sure(own):
            return None
        indexes = self.searched_indexes(quantity.product)
        found = read_located(quantity, indexes, self.located[name])
        if found is None or not isinstance(own, FoundNumber):
            return found
        return found if found.measure.is_close(own.measure, RESTATED) else None

    def _reading(self, quantity: Quantity) -> QuantityReading:
        found = self._by_name(quantity)
        if isinstance(quantity, NumberSought) and isinstance(found, Missing):
            indexes = self.searched_indexes(quantity.product)
            likely = find_likely_number(quantity, indexes, self.lexicon(quantity.product))
            return (
                self._anchored_number(quantity) or likely if isinstance(likely, Missing) else likely
            )
        if isinstance(quantity, TableSought) and isinstance(found, FoundTable):
            if _lacks_members(quantity, found):
                indexes = self.searched_indexes(quantity.product)
                lexicon = self.lexicon(quantity.product)
                found = find_likely_table(quantity, indexes, lexicon, found)
            return _unless_conflicting(self._with_anchored_entries(quantity, found))
        return found

    def _anchored_number(self, quantity: NumberSought) -> FoundNumber | None:
        """The number by its value, where a perfect agent's is known and no label names it."""
        right = None if self._is_right else self.expectations.right_reading(quantity.id)
        if not isinstance(right, FoundNumber):
            return None
        indexes = self.searched_indexes(quantity.product)
        found = anchored_number(quantity, right.measure, indexes, self.other_quantities(quantity))
        return found and replace(found, is_likely=True)

    def _with_anchored_entries(self, quantity: TableSought, table: FoundTable) -> FoundTable:
        right = None if self._is_right else self.expectations.right_reading(quantity.id)
        if not isinstance(right, FoundTable):
            return table
        lacking = {
            key: found.measure
            for key, found in right.numbers.items()
            if key not in table.numbers and key not in table.conflicts
        }
        if not lacking:
            return table
        indexes = self.searched_indexes(quantity.product)
        found = anchored_entries(quantity, lacking, indexes, self.other_quantities(quantity))
        return replace(table, numbers={**table.numbers, **found}) if found else table

    @property
    def _is_right(self) -> bool:
        """Whether this is what a perfect agent shows, by whose values others are read."""
        return any(evidence is self for evidence in self.expectations.right)

    def other_quantities(self, quantity: Quantity) -> OtherQuantities:
        """The other quantities of the same deliverable, as they were found by name."""
        found: list[FoundNumber | Ambiguous] = []
        for other in self.expectations.quantities.values():
            if other.product == quantity.product and other.id != quantity.id:
                reading = self._by_name(other)
                if isinstance(reading, FoundNumber | Ambiguous):
                    found.append(reading)
                elif isinstance(reading, FoundTable):
                    found += (*reading.numbers.values(), *reading.conflicts.values())
        places = frozenset(place.key for reading in found for place in reading.places)
        return OtherQuantities(places, self.expectations.names_of_others(quantity))


def _lacks_members(sought: TableSought, table: FoundTable) -> bool:
    """True where some member of a role was found nowhere in a table."""
    keys = (*table.numbers, *table.conflicts)
    return any(
        len({key[place] for key in keys}) < len(members)
        for place, (_, members) in enumerate(sought.members_by_role)
    )


def _is_whole(quantity: Quantity, reading: QuantityReading) -> bool:
    """True where all of a quantity was found by name."""
    if isinstance(quantity, TableSought):
        return isinstance(reading, FoundTable) and len(reading.numbers) >= cells_of(quantity)
    return not isinstance(reading, Missing | None)


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """A verdict with what was found where, what was expected, and why."""

    verdict: FindingOutcome
    found: str = ""
    expected: str = ""
    reason: str = ""
    places: tuple[NumberPlace, ...] = ()
    pointers: tuple[tuple[str, str], ...] = ()
    share: float | None = None


def cells_of(sought: TableSought) -> int:
    """How many numbers the table has where every combination of its members has one."""
    return math.prod(len(members) for _, members in sought.members_by_role)


def assign_products(
    expectations: Expectations, indexes: Sequence[Index]
) -> dict[str, tuple[Index, ...]]:
    """Which products stand for which deliverable.

    By kind and id. A product of another id goes to a deliverable that has none yet, best fit first:
    of its kind, then by the share of its quantities that the product shows; one that has the id
    and another kind gets what is left.
    """
    result: dict[str, tuple[Index, ...]] = {
        output.product_id: tuple(
            i
            for i in indexes
            if i.product.id == output.product_id and i.product.kind == output.output_type
        )
        for output in expectations.outputs
    }
    open_outputs = [output for output in expectations.outputs if not result[output.product_id]]
    held = {index.product.id for found in result.values() for index in found}
    strays = [index for index in indexes if index.product.id not in held]
    pairs = [(o, stray, fit(o, stray, expectations)) for o in open_outputs for stray in strays]
    taken: set[str] = set()
    for output, stray, (_, share, alike) in sorted(pairs, key=lambda pair: pair[2], reverse=True):
        name = stray.product.id
        if name in result and name != output.product_id and not result[name]:
            continue  # it bears the id of another deliverable, which has nothing else
        if not result[output.product_id] and name not in taken and share + alike > 0:
            is_of_kind = stray.product.kind == output.output_type
            by_id = [i for i in strays if i.product.id == output.product_id]
            chosen = stray if is_of_kind or not by_id else by_id[0]
            result[output.product_id] = (chosen,)
            taken.add(chosen.product.id)
    for output in open_outputs:
        by_id = [
            i for i in strays if i.product.id == output.product_id and i.product.id not in taken
        ]
        result[output.product_id] = result[output.product_id] or tuple(by_id)
    return result


def fit(
    output: ExpectedOutput, stray: Index, expectations: Expectations
) -> tuple[bool, float, int]:
    """How well a product suits a deliverable: kind, share of quantities shown, title."""
    sought = [q for q in expectations.quantities.values() if q.product == output.product_id]
    sought = [
        quantity for quantity in sought if not isinstance(quantity, WholeSought | ClaimSought)
    ]
    shown = [quantity for quantity in sought if is_shown(quantity, [stray])]
    alike = len(set(words(output.title)) & set(words(stray.product.title)))
    return stray.product.kind == output.output_type, len(shown) / max(1, len(sought)), alike


def unclear_outcome(reading: Missing | Ambiguous, name: str, expected: str = "") -> CheckOutcome:
    """The outcome for a quantity that is not shown, or shown with different values."""
    if isinstance(reading, Missing):
        return CheckOutcome("missing", expected=expected, reason=f"{name}: {NOT_SHOWN}")
    shown = ", ".join(
        f"{place.measure.number:,.10g} at {place.product}{place.pointer}"
        for place in reading.places[:8]
    )
    return CheckOutcome(
        "ambiguous",
        expected=expected,
        reason=f"{name}: different values ({shown})",
        places=reading.places,
    )


def unless_likely(outcome: CheckOutcome, readings: Mapping[str, object]) -> CheckOutcome:
    """The outcome; a failure that rests on a likely reading is no fault, but something not found.

    A label that is none of a quantity's names may mean something else after all.
    """
    likely = [name for name, reading in readings.items() if is_likely(reading)]
    if outcome.verdict != "failed" or not likely:
        return outcome
    reason = f"not sure to have read {', '.join(likely)}: {outcome.reason}"
    return replace(outcome, verdict="missing", reason=reason)


def is_sure(reading: object) -> bool:
    """Whether code has found a number by its name, or several that contradict each other."""
    if isinstance(reading, FoundNumber):
        return not reading.is_likely
    return isinstance(reading, Ambiguous)


def is_likely(reading: object) -> bool:
    """True for what was read, in part or as a whole, under labels that are not its names."""
    if isinstance(reading, FoundTable):
        return any(found.is_likely for found in reading.numbers.values())
    return isinstance(reading, FoundNumber) and reading.is_likely


def places_of(readings: Iterable[object]) -> tuple[NumberPlace, ...]:
    """Every place behind these readings."""
    places: list[NumberPlace] = []
    for reading in readings:
        if isinstance(reading, FoundNumber | Ambiguous):
            places += reading.places
        elif isinstance(reading, FoundTable):
            for part in reading.numbers.values():
                places += part.places
    return tuple(places)


def pointers_of(readings: Iterable[object]) -> tuple[tuple[str, str], ...]:
    """The texts and whole products behind these readings, by product ("" is its root)."""
    pointers: list[tuple[str, str]] = []
    for reading in readings:
        if isinstance(reading, TextPassage):
            pointers += [(reading.product, pointer) for pointer in reading.pointers]
        elif isinstance(reading, Index):
            pointers.append((reading.product.id, ""))
    return tuple(pointers)


def _unless_conflicting(table: FoundTable) -> FoundTable | Missing | Ambiguous:
    """The table, unless it is empty or shows some number twice with different values."""
    if table.conflicts:
        return Ambiguous(tuple(p for conflict in table.conflicts.values() for p in conflict.places))
    return table if table.numbers else Missing()
