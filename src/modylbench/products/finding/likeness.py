"""How well a label fits each of a product's names, when it is none of them word for word.

Analysts abbreviate (WR, Thruput, Qual.), add remarks ("(derived)", "rev 4") and leave words out. A
label is then read as the one name that it fits better than every other name of the same product.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override

from modylbench.language.plain import word_set
from modylbench.products.finding.tables import RoleReader
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import (
    ADDING_LITTLE,
    ADDING_NOTHING,
    Facets,
    PartedWords,
    is_free,
    label_words,
    period_places,
)
from modylbench.products.quantities.quantity import NumberSought, TableSought, aliases_of_member

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from modylbench.products.quantities.quantity import Quantity
    from modylbench.products.reading.observation import Observation, Words

LEFT_OVER, LEFT_OUT, ABBREVIATED, OUT_OF_ORDER = 1.0, 0.8, 0.3, 0.1
"""Ours: what a word of the label that the name lacks costs, one of the name that the label lacks,
one that is abbreviated, and words in another order. The less another reader would stumble over it,
the less it costs."""
MOST_LEFT_OVER = 4  # ours: a label with more words besides the name is about something else
MOST_TRIED = 4
LONGEST_INITIALS = 5
SHORTEST_PREFIX, SHORTEST_STEM = 2, 6
IDLE = ADDING_NOTHING | ADDING_LITTLE


class LabelFit(NamedTuple):
    """A name that a label may stand for, at what cost, and the label's words that say so."""

    cost: float
    name: Words
    used: frozenset[int]
    left_out: int
    is_abbreviated: bool


@lru_cache(maxsize=65536)
def may_stand_for(short: str, whole: str) -> bool:
    """True when a word may be an abbreviation or another form of a longer one.

    >>> may_stand_for("thruput", "throughput"), may_stand_for("qual", "qualified")
    (True, True)
    >>> may_stand_for("production", "produced"), may_stand_for("low", "lower")
    (True, False)
    """
    if not (short.isalpha() and whole.isalpha()) or short[0] != whole[0]:
        return False
    if _common_start(short, whole) >= SHORTEST_STEM:
        return True
    if len(short) >= len(whole) or len(whole) - len(short) < 2:
        return False
    if whole.startswith(short):
        return (
            len(short) >= SHORTEST_PREFIX
            and (len(short) > 2 or len(whole) > 4)
            and short not in _WORDS_OF_THEIR_OWN
        )
    letters = iter(whole)
    return (
        len(short) >= 3 and short[-1] in whole[-3:] and all(letter in letters for letter in short)
    )


_WORDS_OF_THEIR_OWN = word_set(
    "low high up down net in out on off all any one two add end per pre post non sub base cash "
    "pack cell part real rate over under open close new old unit share cost plan max min is it "
    "to at by or as an so no if of"
)
"""Words that start others and say something else."""


def _common_start(word: str, other: str) -> int:
    length = 0
    for left, right in zip(word, other, strict=False):
        if left != right:
            break
        length += 1
    return length


