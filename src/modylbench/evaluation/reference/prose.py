"""Whether a text says what a perfect agent's text says, in whatever words.

Nobody needs to choose our words: what counts is how many of the words that carry the matter come
back in one of its texts, and that no sentence says the opposite.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from modylbench.language.content_words import content_words, sentences_and_lines
from modylbench.language.plain import plain
from modylbench.language.stems import stem
from modylbench.products.quantities.numbers import figures_within
from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.work_product import WorkProduct

ENOUGH = 0.5  # ours: of a sentence's words; who has so many of ours need not find the others
IN_ORDER = 0.08  # ours: of the pairs of words; even own wording has names and terms in common
ALMOST_THE_SAME = 0.6  # ours: of the words of both; then the same sentence, said otherwise or not
HARDLY_ANY = 0.25  # ours: of a sentence's words; who knows no more of them knows nothing of it
BESIDE_THE_POINT = 0.05  # ours: of a text's words and numbers; with fewer it is about another thing
FEWEST = 3  # ours: words and numbers of a sentence; fewer cannot be compared
FEWEST_OF_TEXT = 8  # ours: of a shorter text nobody knows which words another needs
MOST_SENTENCES = 2_000  # ours: of one product
MOST_ALIKE = 50  # ours: sentences with a word in common that are looked at
FIELDS = frozenset({"body", "text"})
_NOT = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|cannot|without|hardly|barely"
    r"|(?:advise|recommend|argue|decide|vote)[sd]? against)\b|n't\b"
)


@dataclass(frozen=True, slots=True)
class _CountedSentence:
    """A sentence: the stems of its words of the matter in order, and how often it negates."""

    stems: tuple[str, ...]
    negations: int
    text: str = field(compare=False)

    @property
    def matter(self) -> frozenset[str]:
        return frozenset(self.stems)

    @property
    def is_comparable(self) -> bool:
        """Whether it says enough to be known again."""
        return len(self.matter) + len(self.numbers) >= FEWEST

    @property
    def numbers(self) -> tuple[Measure, ...]:
        """Its figures in order."""
        return _numbers(self.text)


@dataclass(frozen=True, slots=True)
class ProseCoverage:
    """The part of a perfect product's texts that is told, and the sentences told reversed."""

    covered: float | None = None
    reversed: int = 0


def prose_coverage(own: WorkProduct, perfect: WorkProduct) -> ProseCoverage:
    """Which of a perfect product's sentences its own texts say too; None where there are none."""
    wanted = [
        sentence for text in _texts(perfect) for sentence in text if len(sentence.matter) >= FEWEST
    ]
    if not wanted:
        return ProseCoverage()
    texts = list(_texts(own))
    said = [sentence for text in texts for sentence in text]
    bags = [frozenset(word for sentence in text for word in sentence.stems) for text in texts]
    by_word = _by_word(said)
    turned = {sentence for sentence in wanted if _is_reversed(sentence, by_word)}
    every = covered = 0.0
    for sentence in wanted:
        every += len(sentence.matter)
        shared = max((len(sentence.matter & bag) for bag in bags), default=0) / len(sentence.matter)
        covered += len(sentence.matter) * min(1.0, shared / ENOUGH) * (sentence not in turned)
    order = min(1.0, _pairs_shared(wanted, said) / IN_ORDER)
    return ProseCoverage(covered / every * (0.5 + 0.5 * order), len(turned))


def foreign_text(own: WorkProduct, known: frozenset[str]) -> float | None:
    """The part of its words that stands in sentences and names with none of the `known` words."""
    stems = _stems_of(known)
    every = foreign = 0
    for text in product_texts(own):
        for sentence in sentences_and_lines(text.text) if text.is_prose or text.is_label else ():
            content = content_words(sentence)
            every += len(content)
            if sum(word in stems for word in content) < HARDLY_ANY * len(content):
                foreign += len(content)
    return foreign / every if every else None


def _by_word(said: Iterable[_CountedSentence]) -> dict[str, list[_CountedSentence]]:
    found: dict[str, list[_CountedSentence]] = {}
    for sentence in said:
        for word in sentence.matter:
            found.setdefault(word, []).append(sentence)
    return found


