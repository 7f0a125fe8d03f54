"""Finding a quantity in a product that may call it by another name, scale or shape.

A quantity is Found, Missing, or Ambiguous (several places, different values): only the first
can satisfy a criterion, so a wrong guess never passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from modylbench.products.labels import Facets, words
from modylbench.products.numbers import Measure, measured
from modylbench.products.units import Unit, unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.products.quantity import NumberSought, TableSought, TextSought
    from modylbench.products.reading.index import Index, Part, Passage
    from modylbench.products.reading.observation import Observation, Sentence, Words

CONNECTORS = frozenset(
    w for text in ["reach", "reaches", "reached", "total", "totals", "totalling", "totaling", "stand", "stands", "equal", "equals", "come", "comes", "came", "grow", "grows", "grew", "rise", "rises", "fall", "falls", "about", "approximately", "around", "roughly", "circa", "be", "was", "were", "will", "would", "now", "then", "up", "down", "give", "gives", "giving", "imply", "implies", "yield", "yields", "get", "gets", "land", "lands", "hit", "hits", "set", "sits", "sit", "run", "runs", "this", "that", "it", "which", "here", "only", "just", "still", "us", "usd", "projected", "expected", "from", "end", "comprise", "comprising", "against", "plus", "or", "have", "has", "having", "we", "see", "show", "shows", "showing"] for w in words(text)
)  # fmt: skip
MODIFIERS = frozenset(
    w for text in ["net", "gross", "recurring", "incremental", "average", "cumulative", "adjusted", "prior", "previous", "deferred", "per", "growth", "margin", "change", "increase", "decrease", "additional", "remaining", "other", "minimum", "maximum", "median", "non", "less", "excluding", "before", "multiple", "ratio", "share", "rate", "cagr", "variance", "target", "budget", "required", "unlevered", "levered", "peak", "opening", "closing", "half", "downside", "upside", "stress", "best", "worst"] for w in words(text)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number was found: the product and pointer, the span inside a text, the value there."""

    product: str
    pointer: str
    span: tuple[int, int] | None
    measure: Measure