class Lexicon:
    """All names of a product's quantities, and how well labels fit them."""

    def __init__(self, quantities: Iterable[Quantity], settled: frozenset[str]) -> None:
        names: dict[Words, bool] = {}
        self._directed: set[Words] = set()
        for quantity in quantities:
            for alias in aliases_of(quantity):
                name = tuple(label_words(alias).words)
                names[name] = names.get(name, False) or quantity.id not in settled
                if not is_free(alias):
                    self._directed.add(name)
        names.pop((), None)
        self.open_names = frozenset(name for name, is_open in names.items() if is_open)
        self._with_word: dict[str, list[Words]] = defaultdict(list)
        self._with_run: dict[str, dict[Words, list[Words]]] = defaultdict(lambda: defaultdict(list))
        for name in names:
            for word in set(name):
                self._with_word[word].append(name)
            for run in set(_runs(name)):
                self._with_run["".join(word[0] for word in run)][run].append(name)
        self._likely: dict[str, tuple[str, ...]] = {}
        self._facets: dict[str, LikelyFacets] = {}
        self._readers: dict[str, LikelyRoleReader] = {}
        self._fits: dict[Words, tuple[LabelFit, ...]] = {}

    def facets(self, sought: NumberSought, *, are_counts: bool) -> LikelyFacets:
        """The facets of one of the product's numbers, kept for the next search."""
        if sought.id not in self._facets:
            self._facets[sought.id] = LikelyFacets(sought.labels, self, are_counts=are_counts)
        return self._facets[sought.id]

    def reader(self, sought: TableSought, *, are_counts: bool) -> LikelyRoleReader:
        """The reader of one of the product's tables, kept for the next search."""
        if sought.id not in self._readers:
            self._readers[sought.id] = LikelyRoleReader(sought, self, are_counts=are_counts)
        return self._readers[sought.id]

    def fits(self, label: Words) -> tuple[LabelFit, ...]:
        """The names that a label may stand for, the best first."""
        known = self._fits.get(label)
        if known is None:
            known = self._fits[label] = tuple(sorted(self._fitting(label)))
        return known

    def _fitting(self, label: Words) -> Iterator[LabelFit]:
        said = self._words_expressed(label)
        runs = {
            name: (run, place)
            for place, word in enumerate(label)
            if word not in self._with_word
            for run, names in self._with_run.get(word, {}).items()
            for name in names
        }
        content = [place for place, word in enumerate(label) if word not in IDLE]
        for name in {name for whole in said for name in self._with_word[whole]} | runs.keys():
            here = {word: said[word] for word in name if word in said}
            if name in runs:
                run, place = runs[name]
                here |= dict.fromkeys(run, (frozenset({place}), ABBREVIATED / len(run)))
            used = frozenset(place for places, _ in here.values() for place in places)
            absent = {word for word in name if word not in here}
            left_out = len(absent)
            left_over = sum(place not in used for place in content)
            if (not left_over or not left_out) and left_out <= len(here):
                cost = LEFT_OVER * left_over + LEFT_OUT * left_out
                cost -= LEFT_OUT / 2 * len(absent & IDLE)
                if not is_in_order(name, here):
                    if name in self._directed:
                        continue
                    cost += OUT_OF_ORDER
                abbreviated = sum(cost for _, cost in here.values())
                yield LabelFit(round(cost + abbreviated, 6), name, used, left_out, abbreviated > 0)

    def _words_expressed(self, label: Words) -> dict[str, tuple[frozenset[int], float]]:
        """The words of names that a label may express, by which of its own and at what cost."""
        said: dict[str, tuple[frozenset[int], float]] = {}
        for place, word in enumerate(label):
            for whole in self._meanings(word):
                cost = 0.0 if whole == word else ABBREVIATED
                if whole not in said or said[whole][1] > cost:
                    said[whole] = frozenset({place}), cost
        for start, end, initials in _initials(label):
            if initials in self._with_word and initials not in said:
                said[initials] = frozenset(range(start, end)), ABBREVIATED
        return said

    def _meanings(self, word: str) -> tuple[str, ...]:
        """The words of names that a word may stand for: itself, where it is one."""
        known = self._likely.get(word)
        if known is None:
            own = (word,) if word in self._with_word else ()
            others = tuple(
                whole for whole in self._with_word if whole != word and may_stand_for(word, whole)
            )
            known = self._likely[word] = (*own, *others)
        return known


def is_in_order(name: Words, here: Mapping[str, tuple[frozenset[int], float]]) -> bool:
    """True when the label has the words of a name in the name's order."""
    places = [min(here[word][0]) for word in name if word in here]
    return all(before <= after for before, after in pairwise(places))


def aliases_of(quantity: Quantity) -> Iterator[str]:
    """Every name of a quantity, its roles' members included."""
    if isinstance(quantity, NumberSought | TableSought):
        for aliases in quantity.labels:
            yield from aliases
    if isinstance(quantity, TableSought):
        for _, members in quantity.members_by_role:
            for member in members:
                yield from aliases_of_member(member)


def _runs(name: Words) -> Iterator[Words]:
    for start in range(len(name) - 1):
        for end in range(start + 2, min(len(name), start + LONGEST_INITIALS) + 1):
            run = name[start:end]
            if all(word.isalpha() for word in run):
                yield run


def _initials(label: Words) -> Iterator[tuple[int, int, str]]:
    for start in range(len(label) - 1):
        for end in range(start + 2, min(len(label), start + LONGEST_INITIALS) + 1):
            if all(word.isalpha() for word in label[start:end]):
                yield start, end, "".join(word[0] for word in label[start:end])