def _is_reversed(sentence: _CountedSentence, by_word: dict[str, list[_CountedSentence]]) -> bool:
    """Whether it is there almost word for word, and everywhere with another negation."""
    near = {
        other.negations
        for word in sentence.matter
        for other in by_word.get(word, ())[:MOST_ALIKE]
        if len(sentence.matter & other.matter)
        >= ALMOST_THE_SAME * len(sentence.matter | other.matter)
    }
    return bool(near) and sentence.negations not in near


def _pairs_shared(wanted: Iterable[_CountedSentence], said: Iterable[_CountedSentence]) -> float:
    ours = {pair for sentence in wanted for pair in pairwise(sentence.stems)}
    theirs = {pair for sentence in said for pair in pairwise(sentence.stems)}
    return len(ours & theirs) / len(ours) if ours else 1.0


def _texts(product: WorkProduct) -> Iterator[list[_CountedSentence]]:
    """The sentences of each of its texts."""
    left = MOST_SENTENCES
    for text in product_texts(product):
        if text.is_prose and left > 0:
            said = list(_sentences(text.text)[:left])
            left -= len(said)
            yield said


@lru_cache(maxsize=8192)
def _sentence(sentence: str) -> _CountedSentence:
    negations = _NOT.findall(sentence.lower().replace("\u2019", "'"))
    return _CountedSentence(content_words(sentence), len(negations), sentence)


@lru_cache(maxsize=8192)
def _numbers(sentence: str) -> tuple[Measure, ...]:
    return tuple(figure.shown.measure for figure in figures_within(plain(sentence)))


@lru_cache(maxsize=16)
def _stems_of(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, words))


def texts_agree(own: Any, other: Any) -> bool | None:
    """True where both say the same words, False where one sentence has another number in it."""
    if not isinstance(own, str) or not isinstance(other, str):
        return None
    found, expected = _sentences(own), _sentences(other)
    if own == other or (found == expected and all(map(_same_numbers, found, expected))):
        return True
    once = {sentence: sentence for sentence in expected if expected.count(sentence) == 1}
    for sentence in found:
        wanted = once.get(sentence)
        if wanted is None or found.count(sentence) > 1 or not sentence.is_comparable:
            continue
        if len(sentence.numbers) == len(wanted.numbers) and not _same_numbers(sentence, wanted):
            return False
    return None


def is_beside_the_point(own: str, other: str) -> bool:
    """Whether a text has next to nothing of the words and numbers of the other.

    >>> asked = "Senior debt of 67.5 and sub debt of 30.0 leave sponsor equity of 82.5 at close"
    >>> is_beside_the_point("lorem ipsum", asked), is_beside_the_point("Equity is 82.5", asked)
    (True, False)
    """
    wanted = _matter(other)
    return len(wanted) >= FEWEST_OF_TEXT and (
        len(wanted & _matter(own)) < BESIDE_THE_POINT * len(wanted)
    )


def is_lost(old: str, new: str, asked: str) -> bool:
    """Whether a text had some of the numbers asked for, and now has none.

    Where none are asked for, or it had none, the same of words.
    """
    wanted, before, now = (_matter(text) for text in (asked, old, new))
    numbers = {part for part in wanted & before if isinstance(part, float)}
    had = numbers or wanted & before
    return len(had) > 0 and had.isdisjoint(now) and len(wanted) >= FEWEST_OF_TEXT


def bodies(value: Any) -> str:
    """All texts of sections in a part of a document."""
    if isinstance(value, dict):
        parts = value["sections"] if isinstance(value.get("sections"), list) else [value]
        texts = [part.get("body") for part in parts if isinstance(part, dict)]
        return "\n".join(text for text in texts if isinstance(text, str))
    return ""


def _sentences(text: str) -> tuple[_CountedSentence, ...]:
    return tuple(map(_sentence, sentences_and_lines(text)))


def _matter(text: str) -> set[str | float]:
    """The words of the matter, by their stems, and the numbers."""
    found: set[str | float] = set()
    for sentence in _sentences(text):
        found.update(sentence.stems, (measure.number for measure in sentence.numbers))
    return found


def _same_numbers(own: _CountedSentence, other: _CountedSentence) -> bool:
    return len(own.numbers) == len(other.numbers) and all(
        mine.is_close(right.number) for mine, right in zip(own.numbers, other.numbers, strict=True)
    )
