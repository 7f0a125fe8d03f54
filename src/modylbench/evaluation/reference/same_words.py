"""The figure of a perfect answer that is said in the words around an agent's figure.

A figure in (nearly) the words of another one claims to be that one: with another value it is
wrong. So is one with the right value whose words name the neighbour of what they should name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS
from modylbench.language.plain import word_set
from modylbench.products.quantities.labels import ADDING_LITTLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.products.reading.index import Index, ProductPart

    LabelAxis = frozenset[tuple[str, ...]]
    LabelRests = frozenset[frozenset[str]]

BEFORE, AFTER = 6, 5  # ours: words; what stands farther off is of another figure
ALIKE = 0.7  # ours: of the words around, where two of them at least speak of the matter
THE_SAME = 0.9  # ours: where only one does, or the figure is itself one of the perfect answer
EVEN = 0.1  # ours: closer than this, nobody can tell which of two figures is meant
_TOKEN = re.compile(r"\d[\d,.]*[^\W_]*|[^\W\d_][^\W_]*")
_FIGURE, _LABEL = "#", "*"
_BINDING = word_set(
    "from to by up down over under above below more less most before after between with without"
)
"""Small words that say which of two figures is which."""
SHORTEST = 3  # ours: letters of a short form, such as "sub" for "subordinated"
MOST_LABELS = 400  # ours: of one axis; a longer one is raw data, and names nothing anybody says
_OPPOSITES = (
    ("up", "down"), ("higher", "lower"), ("rise", "fall"), ("rises", "falls"), ("rose", "fell"),
    ("risen", "fallen"), ("more", "less"), ("above", "below"), ("over", "under"),
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"),
    ("gain", "loss"), ("gains", "losses"), ("gained", "lost"), ("grew", "shrank"),
    ("grows", "shrinks"), ("largest", "smallest"), ("highest", "lowest"), ("most", "least"),
    ("best", "worst"), ("better", "worse"), ("first", "last"), ("maximum", "minimum"),
    ("inflow", "outflow"), ("profit", "loss"), ("earlier", "later"), ("before", "after"),
    ("with", "without"), ("gross", "net"), ("left", "right"), ("positive", "negative"),
)  # fmt: skip
_OPPOSED = frozenset(frozenset(pair) for pair in _OPPOSITES)
_NUMBERED = word_set("q h year fy week month quarter phase")


@dataclass(frozen=True, slots=True)
class SurroundingWords:
    """The words before and behind a figure, other figures masked, and those of its clause."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    clause: frozenset[str] = frozenset()

    @property
    def words(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.before, *self.after)

    @property
    def nearest(self) -> frozenset[str]:
        """Those that no other figure stands between."""
        before = self.before[::-1]
        nearby = (before[: _stop(before)], self.after[: _stop(self.after)])
        return frozenset(word for part in nearby for word in part)

    @property
    def matter(self) -> frozenset[str]:
        """Those that speak of the matter."""
        return frozenset(word for word in self.words if _is_matter(word))

    @property
    def matter_of_clause(self) -> frozenset[str]:
        """Those of its clause that do."""
        return frozenset(word for word in self.clause if _is_matter(word))


@dataclass(frozen=True, slots=True)
class IntendedFigure:
    """The figure of a perfect answer that an agent's figure is said to be, and whether it is it."""

    figure: StatedFigure
    is_it: bool


def surrounding_words(stated: StatedFigure) -> SurroundingWords:
    """The words around a figure within its sentence."""
    before, after = _tokens(stated.before)[-BEFORE:], _tokens(stated.after)[:AFTER]
    return SurroundingWords(before, after, frozenset(_tokens(stated.clause)))