@dataclass(frozen=True, slots=True)
class Found:
    """A number in base units and every place that shows it."""

    measure: Measure
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing of that name."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several places of that name with different values."""

    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Numbers by the members of their roles, and the places of all of them."""

    numbers: dict[tuple[str, ...], Found]
    conflicts: dict[tuple[str, ...], Ambiguous]


@lru_cache(maxsize=4096)
def _facets(labels: tuple[tuple[str, ...], ...]) -> Facets:
    return Facets(labels)


def find_number(sought: NumberSought, indexes: Iterable[Index]) -> Found | Missing | Ambiguous:
    """The number sought in these products."""
    facets, kind = _facets(sought.labels), unit(sought.unit)
    matching = [
        (index, observation)
        for index in indexes
        for part in index.parts
        for observation in _answering(part, facets, sought.at)
    ]
    if sought.within:
        inside = [
            (i, o) for i, o in matching if _is_within(o, sought.within) or _is_at(o, sought.at)
        ]
        matching = inside or matching
    return settled(matching, kind)


def _answering(part: Part, facets: Facets, at: str) -> tuple[Observation, ...]:
    """The numbers of a part that bear the name or stand at the pointer, looked for once."""
    key = (facets, at)
    if key not in part.answers:
        part.answers[key] = tuple(
            o for o in part.observations if _is_at(o, at) or _names(o, facets)
        )
    return cast("tuple[Observation, ...]", part.answers[key])


def settled(
    observations: Iterable[tuple[Index, Observation]], kind: Unit
) -> Found | Missing | Ambiguous:
    """One number where all observations agree."""
    places = tuple(
        place for index, observation in observations for place in _places(index, observation, kind)
    )
    if not places:
        return Missing()
    best = min(places, key=lambda place: place.measure.half_step).measure
    if all(best.agrees_with(place.measure) for place in places):
        return Found(best, places)
    return Ambiguous(places)


def _is_at(observation: Observation, pointer: str) -> bool:
    return observation.pointer == pointer and observation.span is None


def _places(index: Index, observation: Observation, kind: Unit) -> Iterable[Place]:
    for shown in observation.shown:
        measure = measured(shown, observation.strong, observation.weak, kind)
        if measure is not None:
            yield Place(index.product.id, observation.pointer, observation.span, measure)


def _is_within(observation: Observation, names: tuple[str, ...]) -> bool:
    scope = _facets((names,))
    return any(scope.named_in(label)[0] for label in (*observation.context, *observation.aside))


def _names(observation: Observation, facets: Facets) -> bool:
    if observation.sentence is not None:
        return _named_in_sentence(observation.sentence, observation.context, facets)
    named = 0
    for label in observation.axes:
        bits, whole = facets.named_in(label)
        if not whole:
            return False
        named |= bits
    if not named:
        return False
    if named != facets.all:
        for label in (*observation.aside, *observation.context):
            named |= facets.named_in(label)[0]
    return named == facets.all


def _named_in_sentence(sentence: Sentence, context: tuple[Words, ...], facets: Facets) -> bool:
    before = _run(sentence.before[::-1], facets, backwards=True)
    after = _run(sentence.after, facets, backwards=False)
    if before is None or after is None or not (before | after) & 1:
        return False
    named = before | after
    for label in context:
        named |= facets.named_in(label)[0] & ~1
    return named == facets.all


def _run(tokens: Sequence[str], facets: Facets, *, backwards: bool) -> int | None:
    """The facets named in an unbroken run of known words; None where a modifier changes a name."""
    named, place, just_named = 0, 0, False
    while place < len(tokens):
        step = _alias_at(tokens, place, facets, backwards=backwards)
        if step is not None:
            length, bit = step
            if named & bit:
                break
            named, place, just_named = named | bit, place + length, True
        elif tokens[place] in CONNECTORS:
            place, just_named = place + 1, False
        else:
            return None if just_named and tokens[place] in MODIFIERS else named
    return named


def _alias_at(
    tokens: Sequence[str], place: int, facets: Facets, *, backwards: bool
) -> tuple[int, int] | None:
    for alias, bit in facets.aliases:
        run = tuple(tokens[place : place + len(alias)])
        if (run[::-1] if backwards else run) == alias:
            return len(alias), bit
    return None


def find_table(sought: TableSought, indexes: Iterable[Index]) -> FoundTable:
    """Every number of the table sought, by the members of its roles."""
    reader = _table_reader(_frozen_roles(sought), sought.labels)
    kind = unit(sought.unit)
    gathered: dict[tuple[str, ...], list[tuple[Index, Observation]]] = {}
    for index in indexes:
        for part in index.parts:
            for key, observation in reader.entries(part):
                if not sought.within or _is_within(observation, sought.within):
                    gathered.setdefault(key, []).append((index, observation))
    outcomes = {key: settled(observations, kind) for key, observations in gathered.items()}
    return FoundTable(
        {key: found for key, found in outcomes.items() if isinstance(found, Found)},
        {key: unclear for key, unclear in outcomes.items() if isinstance(unclear, Ambiguous)},
    )


def _frozen_roles(sought: TableSought) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (role, members if isinstance(members, tuple) else (members,))
        for role, members in sought.roles.items()
    )


class _TableReader:
    """Names the members of a table's roles in the labels around a number."""

    def __init__(
        self, roles: tuple[tuple[str, tuple[str, ...]], ...], labels: tuple[tuple[str, ...], ...]
    ) -> None:
        self.roles = [
            [member.partition("|")[0].strip() for member in members] for _, members in roles
        ]
        facets: list[tuple[str, ...]] = [
            tuple(alias.strip() for alias in member.split("|"))
            for _, members in roles
            for member in members
        ]
        self.members = len(facets)
        self.measure_bits = ((1 << len(labels)) - 1) << self.members
        fillers = tuple(role.replace("_", " ") for role, _ in roles)
        self.filler = frozenset(word for filler in fillers for word in words(filler))
        self.facets = Facets([*facets, *labels])
        self.member_bits = (1 << self.members) - 1
        self.seen: dict[Words, tuple[int, bool]] = {}

    def entries(self, part: Part) -> tuple[tuple[tuple[str, ...], Observation], ...]:
        """The numbers of a part that belong to the table, looked for once."""
        if self not in part.answers:
            keyed = ((self.key(observation), observation) for observation in part.observations)
            part.answers[self] = tuple((key, o) for key, o in keyed if key is not None)
        return cast("tuple[tuple[tuple[str, ...], Observation], ...]", part.answers[self])

    def key(self, observation: Observation) -> tuple[str, ...] | None:
        """The members that name this number, one a role, or None."""
        if observation.sentence is not None:
            return None
        axes = [self._named(label) for label in observation.axes]
        if not all(whole for _, whole in axes):
            return None
        named = 0
        for bits, _ in axes:
            named |= bits
        if not axes[-1][0] & self.member_bits and not self._has_measure(axes[-1][0]):
            return None
        for labels in (observation.aside, observation.context):
            key = self._members(named)
            if key is not None:
                return key
            named |= self._for_open_roles(named, labels)
        return self._members(named)

    def _for_open_roles(self, named: int, labels: tuple[Words, ...]) -> int:
        """What further labels name, of the roles that have no member yet."""
        found = 0
        for label in labels:
            found |= self._named(label)[0]
        place = 0
        for members in self.roles:
            mask = ((1 << len(members)) - 1) << place
            if named & mask:
                found &= ~mask
            place += len(members)
        return found

    def _has_measure(self, bits: int) -> bool:
        return bool(bits & self.measure_bits) or not self.measure_bits

    def _named(self, label: Words) -> tuple[int, bool]:
        if label not in self.seen:
            bits, whole = self.facets.named_in(label)
            if not whole:
                content = tuple(word for word in label if word not in self.filler)
                bits, whole = self.facets.named_in(content)
            self.seen[label] = bits, whole
        return self.seen[label]

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
def _table_reader(
    roles: tuple[tuple[str, tuple[str, ...]], ...], labels: tuple[tuple[str, ...], ...]
) -> _TableReader:
    return _TableReader(roles, labels)


def find_passage(sought: TextSought, indexes: Iterable[Index]) -> Passage | None:
    """The first text whose heading is one of those sought: alone, or with words around it."""
    headings = _facets((sought.headings,))
    loose: Passage | None = None
    for index in indexes:
        for passage in index.passages:
            if sought.at and sought.at in passage.pointers[:1]:
                return passage
            named, whole = headings.named_in(passage.heading)
            if named and whole:
                return passage
            if named and loose is None:
                loose = passage
    return loose
