"""Finding a quantity in a product that may call it by another name, scale or shape.

A quantity is found, missing, or ambiguous (several places, different values): only the first
can satisfy a criterion, so a wrong guess never passes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from modylbench.products.finding.axes import (
    is_another_case,
    is_another_measure,
    is_aside,
    is_rate,
    is_set_aside,
    named_by_labels,
    names_its_case,
    worth_a_look,
)
from modylbench.products.finding.deductions import is_deducted
from modylbench.products.finding.sentences import named_by_sentence
from modylbench.products.finding.tables import role_reader
from modylbench.products.pointer import join
from modylbench.products.quantities.base_units import (
    LARGEST_BARE_RATIO,
    in_base_units,
    stated_dimension,
)
from modylbench.products.quantities.closeness import RESTATED, Measure
from modylbench.products.quantities.labels import Facets, label_words
from modylbench.products.quantities.numbers import UNREADABLE
from modylbench.products.quantities.physical import factor_between
from modylbench.products.quantities.units import COUNT, MONEY, PERCENT, unit
from modylbench.products.reading.entries import labelled_entries, row_entries
from modylbench.products.reading.index import TextPassage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from modylbench.products.finding.likeness import Lexicon
    from modylbench.products.finding.tables import RoleReader
    from modylbench.products.quantities.conclusion import ClaimSought
    from modylbench.products.quantities.numbers import ShownNumber
    from modylbench.products.quantities.quantity import NumberSought, TableSought, TextSought
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.index import Index, ProductPart
    from modylbench.products.reading.observation import Observation


PlaceKey = tuple[str, str, tuple[int, int] | None]
"""A place by its product, its pointer there, and the span inside a text."""
GatheredNumbers = dict[tuple[str, ...], list[tuple["Index", "Observation"]]]
"""The numbers that may belong to a table, by the members of its roles."""
NOWHERE = Measure(math.nan)
"""A number in a unit that cannot be the quantity's: it agrees with none."""


@dataclass(frozen=True, slots=True)
class NumberPlace:
    """Where a number was found: product and pointer, the span inside a text, the value there."""

    product: str
    pointer: str
    span: tuple[int, int] | None
    measure: Measure
    is_foreign: bool = False
    """In a unit that cannot be the quantity's."""
    is_stated: bool = False
    """A percentage that says so, beside which a bare number may be a count."""
    as_shown: Measure = NOWHERE
    """Where it is foreign: what it would be, had it the quantity's unit."""
    is_plain: bool = True
    """False for a whole number as a percentage without a sign of one: it may be a count."""

    @property
    def key(self) -> PlaceKey:
        """What tells it from every other place."""
        return self.product, self.pointer, self.span


@dataclass(frozen=True, slots=True)
class FoundNumber:
    """A number in base units and every place that shows it.

    `located_by` is who pointed at the place, where code alone had not found it.
    """

    measure: Measure
    places: tuple[NumberPlace, ...]
    located_by: str = ""
    is_likely: bool = False
    """Found under a label that is none of its names, but fits them better than any other's."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Nothing of that name."""


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several places of that name with different values."""

    places: tuple[NumberPlace, ...]


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Numbers by the members of their roles, and the places of all of them."""

    numbers: dict[tuple[str, ...], FoundNumber]
    conflicts: dict[tuple[str, ...], Ambiguous]


@lru_cache(maxsize=4096)
def _facets(labels: tuple[tuple[str, ...], ...], *, are_counts: bool = False) -> Facets:
    return Facets(labels, are_counts=are_counts)


def facets_of(sought: NumberSought) -> Facets:
    """What the quantity must be called."""
    are_counts = unit(sought.unit).dimension == COUNT
    return _facets(sought.labels, are_counts=are_counts)


def find_number(
    sought: NumberSought, indexes: Iterable[Index]
) -> FoundNumber | Missing | Ambiguous:
    """The number sought in these products."""
    return _find_number(sought, indexes, facets_of(sought))


def find_likely_number(
    sought: NumberSought, indexes: Iterable[Index], lexicon: Lexicon
) -> FoundNumber | Missing:
    """The number whose labels fit the one sought best of all in the lexicon; none where unclear."""
    facets = lexicon.facets(sought, are_counts=unit(sought.unit).dimension == COUNT)
    found = _find_number(sought, indexes, facets)
    return replace(found, is_likely=True) if isinstance(found, FoundNumber) else Missing()