class LikelyFacets(Facets):
    """Facets that also take a label for the name it fits best of all names of the product.

    The first `members` facets are names of a closed list (endpoints, plants): a label that fits
    one of them best is that one, whatever else it says. Others are measures, of which every word
    counts: only a remark in brackets or behind a comma may stand beside them.
    """

    def __init__(
        self,
        facets: Sequence[Sequence[str]],
        lexicon: Lexicon,
        *,
        members: int = 0,
        are_counts: bool = False,
    ) -> None:
        super().__init__(facets, are_counts=are_counts)
        self.lexicon = lexicon
        self.member_bits = (1 << members) - 1
        self.bits: dict[Words, int] = {}
        for alias, bit in self.aliases:
            self.bits[alias] = self.bits.get(alias, 0) | bit

    @override
    def _read_tiles(self, label: Words) -> tuple[int, bool]:
        named, whole = super()._read_tiles(label)
        if whole or not label:
            return named, whole
        likely = self._likely(label)
        if likely is None:
            return named, whole
        self._left_over[label] = ()
        return likely, True

    def _likely(self, label: Words) -> int | None:
        """The facets of the name that the label fits best; None where another's fits as well."""
        fits = self.lexicon.fits(label)
        own = (fit for fit in fits if fit.name in self.bits and fit.used)
        readings = (self._reading(label, fits, fit) for fit in islice(own, MOST_TRIED))
        return next((bits for bits in readings if bits is not None), None)

    def _reading(self, label: Words, fits: tuple[LabelFit, ...], best: LabelFit) -> int | None:
        """The facets that a label names if it begins with this name; None if it cannot be so."""
        bits, cost = self.bits[best.name], best.cost
        left_over = _without(label, best.used)
        while left_over:
            more = self._next_name(left_over)
            if more is None:
                break
            bits |= self.bits[more.name]
            cost -= sum(left_over[place] not in IDLE for place in more.used) * LEFT_OVER
            left_over = _without(left_over, more.used)
        if any(fit.cost <= cost and self._is_rival(fit, bits) for fit in fits):
            return None
        left_over = tuple(word for word in left_over if word not in IDLE)
        if not self._is_harmless(label, best, left_over):
            return None
        others = self.lexicon.fits(left_over)
        if any(not fit.left_out and self._is_rival(fit, bits) for fit in others):
            return None
        return bits

    def _next_name(self, rest: Words) -> LabelFit | None:
        """Another name of ours in what is left of a label, unless it fits another's better."""
        fits = [fit for fit in self.lexicon.fits(rest) if not fit.left_out and fit.used]
        own = next((fit for fit in fits if fit.name in self.bits), None)
        if own is None or any(fit.cost < own.cost for fit in fits if self._is_rival(fit, 0)):
            return None
        return own

    def _is_rival(self, fit: LabelFit, bits: int) -> bool:
        """True for a name of something else that was not found yet, or is the whole label."""
        own = self.bits.get(fit.name, 0)
        if own and (own & bits or not bits):
            return False
        return not fit.cost or fit.name in self.lexicon.open_names

    def _is_harmless(self, label: Words, best: LabelFit, left_over: Words) -> bool:
        """True where what a label says besides the name makes no other number of it."""
        said = [word for word in left_over if word not in self.vocabulary]
        if len(left_over) > MOST_LEFT_OVER or period_places(left_over):
            return False
        if any(word in vocabulary.SPOILERS or _is_negated(word) for word in said):
            return False
        if self.bits[best.name] & self.member_bits:
            return True
        if best.left_out:
            left_out = set(best.name).difference(label)
            said_of_it = {label[place] for place in best.used}
            is_vague = (vocabulary.MODIFIERS | vocabulary.NEUTRAL).issuperset(said_of_it)
            if is_vague or not vocabulary.SPOILERS.isdisjoint(left_out):
                return False
        head = label.head if isinstance(label, PartedWords) else len(label)
        return all(
            place in best.used or label[place] not in said or label[place] in vocabulary.FURNITURE
            for place in range(head)
        )


def _without(label: Words, used: frozenset[int]) -> Words:
    return tuple(word for place, word in enumerate(label) if place not in used)


def _is_negated(word: str) -> bool:
    return len(word) > 4 and word.startswith(("un", "non"))


class LikelyRoleReader(RoleReader):
    """A reader of roles whose labels may be abbreviated or qualified."""

    def __init__(self, sought: TableSought, lexicon: Lexicon, *, are_counts: bool) -> None:
        super().__init__(sought.members_by_role, sought.labels, are_counts=are_counts)
        self.likely = LikelyFacets(
            [*self.members, *sought.labels],
            lexicon,
            members=len(self.members),
            are_counts=are_counts,
        )
        self.facets = self.likely

    @override
    def key(self, observation: Observation) -> tuple[str, ...] | None:
        """The members that name this number; "Total" beside a segment is the total effect.

        Where both axes name members of one role and another role has none, the column is read as
        the member of that role that it is the beginning of.
        """
        key = super().key(observation)
        if key is not None or observation.sentence is not None or len(observation.axes) != 2:
            return key
        row, header = observation.axes
        bits = self.facets.named_in(row)[0]
        taken = sum(mask for mask in self.role_masks if bits & mask)
        wanted = self.member_bits & ~taken
        if not bits & taken or not self.facets.named_in(header)[0] & taken:
            return None
        begun = {
            bits_named
            for fit in self.likely.lexicon.fits(header)
            if (bits_named := self.likely.bits.get(fit.name, 0) & wanted)
            and fit.name[: len(header)] == tuple(header)
        }
        return self._members(bits | begun.pop()) if len(begun) == 1 else None
