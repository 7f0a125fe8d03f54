"""Whether the labels around a number name the quantity sought, and nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import period_places
from modylbench.products.reading.set_aside import SET_ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.quantities.labels import Facets
    from modylbench.products.quantities.units import Unit
    from modylbench.products.reading.observation import Observation, Words

MEASURE = 1  # the bit of the first facet
EXPLAINED, MUTE, IN_PIECES, STRANGE = range(4)
"""A label may be all names, words that say nothing, parts of names, or about something else."""

FROM_BASELINE = {"change", "difference"}
SHARE_OF_TOTAL = ("%", "total")


def worth_a_look(
    observations: Iterable[Observation], facets: Facets, at: str
) -> Iterator[Observation]:
    """The numbers at the pointer, in sentences, or with labels that may name what is sought.

    Most numbers of a product go no further than this, so it is one tight loop.
    """
    standings = _label_readings(facets)
    for observation in observations:
        named, worst = 0, 0
        for label in observation.axes:
            standing, bits = standings[label]
            named |= bits
            if standing > worst:
                worst = standing
        if worst != STRANGE or named & MEASURE or observation.topic or observation.pointer == at:
            yield observation


def named_by_labels(observation: Observation, facets: Facets) -> bool:
    """True when row, column and what stands above and beside them name every facet."""
    named = _named_on_axes(observation, facets)
    if named is None:
        return False
    for label in observation.kinds:
        bits, whole = facets.named_in(label)
        if not whole and not vocabulary.NEUTRAL.issuperset(label):
            return False
        named |= bits
    if named != facets.all:
        named = _with_surrounding_facets(named, observation, facets)
    return named == facets.all


class _LabelReadings(dict["Words", tuple[int, int]]):
    """How each label stands to what is sought, and the facets that it names wholly."""

    def __init__(self, facets: Facets) -> None:
        super().__init__()
        self.facets = facets

    def __missing__(self, label: Words) -> tuple[int, int]:
        bits, whole = self.facets.named_in(label)
        if whole:
            self[label] = EXPLAINED, bits
        elif vocabulary.NEUTRAL.issuperset(label):
            self[label] = MUTE, 0
        else:
            self[label] = IN_PIECES if self.facets.vocabulary.issuperset(label) else STRANGE, 0
        return self[label]


@lru_cache(maxsize=4096)
def _label_readings(facets: Facets) -> _LabelReadings:
    return _LabelReadings(facets)


def _named_on_axes(observation: Observation, facets: Facets) -> int | None:
    """The facets that the axes name; None where an axis says something else."""
    standings, axes = _label_readings(facets), observation.axes
    named = 0
    for label in axes:
        named |= standings[label][1]
    for label in axes:
        standing = standings[label][0]
        if standing == EXPLAINED or (standing == MUTE and label != SHARE_OF_TOTAL):
            continue
        if label == observation.topic or _says_what_stands_above(label, observation, facets):
            continue
        if not named & MEASURE or not _repeats(label, axes):
            return _named_across(observation, standings) if standing == IN_PIECES else None
    return named if named or _is_total(axes) else None


def _named_across(observation: Observation, standings: _LabelReadings) -> int | None:
    """The facets named by two labels that only together make a name: Senior, Leverage."""
    axes = observation.axes
    if len(axes) == 1:
        axes = (*observation.context[:1], *axes)
    facets = standings.facets
    if len(axes) != 2 or not all(facets.vocabulary.issuperset(label) for label in axes):
        return None
    for label in (axes[0] + axes[1], axes[1] + axes[0]):
        bits, whole = facets.named_in(label)
        if bits and whole:
            return bits
    return None


def _says_what_stands_above(label: Words, observation: Observation, facets: Facets) -> bool:
    """True for a column "Q4" or "Q4 cost" of a plan for Q4: it tells no cost from another."""
    places = period_places(label)
    if len(places) != 1:
        return False
    period = label[places[0] : places[0] + (1 if label[places[0]].isdigit() else 2)]
    rest = {word for word in label if word not in period}
    return vocabulary.NEUTRAL.issuperset(rest - facets.measure_words) and any(
        set(above).issuperset(period) for above in observation.context
    )


def _repeats(label: Words, axes: Iterable[Words]) -> bool:
    """True when an axis says again what the other one says."""
    return {word for other in axes if other != label for word in other}.issuperset(label)


def _is_total(axes: Iterable[Words]) -> bool:
    return any(label and vocabulary.TOTAL.issuperset(label) for label in axes)


def _with_surrounding_facets(named: int, observation: Observation, facets: Facets) -> int:
    """The facets named once those beside and above the number have been added.

    The measure must be all that a heading says. The nearest period decides: one that is not sought
    ends the search.
    """
    for label in observation.aside:
        bits, whole = facets.named_in(label)
        named |= bits if whole else 0
        if not named & facets.periods and facets.other_period_in(label):
            return 0
    for label in observation.context:
        if not named & facets.periods and facets.other_period_in(label):
            return 0
        named |= _named_above(label, facets)
    return named


def _named_above(label: Words, facets: Facets) -> int:
    bits, whole = facets.named_in(label)
    if not bits:
        return 0
    if whole or vocabulary.FURNITURE.issuperset(facets.left_over(label)):
        return bits
    spoilt = not (vocabulary.MODIFIERS - facets.vocabulary).isdisjoint(label)
    return 0 if spoilt else bits & ~MEASURE


def is_another_case(observation: Observation, known: frozenset[str]) -> bool:
    """True when a heading or a neighbour says that this is the downside, a budget, a target."""
    for label in (*observation.context, *observation.aside, *observation.kinds):
        for word in label:
            if word in vocabulary.OTHER_CASES and word not in known and not _is_bought(word, label):
                return True
    return False


def is_aside(observation: Observation, known: frozenset[str]) -> bool:
    """True for a number in an appendix, an older version or a part that is set aside."""
    return is_set_aside(observation) or any(
        word in vocabulary.SIDE_PLACES and word not in known
        for label in observation.context
        for word in label
    )


def is_set_aside(observation: Observation) -> bool:
    """True where the part says of itself that it is not the main case."""
    return SET_ASIDE in observation.context


def names_its_case(observation: Observation, known: frozenset[str]) -> bool:
    """True when a number is said to be of the base case, which nobody asked for."""
    labels = (*observation.context, *observation.aside, *observation.kinds)
    return any("base" in label and "base" not in known for label in labels)


def _is_bought(word: str, label: Words) -> bool:
    return word == "target" and not vocabulary.NOT_A_TARGET.isdisjoint(label)


def is_another_measure(observation: Observation, known: frozenset[str], unit: Unit) -> bool:
    """True when a title speaks of a growth or an index and no unit says otherwise."""
    said = {
        word
        for label in observation.context
        if not _is_about_something_else(label, known)
        for word in label
    } - known
    if "baseline" in said:
        said -= FROM_BASELINE  # a trial's endpoint, not a change of the measure
    if not vocabulary.CHANGES_THE_MEASURE.isdisjoint(said):
        return True
    if vocabulary.CHANGES_WITHOUT_UNIT.isdisjoint(said):
        return False
    stated = {hint.dimension for hint in (*observation.strong, *observation.weak)}
    stated |= {shown.dimension for shown in observation.shown}
    return unit.dimension not in stated


def _is_about_something_else(label: Words, known: frozenset[str]) -> bool:
    """True for "Change in blood pressure" above a standard error: it says of what, not which."""
    said = {word for word in label if word.isalpha()} - vocabulary.FURNITURE
    return known.isdisjoint(said) and len(said - vocabulary.MODIFIERS) > 1


def is_rate(observation: Observation) -> bool:
    """True for so much per pallet, which is not so much."""
    return any(shown.rate for shown in observation.shown) or any(
        hint.rate for hint in observation.strong
    )