def _find_number(
    sought: NumberSought, indexes: Iterable[Index], facets: Facets
) -> FoundNumber | Missing | Ambiguous:
    kind = unit(sought.unit)
    known = (
        facets.vocabulary | _facets((sought.within,)).vocabulary
        if sought.within
        else facets.vocabulary
    )
    matching = [
        (index, observation)
        for index in indexes
        for part in index.parts
        for observation in _answering(part, sought, facets, known)
    ]
    if sought.within:
        inside = [
            (i, o) for i, o in matching if _is_within(o, sought.within) or _is_at(o, sought.at)
        ]
        matching = inside or matching
    plain = [(i, o) for i, o in matching if _is_at(o, sought.at) or not is_another_case(o, known)]
    if len(plain) < len(matching) and all(names_its_case(o, known) for _, o in plain):
        plain = matching if plain else []  # several cases, and none of them was asked for
    main = [(i, o) for i, o in plain if not is_aside(o, known)] or plain
    return agreed_number(main, kind, frozenset().union(*facets.units.values()))


def _answering(
    part: ProductPart, sought: NumberSought, facets: Facets, known: frozenset[str]
) -> tuple[Observation, ...]:
    """The numbers of a part that bear the name or stand at the pointer, looked for once."""
    key = (facets, sought.at, sought.within, sought.unit)
    if key not in part.answers:
        kind = unit(sought.unit)
        part.answers[key] = tuple(
            observation
            for observation in worth_a_look(part.observations, facets, sought.at)
            if _is_named(observation, facets, known, kind) or _is_at(observation, sought.at)
        )
    return cast("tuple[Observation, ...]", part.answers[key])


def _is_named(observation: Observation, facets: Facets, known: frozenset[str], kind: Unit) -> bool:
    sentence = observation.sentence
    if sentence is not None:
        return named_by_sentence(sentence, observation.context, facets)
    return (
        named_by_labels(observation, facets)
        and (facets.seeks_rate or not is_rate(observation))
        and not is_another_measure(observation, known, kind)
    )


def _is_at(observation: Observation, pointer: str) -> bool:
    return observation.pointer == pointer and observation.span is None


def agreed_number(
    observations: Iterable[tuple[Index, Observation]],
    kind: Unit,
    units: frozenset[str] = frozenset(),
) -> FoundNumber | Missing | Ambiguous:
    """One number where all observations agree; `units` are the physical ones asked for.

    A number in another currency, or of another physical kind, stands aside where one in the right
    unit is shown; alone it is a number that agrees with none. The same number in both units is no
    conversion: one of them is wrong. What is taken off may have a minus in one place only.
    """
    observations = list(observations)
    places = [
        place
        for index, observation in observations
        for place in _places(index, observation, kind, units)
    ]
    ours = tuple(place for place in places if not place.is_foreign) or tuple(places)
    ours = tuple(place for place in ours if place.is_stated) or ours
    if not ours:
        return Missing()
    best = min(ours, key=lambda place: place.measure.half_step).measure
    misnamed = tuple(
        place
        for place in places
        if place.is_foreign and best.number and best.is_close(place.as_shown, RESTATED)
    )
    if misnamed:
        return Ambiguous((*ours, *misnamed))
    if ours[0].is_foreign or all(best.is_close(place.measure, RESTATED) for place in ours):
        return FoundNumber(best, ours, is_likely=not any(place.is_plain for place in ours))
    if all(best.size.is_close(place.measure.size, RESTATED) for place in ours) and all(
        is_deducted(i, o) for i, o in observations if any(shown.number < 0 for shown in o.shown)
    ):
        return FoundNumber(best.size, ours)
    return Ambiguous(ours)


def _places(
    index: Index, observation: Observation, kind: Unit, units: frozenset[str]
) -> Iterable[NumberPlace]:
    """The readings of a number in base units, as far as its labels allow them."""
    strong, weak = observation.strong, observation.weak
    for shown in observation.shown:
        measure = in_base_units(shown, strong, weak, kind)
        is_foreign, as_shown = False, NOWHERE
        if shown is UNREADABLE:
            measure = shown.measure
        elif measure is None and kind.is_money:
            stated = stated_dimension(shown, strong, weak, kind)
            if stated is not None and stated.startswith(MONEY):
                measure, is_foreign = NOWHERE, True
                as_shown = _as_if_ours(shown, observation, kind)
        elif measure is not None and units:
            factor = _physical_factor(shown, observation, units)
            is_foreign = factor is None
            as_shown = measure if factor is None else NOWHERE
            measure = NOWHERE if factor is None else measure.times(factor)
        if measure is not None:
            is_stated = stated_dimension(shown, strong, weak, kind) == kind.dimension
            is_count = kind.dimension == PERCENT and not is_stated and _is_whole(shown)
            yield NumberPlace(
                index.product.id,
                observation.pointer,
                observation.span,
                measure,
                is_foreign,
                is_stated=is_stated and kind.dimension == PERCENT,
                as_shown=as_shown,
                is_plain=not is_count,
            )


