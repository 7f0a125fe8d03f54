"""Which figure of a perfect answer is said in the words that stand around an agent's figure?

A figure in (nearly) the words of another one claims to be that one: with another value it is
wrong. So is one with the right value whose words name the neighbour of what they should name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.neighbours import are_opposites
from modylbench.evaluation.measuring.wording import EMPTY_WORDS, STOP_WORDS
from modylbench.products.plain import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from modylbench.evaluation.measuring.neighbours import Neighbours
    from modylbench.evaluation.measuring.told_figures import Told

BEFORE, AFTER = 6, 5  # ours: words; what stands farther off is of another figure
ALIKE = 0.7  # ours: of the words around, where two of them at least speak of the matter
THE_SAME = 0.9  # ours: where only one does
EVEN = 0.1  # ours: closer than this, nobody can tell which of two figures is meant

_TOKEN = re.compile(r"\d[\d,.]*[^\W_]*|[^\W\d_][^\W_]*")
_FIGURE, _LABEL = "#", "*"
_BINDING = word_set(
    "from to by up down over under above below more less most before after between with without"
)
"""Small words that say which of two figures is which."""


@dataclass(frozen=True, slots=True)
class Around:
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


@dataclass(frozen=True, slots=True)
class Meant:
    """The figure of a perfect answer that an agent's figure is said to be, and whether it is it."""

    figure: Told
    is_it: bool


def around(told: Told) -> Around:
    """The words around a figure within its sentence."""
    before, after = _tokens(told.before)[-BEFORE:], _tokens(told.after)[:AFTER]
    return Around(before, after, frozenset(_tokens(told.clause)))


def meant_by(told: Told, expected: Sequence[Told], neighbours: Neighbours) -> Meant | None:
    """The figure whose words these are; None where no words are near enough."""
    own = around(told)
    fitting = [(one, around(one)) for one in expected if _is_comparable(told, one)]
    scored = [(_alike(own, words), one) for one, words in fitting]
    best = max((share for share, _ in scored), default=0.0)
    near = [one for share, one in scored if share > max(0.0, best - EVEN)]
    right = next((one for one in near if told.is_same(one)), None)
    if right is not None and not _is_swapped(own, around(right), neighbours):
        return Meant(right, is_it=True)
    for one, words in fitting:
        if told.is_same(one) and _is_swapped(own, words, neighbours):
            return Meant(one, is_it=False)
    return Meant(near[0], is_it=False) if near else None


def _is_comparable(told: Told, other: Told) -> bool:
    """Whether one may be said for the other: people leave out a unit, and do not change it."""
    return len({told.shown.dimension, other.shown.dimension} - {None}) < 2


def _alike(one: Around, other: Around) -> float:
    """How much of the words around is the same in the same order; 0 for less than enough."""
    shared = one.matter & other.matter
    words = len(one.words) + len(other.words)
    if not shared:
        return 0.0
    share = 2 * sum(map(len, _paired(one, other))) / words
    return share if share >= (ALIKE if len(shared) > 1 else THE_SAME) else 0.0


def _paired(one: Around, other: Around) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The places of words that are the same in the same order, before and behind the figure."""
    return _in_order(one.before, other.before), _in_order(one.after, other.after)


def _in_order(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]


def _is_swapped(own: Around, other: Around, neighbours: Neighbours) -> bool:
    """Whether the same words name what stands beside the figure's own label in some table."""
    mine, theirs = frozenset(own.words), frozenset(other.words)
    labels = {
        word
        for word in mine | theirs
        if any(
            _are_apart(word, beside, neighbours) for beside in (theirs if word in mine else mine)
        )
    }
    if not labels:
        return False
    masked, wanted = _masked(own, labels), _masked(other, labels)
    pairs = _paired(masked, wanted)
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


def _are_apart(one: str, other: str, neighbours: Neighbours) -> bool:
    return are_opposites(one, other) or neighbours.has(one, other)


def _masked(words: Around, labels: AbstractSet[str]) -> Around:
    return Around(
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
