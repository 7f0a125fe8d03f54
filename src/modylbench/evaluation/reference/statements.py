"""Whether two sentences say the same, or one says the opposite of the other in the same words.

Who words a thing in his own way is compared with nobody: only a sentence that is almost the same
can be its opposite. Then one word stands for its opposite, a denial has come or gone, or the names
of things have changed places.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS, words_in
from modylbench.language.opposites import are_opposites, negations, sides_of, without_negations
from modylbench.language.plain import plain
from modylbench.language.stems import stem
from modylbench.products.quantities.numbers import figures_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ALMOST_THE_SAME = 0.75  # ours: of the words, in their order; honest texts of one matter have less
FEWEST = 5  # ours: telling words besides names; a shorter sentence may be like any other
MOST_WORDS = 80  # ours: of one sentence
NAME = "#"
MOST_ALIKE = 50  # ours: sentences with a word in common that are looked at

SentenceRelation = Literal["same", "opposite"]


@dataclass(frozen=True, slots=True)
class ComparedStatement:
    """A sentence as it is compared: its telling words in order, its denials and its figures."""

    words: tuple[str, ...]
    denials: int
    figures: tuple[float, ...]
    text: str

    @property
    def matter(self) -> frozenset[str]:
        """Its telling words."""
        return frozenset(self.words)


@lru_cache(maxsize=16384)
def statement(sentence: str) -> ComparedStatement:
    """A sentence as it is compared."""
    telling = tuple(
        _key(word)
        for word in words_in(without_negations(sentence))
        if sides_of(word) or (len(word) > 1 and word not in STOP_WORDS and word not in EMPTY_WORDS)
    )
    figures = tuple(abs(figure.shown.number) for figure in figures_within(plain(sentence)))
    return ComparedStatement(telling, negations(sentence), figures, sentence)


@lru_cache(maxsize=16384)
def _key(word: str) -> str:
    """The stem, but for a word whose opposite has the same one."""
    return word if word in STOP_WORDS else stem(word)


def relation(
    own: ComparedStatement, other: ComparedStatement, names: frozenset[str]
) -> SentenceRelation | None:
    """How a sentence stands to another; None where it is not almost word for word the same.

    `names` are the words (stems) by which things of one kind are told apart.

    >>> said = statement("The diluted IRR of the deal is below the hurdle, so we withdraw the bid.")
    >>> wanted = "The diluted IRR of the deal is above the hurdle, so we proceed with the bid."
    >>> relation(said, statement(wanted), frozenset())
    'opposite'
    """
    added, left_out = own.matter - other.matter, other.matter - own.matter
    pairs = min(len(added), len(left_out))
    alike, every = len(own.matter & other.matter) + pairs, len(own.matter | other.matter) - pairs
    if alike < ALMOST_THE_SAME * every:
        return None
    turned = _opposites(sorted(added), sorted(left_out))
    changed = {word for pair in turned for word in pair}
    has_names = bool((added - changed) & names) and bool((left_out - changed) & names)
    masked = names if has_names else frozenset[str]()
    if not _are_alike(
        _as_framed(own.words, masked, dict(turned)), _as_framed(other.words, masked, {})
    ):
        return None
    is_exchange = has_names and own.figures == other.figures
    if is_exchange or len(turned) > 1 or _has_changed_places(own, other, names):
        return "opposite"
    is_denied = own.denials != other.denials
    if is_denied and any(map(sides_of, (added | left_out) - changed)):
        return None  # "does not pass" for "fails": another word may make up for the denial
    # "not above" is "below".
    return "opposite" if bool(turned) != is_denied else "same"


def _are_alike(frame: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether most words of both stand in the same order, and enough of them are no names."""
    least = min(sum(word != NAME for word in words) for words in (frame, wanted))
    longest = max(len(frame), len(wanted))
    return least >= FEWEST and _common(frame, wanted) >= ALMOST_THE_SAME * longest


def _as_framed(
    words: tuple[str, ...], names: frozenset[str], turned: dict[str, str]
) -> tuple[str, ...]:
    """The words with names alike and those that are turned as they were."""
    return tuple(NAME if word in names else turned.get(word, word) for word in words[:MOST_WORDS])


@lru_cache(maxsize=8192)
def _common(first: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many words both have in the same order: the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for word in first:
        before = 0
        for place, wanted in enumerate(other, start=1):
            kept = row[place]
            row[place] = before + 1 if word == wanted else max(row[place], row[place - 1])
            before = kept
    return row[-1]


def _opposites(added: Sequence[str], left_out: Sequence[str]) -> list[tuple[str, str]]:
    """The words that stand where the other sentence has their opposites, each with that one."""
    found: list[tuple[str, str]] = []
    free = list(left_out)
    for word in added:
        opposite = next((other for other in free if are_opposites(word, other)), None)
        if opposite is not None:
            found.append((word, opposite))
            free.remove(opposite)
    return found


def _has_changed_places(
    own: ComparedStatement, other: ComparedStatement, names: frozenset[str]
) -> bool:
    """Whether the same words stand in the same order, but for the names among them."""
    if own.matter != other.matter or len(own.words) != len(other.words):
        return False
    frame = [word for word in own.words if word not in names]
    if len(frame) < FEWEST:
        return False
    order = [word for word in own.words if word in names]
    return frame == [word for word in other.words if word not in names] and order != [
        word for word in other.words if word in names
    ]


class StatementsByWord:
    """Statements, found by the words that they have."""

    def __init__(self, statements: Iterable[ComparedStatement]) -> None:
        self._by_word: dict[str, list[ComparedStatement]] = {}
        for said in statements:
            for word in said.matter:
                self._by_word.setdefault(word, []).append(said)

    def alike(self, own: ComparedStatement) -> list[ComparedStatement]:
        """Those with words in common, the rarest words first."""
        found: dict[int, ComparedStatement] = {}
        for word in sorted(own.matter, key=lambda word: len(self._by_word.get(word, ()))):
            for other in self._by_word.get(word, ())[:MOST_ALIKE]:
                found.setdefault(id(other), other)
            if len(found) >= MOST_ALIKE:
                break
        return list(found.values())

    def opposite_of(
        self, own: ComparedStatement, names: frozenset[str]
    ) -> ComparedStatement | None:
        """What it says the opposite of, where none of these says the same; None if nothing."""
        related = [(relation(own, other, names), other) for other in self.alike(own)]
        if any(kind == "same" for kind, _ in related):
            return None
        return next((other for kind, other in related if kind == "opposite"), None)

    def has_alike(self, own: ComparedStatement, names: frozenset[str]) -> bool:
        """Whether one of these is almost the same, or its opposite."""
        return any(relation(own, other, names) for other in self.alike(own))