def _as_if_ours(shown: ShownNumber, observation: Observation, kind: Unit) -> Measure:
    """What an amount in another currency would be, were it in the one asked for."""
    strong, weak = (
        tuple(
            replace(hint, dimension=kind.dimension)
            if (hint.dimension or "").startswith(MONEY)
            else hint
            for hint in hints
        )
        for hints in (observation.strong, observation.weak)
    )
    amount = replace(shown, dimension=kind.dimension) if shown.dimension else shown
    return in_base_units(amount, strong, weak, kind) or NOWHERE


def _is_whole(shown: ShownNumber) -> bool:
    return abs(shown.number) > LARGEST_BARE_RATIO and shown.number == int(shown.number)


def _physical_factor(
    shown: ShownNumber, observation: Observation, units: frozenset[str]
) -> float | None:
    """What a number is to be multiplied with to be in a unit asked for; None where it cannot be."""
    stated = shown.physical or next((h.physical for h in observation.strong if h.physical), "")
    above = next((hint.physical for hint in observation.weak if hint.physical), "")
    if (stated or above) in {"", *units}:
        return 1.0
    factors = (factor_between(stated or above, asked) for asked in sorted(units))
    found = next((factor for factor in factors if factor is not None), None)
    return found if stated or found is not None else 1.0  # a title may speak of other columns


def _is_within(observation: Observation, names: tuple[str, ...]) -> bool:
    scope = _facets((names,))
    return any(
        scope.named_in(label)[0]
        for label in (*observation.context, *observation.kinds, *observation.aside)
    )


def find_table(
    sought: TableSought, indexes: Iterable[Index], *, is_one_of_several: bool = False
) -> FoundTable:
    """Every number of the table sought, by the members of its roles.

    Where another measure is sought of the same members (`is_one_of_several`), only what names this
    one is it.
    """
    are_counts = unit(sought.unit).dimension == COUNT
    reader = role_reader(sought.members_by_role, sought.labels, are_counts=are_counts)
    return _find_table(sought, indexes, reader, is_one_of_several=is_one_of_several)


def find_likely_table(
    sought: TableSought, indexes: Iterable[Index], lexicon: Lexicon, known: FoundTable
) -> FoundTable:
    """The table with what labels that fit best add to it.

    Where part of it was found by name, only members are added that were found nowhere: what has a
    name of its own is read by that.
    """
    reader = lexicon.reader(sought, are_counts=unit(sought.unit).dimension == COUNT)
    likely = _find_table(sought, indexes, reader).numbers
    keys = (*known.numbers, *known.conflicts)
    seen = [{key[role] for key in keys} for role in range(len(sought.roles))]
    added = {
        key: replace(found, is_likely=True)
        for key, found in likely.items()
        if key not in known.numbers
        and key not in known.conflicts
        and any(member not in names for member, names in zip(key, seen, strict=True))
    }
    return FoundTable({**known.numbers, **added}, known.conflicts)


def _find_table(
    sought: TableSought,
    indexes: Iterable[Index],
    reader: RoleReader,
    *,
    is_one_of_several: bool = False,
) -> FoundTable:
    kind = unit(sought.unit)
    gathered: GatheredNumbers = {}
    for index in indexes:
        for part in index.parts:
            for key, observation in _entries(part, reader):
                if not sought.within or _is_within(observation, sought.within):
                    gathered.setdefault(key, []).append((index, observation))
    if is_one_of_several and sought.labels:
        for key, found in tuple(gathered.items()):
            gathered[key] = reader.naming_the_measure(found, is_needed=True)
    gathered = _without_other_versions(gathered, reader.facets.vocabulary, kind)
    outcomes = {
        key: agreed_number(reader.naming_the_measure(observations), kind, reader.units_of(key))
        for key, observations in gathered.items()
    }
    return FoundTable(
        {key: found for key, found in outcomes.items() if isinstance(found, FoundNumber)},
        {key: unclear for key, unclear in outcomes.items() if isinstance(unclear, Ambiguous)},
    )


def _without_other_versions(
    gathered: GatheredNumbers, known: frozenset[str], kind: Unit
) -> GatheredNumbers:
    """The numbers of the main case; what stands nowhere else is taken from where it stands.

    A part that is set aside, or that shows a number otherwise than the main case does, is another
    version of the table: no number is taken from it, for a row that the main case has no more is
    none of its rows. An appendix that agrees may well have the rest.
    """
    standing = _split_apart(gathered, is_set_aside)[0] or gathered
    main, beside = _split_apart(standing, lambda o: is_another_case(o, known) or is_aside(o, known))
    if not main or not beside:
        return standing
    others = {
        _part_of(index, observation)
        for key, found in beside.items()
        for index, observation in found
        if key in main and not _do_agree([*main[key], (index, observation)], kind)
    }
    for key in beside.keys() - main.keys():
        if kept := [(i, o) for i, o in beside[key] if _part_of(i, o) not in others]:
            main[key] = kept
    return {key: main[key] for key in standing if key in main}