def intended_figure(
    stated: StatedFigure, expected: Sequence[StatedFigure], neighbours: Neighbours
) -> IntendedFigure | None:
    """The figure whose words these are; None where no words are near enough."""
    own = surrounding_words(stated)
    fitting = [
        (figure, surrounding_words(figure)) for figure in expected if _is_comparable(stated, figure)
    ]
    scored = [(_similarity(own, words), figure) for figure, words in fitting]
    best = max((share for share, _ in scored), default=0.0)
    near = [figure for share, figure in scored if share > max(0.0, best - EVEN)]
    right = next((figure for figure in near if stated.is_same(figure)), None)
    if right is not None and not _is_swapped(own, surrounding_words(right), neighbours):
        return IntendedFigure(right, is_it=True)
    for figure, words in fitting:
        if stated.is_same(figure) and _is_swapped(own, words, neighbours):
            return IntendedFigure(figure, is_it=False)
    for figure, words in fitting:
        is_only = _is_only_one(stated) and _is_only_one(figure)
        if (
            is_only
            and stated.is_same(figure)
            and own.matter_of_clause
            and (own.matter_of_clause <= words.matter_of_clause)
        ):
            return IntendedFigure(figure, is_it=True)
    if not near:
        return None
    due = [words for figure, words in fitting if stated.is_same(figure)]
    is_clear = not due or (best >= THE_SAME and not _is_of_clause(own, near[0], due))
    return IntendedFigure(near[0], is_it=False) if is_clear else None


def _is_of_clause(
    own: SurroundingWords, other: StatedFigure, due: Iterable[SurroundingWords]
) -> bool:
    """Whether a figure of the answer may stand rightly in its clause, in an order of its own.

    A clause that names nothing may be of any of them; one that names what the other figure is not
    of is of its own.
    """
    named = own.matter_of_clause
    theirs = surrounding_words(other).matter_of_clause
    return not named or any(named & words.matter_of_clause - theirs for words in due)


def _is_only_one(stated: StatedFigure) -> bool:
    """Whether no other figure of its clause may be the one that the words are of."""
    return _tokens(stated.clause).count(_FIGURE) == 1


def _is_comparable(stated: StatedFigure, other: StatedFigure) -> bool:
    """Whether one may be said for the other: people leave out a unit, and do not change it."""
    return len({stated.shown.dimension, other.shown.dimension} - {None}) < 2


def _similarity(first: SurroundingWords, other: SurroundingWords) -> float:
    """How much of the words around is the same in the same order; 0 for less than enough."""
    shared = first.matter & other.matter
    words = len(first.words) + len(other.words)
    if not shared:
        return 0.0
    share = 2 * sum(map(len, _matching_places(first, other))) / words
    return share if share >= (ALIKE if len(shared) > 1 else THE_SAME) else 0.0


