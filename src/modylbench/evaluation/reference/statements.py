"""Whether two sentences say the same, or one says the opposite of the other in the same words.

Who words a thing in his own way is compared with nobody: only a sentence that is almost the same
can be its opposite. Then one word stands for its opposite, a denial has come or gone, or the names
of things have changed places, or others stand there that the matter does not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from modylbench.language.content_words import EMPTY_WORDS, STOP_WORDS, words_in
from modylbench.language.opposites import are_opposites, negations, sides_of, without_negations
from modylbench.language.plain import plain, word_set
from modylbench.language.stems import stem
from modylbench.products.quantities.numbers import figures_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ALMOST_THE_SAME = 0.75  # ours: of the words, in their order; honest texts of one matter have less
FEWEST = 5  # ours: telling words besides names; a shorter sentence may be like any other
MOST_WORDS = 80  # ours: of one sentence
NAME = "#"
IN_A_LIST = word_set("and or the a an , & /")
_TOKEN = re.compile(r"[^\W\d_]+|\d[\d.,]*|[^\w\s]")
_CAPITALISED = re.compile(r"(?<=[\w,;)] )[A-Z][\w-]*[a-z][\w-]*")
MOST_ALIKE = 50  # ours: sentences with a word in common that are looked at

SentenceRelation = Literal["same", "opposite"]


@dataclass(frozen=True, slots=True)
class ComparedStatement:
    """A sentence as it is compared: its telling words in order, its denials and its figures."""

    words: tuple[str, ...]
    denials: int
    figures: tuple[float, ...]
    text: str
    proper: frozenset[str] = frozenset()
    """Those of its words that are names by their capital letter inside the sentence."""

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
    proper = frozenset(
        _key(word) for name in _CAPITALISED.findall(sentence) for word in words_in(name)
    )
    return ComparedStatement(telling, negations(sentence), figures, sentence, proper)


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
    turned = _opposites(sorted(added), sorted(left_out))
    changed = {word for pair in turned for word in pair}
    exchanged = _exchanged_names(own, other, names, changed)
    pairs = len(turned) if exchanged else min(len(added), len(left_out))
    alike = len(own.matter & other.matter) + pairs
    if alike < ALMOST_THE_SAME * (len((own.matter | other.matter) - exchanged) - pairs):
        return None
    if not _are_alike(
        _as_framed(own.words, exchanged, dict(turned)), _as_framed(other.words, exchanged, {})
    ):
        return None
    # Another thing may have the same said of it with a figure of its own, if there is such a thing.
    is_exchange = bool(exchanged) and (
        own.figures == other.figures or bool(exchanged & own.proper - names)
    )
    if is_exchange or len(turned) > 1 or _has_changed_places(own, other, names):
        return "opposite"
    is_denied = own.denials != other.denials
    if is_denied and any(map(sides_of, (added | left_out) - changed)):
        return None  # "does not pass" for "fails": another word may make up for the denial
    # "not above" is "below".
    return "opposite" if bool(turned) != is_denied else "same"


def _exchanged_names(
    own: ComparedStatement, other: ComparedStatement, names: frozenset[str], changed: set[str]
) -> frozenset[str]:
    """The names of both that only one has; none where one has merely more of them.

    A name that the products do not have is one where it stands for one that they have.
    """
    added, left_out = own.matter - other.matter - changed, other.matter - own.matter - changed
    if added & names and left_out & names:
        return (added | left_out) & names | added & own.proper
    if added & own.proper and left_out & other.proper & names:
        return added & own.proper | left_out & other.proper & names
    return frozenset()


def _are_alike(frame: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether most words of both stand in the same order, and enough of them are no names."""
    least = min(sum(word != NAME for word in words) for words in (frame, wanted))
    longest = max(len(frame), len(wanted))
    return least >= FEWEST and _common(frame, wanted) >= ALMOST_THE_SAME * longest


def _as_framed(
    words: tuple[str, ...], names: frozenset[str], turned: dict[str, str]
) -> tuple[str, ...]:
    """The words with names alike, those in a row as one, and those that are turned as they were."""
    framed = (NAME if word in names else turned.get(word, word) for word in words[:MOST_WORDS])
    return tuple(
        word for key, row in groupby(framed) for word in ([key] if key == NAME else list(row))
    )


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
    """Whether the same words stand in the same order, but for the names among them.

    Names that take their figures along, or stand in a list, may come in any order.
    """
    if own.matter != other.matter or len(own.words) != len(other.words):
        return False
    frame = [word for word in own.words if word not in names]
    if len(frame) < FEWEST or own.figures != other.figures:
        return False
    if frame != [word for word in other.words if word not in names]:
        return False
    return _lists_of_names(own.text, names) != _lists_of_names(other.text, names)


def _lists_of_names(text: str, names: frozenset[str]) -> list[list[str]]:
    """The names of a sentence in order, those of one list together in the order of the alphabet."""
    lists: list[list[str]] = []
    is_open = False
    for token in _TOKEN.findall(plain(text)):
        if _key(token) in names:
            if not is_open:
                lists.append([])
            lists[-1].append(_key(token))
            is_open = True
        elif token not in IN_A_LIST:
            is_open = False
    return [sorted(listed) for listed in lists]


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