def _split_apart(
    gathered: GatheredNumbers, is_apart: Callable[[Observation], bool]
) -> tuple[GatheredNumbers, GatheredNumbers]:
    """The numbers that are not apart, and those that are; equal surroundings are asked once."""
    together: GatheredNumbers = {}
    apart: GatheredNumbers = {}
    told: dict[object, bool] = {}
    for key, found in gathered.items():
        for index, observation in found:
            labels = observation.context, observation.aside, observation.kinds
            if labels not in told:
                told[labels] = is_apart(observation)
            (apart if told[labels] else together).setdefault(key, []).append((index, observation))
    return together, apart


def _part_of(index: Index, observation: Observation) -> tuple[str, tuple[str, ...]]:
    """The sheet, section or widget of a number."""
    return index.product.id, tuple(observation.pointer.split("/")[:3])


def _do_agree(observations: list[tuple[Index, Observation]], kind: Unit) -> bool:
    return not isinstance(agreed_number(observations, kind), Ambiguous)


def _entries(
    part: ProductPart, reader: RoleReader
) -> tuple[tuple[tuple[str, ...], Observation], ...]:
    """The numbers of a part that belong to the table, looked for once."""
    if reader not in part.answers:
        keyed = ((reader.key(observation), observation) for observation in part.observations)
        part.answers[reader] = tuple((key, o) for key, o in keyed if key is not None)
    return cast("tuple[tuple[tuple[str, ...], Observation], ...]", part.answers[reader])


def find_passage(sought: TextSought, indexes: Iterable[Index]) -> TextPassage | None:
    """The first text whose heading is one of those sought: alone, or with words around it."""
    headings = _facets((sought.headings,))
    loose: TextPassage | None = None
    for index in indexes:
        for passage in _main_passages(index):
            if sought.at and sought.at in passage.pointers[:1]:
                return passage
            named, whole = headings.named_in(passage.heading)
            if named and whole:
                return passage
            if named and loose is None:
                loose = passage
    return loose


def find_claim_text(sought: ClaimSought, indexes: Iterable[Index]) -> TextPassage | None:
    """The texts under the headings in which a conclusion may stand, as one; else all there are."""
    headings = _facets((sought.headings,)) if sought.headings else None
    for index in indexes:
        found = [
            passage
            for passage in _main_passages(index)
            if headings is None or headings.named_in(passage.heading)[0]
        ]
        if not found and headings is not None and sought.has_heading:
            found = _named_entries(index, headings)
        found = found or _main_passages(index)
        if found:
            return TextPassage(
                found[0].product,
                found[0].heading,
                "\n".join(_as_claimed(passage, sought) for passage in found),
                tuple(pointer for passage in found for pointer in passage.pointers),
            )
    return None


def _named_entries(index: Index, headings: Facets) -> list[TextPassage]:
    """What stands behind a label in a list or a table: a tile of a dashboard written as a line."""
    product = index.product
    sheets = [(join("sheets", sheet.id), sheet) for sheet in getattr(product, "sheets", ())]
    sheets += [
        (join("widgets", widget.id, "table"), widget.table)
        for widget in getattr(product, "widgets", ())
        if widget.table is not None
    ]
    entries = [
        (passage.pointers, entry)
        for passage in _main_passages(index)
        for entry in labelled_entries(passage.text)
    ]
    entries += [((pointer,), entry) for pointer, sheet in sheets for entry in row_entries(sheet)]
    found: dict[str, TextPassage] = {}
    for pointers, entry in entries:
        label = label_words(entry.label).words
        if headings.named_in(label) == (headings.all, True):
            found.setdefault(entry.text, TextPassage(product.id, label, entry.text, pointers))
    return list(found.values())


def _main_passages(index: Index) -> list[TextPassage]:
    """The texts that are not set aside; all where there are no others."""
    main = [passage for passage in index.passages if not passage.is_set_aside]
    return main or list(index.passages)


def _as_claimed(passage: TextPassage, sought: ClaimSought) -> str:
    """The text, behind its heading where that may hold the answer: `Worst case: freight +12%`."""
    return f"{' '.join(passage.heading)}: {passage.text}" if sought.has_heading else passage.text
