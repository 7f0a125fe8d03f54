"""The members of a table's roles (a plant, a product, a multiple) that name a number."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.products.quantities.labels import Facets, words
from modylbench.products.quantities.quantity import aliases_of_member

if TYPE_CHECKING:
    from modylbench.products.reading.index import Index
    from modylbench.products.reading.observation import Observation, Words

    Entries = list[tuple[Index, Observation]]
    Roles = tuple[tuple[str, tuple[str, ...]], ...]

NO_UNITS: frozenset[str] = frozenset()
VALUES = frozenset({"value", "amount", "figure", "result"})


class RoleReader:
    """Names the members of a table's roles in the labels around a number."""

    def __init__(
        self, roles: Roles, labels: tuple[tuple[str, ...], ...], *, are_counts: bool = False
    ) -> None:
        self.roles = [[aliases_of_member(member)[0] for member in members] for _, members in roles]
        self.members = [aliases_of_member(member) for _, members in roles for member in members]
        self.role_masks: list[int] = []
        for members in self.roles:
            mask = ((1 << len(members)) - 1) << sum(mask.bit_count() for mask in self.role_masks)
            self.role_masks.append(mask)
        self.member_bits = (1 << len(self.members)) - 1
        self.measure_bits = ((1 << len(labels)) - 1) << len(self.members)
        self.filler = frozenset(word for role, _ in roles for word in words(role.replace("_", " ")))
        self.facets = Facets([*self.members, *labels], are_counts=are_counts)
        self._units: dict[tuple[str, ...], frozenset[str]] = {}
        self.seen: dict[Words, tuple[int, bool]] = {}

    def key(self, observation: Observation) -> tuple[str, ...] | None:
        """The members that name this number, one a role, or None."""
        if observation.sentence is not None:
            return None
        named, last = 0, 0
        for label in observation.axes:
            last, whole = self._name_members(label)
            if not whole:
                return None
            named |= last
        if not last & self.member_bits and self.measure_bits and not last & self.measure_bits:
            return None
        for labels in ((*observation.kinds, *observation.aside), observation.context):
            key = self._members(named)
            if key is not None:
                return key
            named |= self._for_open_roles(named, labels)
        return self._members(named)

    def units_of(self, key: tuple[str, ...]) -> frozenset[str]:
        """The physical units that the names of these members state; else those of the measure."""
        units = self.facets.units
        if not units:
            return NO_UNITS
        known = self._units.get(key)
        if known is None:
            known = self._units[key] = self._named_units(key) or self._measure_units()
        return known

    def _named_units(self, key: tuple[str, ...]) -> frozenset[str]:
        found, place = NO_UNITS, 0
        for member, members in zip(key, self.roles, strict=True):
            found |= self.facets.units.get(1 << (place + members.index(member)), NO_UNITS)
            place += len(members)
        return found

    def _measure_units(self) -> frozenset[str]:
        units = self.facets.units.items()
        return NO_UNITS.union(*(named for bit, named in units if bit & self.measure_bits))

    def naming_the_measure(
        self, entries: list[tuple[Index, Observation]], *, is_needed: bool = False
    ) -> list[tuple[Index, Observation]]:
        """The numbers whose labels also say what is measured; else all of them, unless needed."""
        if not self.measure_bits or (len(entries) < 2 and not is_needed):
            return entries
        named = [(index, o) for index, o in entries if self._names_measure(o)]
        return named if named or is_needed else entries

    def _names_measure(self, observation: Observation) -> bool:
        labels = (*observation.axes, *observation.kinds, *observation.aside, *observation.context)
        return any(self._name_members(label)[0] & self.measure_bits for label in labels)

    def _for_open_roles(self, named: int, labels: tuple[Words, ...]) -> int:
        """What further labels name, of the roles that have no member yet."""
        found = 0
        for label in labels:
            found |= self._name_members(label)[0]
        for mask in self.role_masks:
            if named & mask:
                found &= ~mask
        return found

    def _name_members(self, label: Words) -> tuple[int, bool]:
        seen = self.seen.get(label)
        if seen is None:
            seen = self.facets.named_in(label)
            if not seen[1]:
                content = type(label)(word for word in label if word not in self.filler)
                seen = self.facets.named_in(content)
            if not seen[1] and VALUES.issuperset(label):
                seen = 0, True
            self.seen[label] = seen
        return seen

    def _members(self, named: int) -> tuple[str, ...] | None:
        key: list[str] = []
        place = 0
        for members in self.roles:
            bits = (named >> place) & ((1 << len(members)) - 1)
            if bits.bit_count() != 1:
                return None
            key.append(members[bits.bit_length() - 1])
            place += len(members)
        return tuple(key)


@lru_cache(maxsize=512)
def role_reader(
    roles: Roles, labels: tuple[tuple[str, ...], ...], *, are_counts: bool = False
) -> RoleReader:
    """The reader of a table's roles, kept for the next number."""
    return RoleReader(roles, labels, are_counts=are_counts)
