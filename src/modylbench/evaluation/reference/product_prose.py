"""Do the texts of a product say what a perfect one's say, and nothing that is beside the matter?

Nobody needs to choose our words: what counts is how many of the words that carry the matter come
back in one of its texts, and that no sentence says the opposite.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from modylbench.evaluation.views.product_texts import product_texts
from modylbench.language.content_words import (
    EMPTY_WORDS,
    STOP_WORDS,
    sentences_and_lines,
    stem,
    words_in,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.evaluation.measuring.knowledge import KnownSources
    from modylbench.products.work_product import WorkProduct

ENOUGH = 0.5  # ours: of a sentence's words; who has so many of ours need not find the others
IN_ORDER = 0.08  # ours: of the pairs of words; even own wording has names and terms in common
FEWEST = 3  # ours: words of the matter; fewer make no sentence that could be compared
ALMOST_THE_SAME = 0.6  # ours: of the words of both; then the same sentence, said otherwise or not
HARDLY_ANY = 0.25  # ours: of a sentence's words; who knows no more of them knows nothing of it
MOST_SENTENCES = 2_000  # ours: of one product
MOST_ALIKE = 50  # ours: sentences with a word in common that are looked at

_NOT = re.compile(
    r"\b(?:not|no|never|nor|neither|none|nobody|nothing|cannot|without|hardly|barely"
    r"|(?:advise|recommend|argue|decide|vote)[sd]? against)\b|n't\b"
)


@dataclass(frozen=True, slots=True)
class _StemmedSentence:
    """A sentence: the stems of its words of the matter in order, and how often it negates."""

    stems: tuple[str, ...]
    negations: int

    @property
    def matter(self) -> frozenset[str]:
        return frozenset(self.stems)


@dataclass(frozen=True, slots=True)
class ProseCoverage:
    """The part of a perfect product's texts that is told, and the sentences told reversed."""

    covered: float | None = None
    reversed: int = 0


def prose_coverage(own: WorkProduct, perfect: WorkProduct) -> ProseCoverage:
    """Which of a perfect product's sentences its own texts say too; None where there are none."""
    wanted = [one for text in _texts(perfect) for one in text if len(one.matter) >= FEWEST]
    if not wanted:
        return ProseCoverage()
    texts = list(_texts(own))
    said = [one for text in texts for one in text]
    bags = [frozenset(word for one in text for word in one.stems) for text in texts]
    by_word = _by_word(said)
    turned = {one for one in wanted if _is_reversed(one, by_word)}
    every = told = 0.0
    for one in wanted:
        every += len(one.matter)
        shared = max((len(one.matter & bag) for bag in bags), default=0) / len(one.matter)
        told += len(one.matter) * min(1.0, shared / ENOUGH) * (one not in turned)
    order = min(1.0, _pairs_shared(wanted, said) / IN_ORDER)
    return ProseCoverage(told / every * (0.5 + 0.5 * order), len(turned))


def foreign_text(own: WorkProduct, known: KnownSources) -> float | None:
    """The part of its words that stands in sentences and names of which nothing is known."""
    stems = _stems_of(known.words)
    every = foreign = 0
    for text in product_texts(own):
        for sentence in sentences_and_lines(text.text) if text.is_prose or text.is_label else ():
            told = _matter(sentence)
            every += len(told)
            if sum(word in stems for word in told) < HARDLY_ANY * len(told):
                foreign += len(told)
    return foreign / every if every else None


def _by_word(said: Iterable[_StemmedSentence]) -> dict[str, list[_StemmedSentence]]:
    found: dict[str, list[_StemmedSentence]] = {}
    for one in said:
        for word in one.matter:
            found.setdefault(word, []).append(one)
    return found


def _is_reversed(one: _StemmedSentence, by_word: dict[str, list[_StemmedSentence]]) -> bool:
    """Whether it is there almost word for word, and everywhere with another negation."""
    near = {
        other.negations
        for word in one.matter
        for other in by_word.get(word, ())[:MOST_ALIKE]
        if len(one.matter & other.matter) >= ALMOST_THE_SAME * len(one.matter | other.matter)
    }
    return bool(near) and one.negations not in near


def _pairs_shared(wanted: Iterable[_StemmedSentence], said: Iterable[_StemmedSentence]) -> float:
    ours = {pair for one in wanted for pair in pairwise(one.stems)}
    theirs = {pair for one in said for pair in pairwise(one.stems)}
    return len(ours & theirs) / len(ours) if ours else 1.0


def _texts(product: WorkProduct) -> Iterator[list[_StemmedSentence]]:
    """The sentences of each of its texts."""
    left = MOST_SENTENCES
    for text in product_texts(product):
        if text.is_prose and left > 0:
            said = [
                _stemmed_sentence(sentence) for sentence in sentences_and_lines(text.text)[:left]
            ]
            left -= len(said)
            yield said


@lru_cache(maxsize=8192)
def _stemmed_sentence(sentence: str) -> _StemmedSentence:
    return _StemmedSentence(
        _matter(sentence), len(_NOT.findall(sentence.lower().replace("\u2019", "'")))
    )


@lru_cache(maxsize=8192)
def _matter(sentence: str) -> tuple[str, ...]:
    return tuple(
        stem(word)
        for word in words_in(sentence)
        if len(word) > 1 and word not in STOP_WORDS and word not in EMPTY_WORDS
    )


@lru_cache(maxsize=16)
def _stems_of(words: frozenset[str]) -> frozenset[str]:
    return frozenset(map(stem, words))