def _matching_places(
    first: SurroundingWords, other: SurroundingWords
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The places of words that are the same in the same order, before and behind the figure."""
    return _in_order(first.before, other.before), _in_order(first.after, other.after)


def _in_order(first: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    blocks = SequenceMatcher(None, first, other, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def _is_swapped(own: SurroundingWords, other: SurroundingWords, neighbours: Neighbours) -> bool:
    """Whether the same words name what stands beside the figure's own label in some table."""
    mine, theirs = frozenset(own.words), frozenset(other.words)
    labels = {
        word
        for word in mine | theirs
        if any(
            _tell_apart(word, beside, neighbours) for beside in (theirs if word in mine else mine)
        )
    }
    if not labels:
        return False
    masked, wanted = _mask_labels(own, labels), _mask_labels(other, labels)
    pairs = _matching_places(masked, wanted)
    words = len(own.words) + len(other.words)
    if 2 * sum(map(len, pairs)) < ALIKE * words:
        return False
    exchanged = [
        (said[here], due[there])
        for said, due, places in (
            (own.before, other.before, pairs[0]),
            (own.after, other.after, pairs[1]),
        )
        for here, there in places
        if said[here] != due[there]
    ]
    return any(
        (are_opposites(said, due) or (said in own.clause and neighbours.has(said, due)))
        and due not in own.nearest
        and (said in own.nearest or due not in mine)
        for said, due in exchanged
    )


def _tell_apart(first: str, other: str, neighbours: Neighbours) -> bool:
    return are_opposites(first, other) or neighbours.has(first, other)


def _mask_labels(words: SurroundingWords, labels: AbstractSet[str]) -> SurroundingWords:
    return SurroundingWords(
        tuple(_LABEL if word in labels else word for word in words.before),
        tuple(_LABEL if word in labels else word for word in words.after),
    )


def _stop(words: Sequence[str]) -> int:
    return words.index(_FIGURE) if _FIGURE in words else len(words)


def _tokens(text: str) -> tuple[str, ...]:
    """Its telling words; a figure is a mark, and what is both, such as q3, a word."""
    tokens = _TOKEN.findall(text)
    return tuple(
        token if token[0].isalpha() else _FIGURE
        for token in tokens
        if token in _BINDING or not token[0].isalpha() or _is_matter(token)
    )


def _is_matter(word: str) -> bool:
    return len(word) > 1 and word not in STOP_WORDS and word not in EMPTY_WORDS


def are_opposites(first: str, other: str) -> bool:
    """Whether a word says the reverse of another."""
    return frozenset((first, other)) in _OPPOSED


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The labels of each axis of each table."""

    axes: tuple[LabelAxis, ...]
    by_part: Mapping[str, Sequence[tuple[int, tuple[str, ...]]]] = field(
        default_factory=dict, compare=False
    )
    """The labels that have a word, each with the place of its axis."""
    asked: dict[tuple[str, str], bool] = field(default_factory=dict, compare=False)
    rests: dict[str, dict[int, LabelRests]] = field(default_factory=dict, compare=False)

    def has(self, first: str, other: str) -> bool:
        """Whether the words tell two labels of one axis apart."""
        key = (first, other) if first < other else (other, first)
        if key not in self.asked:
            differ = first != other and not {first, other} <= ADDING_LITTLE
            self.asked[key] = differ and self._are_apart(first, other)
        return self.asked[key]

    def _are_apart(self, first: str, other: str) -> bool:
        """Whether two labels of one axis are the same but for these words."""
        ours, theirs = self._rests_without(first), self._rests_without(other)
        return any(not rests.isdisjoint(theirs.get(axis, ())) for axis, rests in ours.items())

    def _rests_without(self, word: str) -> dict[int, LabelRests]:
        """By axis, what is left of its labels that have the word; of most words of a text none."""
        if word not in self.rests:
            found: dict[int, set[frozenset[str]]] = defaultdict(set)
            for part in self._parts_of(word):
                for axis, label in self.by_part[part]:
                    rest = _without(word, label)
                    if rest is not None:
                        found[axis].add(rest)
            self.rests[word] = {axis: frozenset(rests) for axis, rests in found.items()}
        return self.rests[word]

    def _parts_of(self, word: str) -> Iterable[str]:
        """The words of labels that a word is, or is short for."""
        if len(word) >= SHORTEST:
            return (part for part in self.by_part if part.startswith(word))
        return (word,) if word in self.by_part else ()


def neighbours_in(indexes: Iterable[Index]) -> Neighbours:
    """The labels of all tables of these products."""
    axes = dict.fromkeys(axis for index in indexes for part in index.parts for axis in _axes(part))
    return _neighbours(tuple(axes))


@lru_cache(maxsize=64)
def _neighbours(axes: tuple[LabelAxis, ...]) -> Neighbours:
    """Those of the same labels, turn for turn, are the same."""
    by_part: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for place, axis in enumerate(axes):
        for label in axis:
            for part in frozenset(label):
                by_part[part].append((place, label))
    return Neighbours(axes, dict(by_part))


def _without(word: str, label: tuple[str, ...]) -> frozenset[str] | None:
    """What is left of a label that has the word, or its long form; None where it has not."""
    found = [
        part for part in label if part == word or (len(word) >= SHORTEST and part.startswith(word))
    ]
    return frozenset(label) - {found[0]} if found else None


def _axes(part: ProductPart) -> tuple[LabelAxis, ...]:
    """The labels of a part by axis, gathered once."""
    key = "neighbours"
    if key not in part.answers:
        found: dict[int, set[tuple[str, ...]]] = {}
        for observation in part.observations:
            for place, axis in enumerate(observation.axes if observation.sentence is None else ()):
                found.setdefault(place, set()).add(_with_numbers(axis))
        part.answers[key] = tuple(
            frozenset(labels) for labels in found.values() if 1 < len(labels) <= MOST_LABELS
        )
    return cast("tuple[LabelAxis, ...]", part.answers[key])


def _with_numbers(label: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a label, numbered ones as people write them: q2."""
    words: list[str] = []
    for word in label:
        if words and words[-1] in _NUMBERED and word.isdigit():
            words[-1] += word
        else:
            words.append(word)
    return tuple(words)
