"""Whether a text says what a perfect agent's text says, in whatever words.

Nobody needs to choose our words: what counts is how many of the words that carry the matter come
back in one of its texts, and that no sentence says the opposite.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from modylbench.evaluation.reference.coverage import is_in_disorder
from modylbench.evaluation.reference.statements import StatementsByWord, statement
from modylbench.language.content_words import content_words, sentences_and_lines
from modylbench.language.opposites import negations
from modylbench.language.plain import plain
from modylbench.language.stems import stem
from modylbench.products.quantities.numbers import figures_within
from modylbench.products.reading.product_texts import product_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.products.quantities.closeness import Measure
    from modylbench.products.work_product import WorkProduct

ENOUGH = 0.5  # ours: of a sentence's words; who has so many of ours need not find the others
IN_ORDER = 0.08  # ours: of the pairs of words; even own wording has names and terms in common
HARDLY_ANY = 0.25  # ours: of a sentence's words; who knows no more of them knows nothing of it
BESIDE_THE_POINT = 0.05  # ours: of a text's words and numbers; with fewer it is about another thing
FEWEST = 3  # ours: words and numbers of a sentence; fewer cannot be compared
FEWEST_OF_TEXT = 8  # ours: of a shorter text nobody knows which words another needs
MOST_SENTENCES = 2_000  # ours: of one product
FIELDS = frozenset({"body", "text"})


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
    """How a product's texts stand to a perfect one's.

    `covered` is the part of what is due that they tell; `compared` counts their sentences that are
    almost a perfect one's and `reversed` those of them that say its opposite; `reversed_parts` are
    the parts most of whose compared sentences do; `jumbled` is the part of their words that stands
    in no order.
    """

    covered: float | None = None
    compared: int = 0
    reversed: int = 0
    reversed_parts: tuple[str, ...] = ()
    jumbled: float | None = None


def prose_coverage(
    own: WorkProduct, perfect: WorkProduct, names: frozenset[str] = frozenset()
) -> ProseCoverage:
    """Which of a perfect product's sentences its own texts say too; None where there are none.

    `names` are the words (stems) by which things of one kind are told apart.
    """
    wanted = [
        sentence
        for text in _texts(perfect)
        for sentence in text.sentences
        if len(sentence.matter) >= FEWEST
    ]
    texts = list(_texts(own))
    turned = _turned_sentences(texts, perfect, names)
    jumbled = _jumbled_share(texts, [text.text for text in _texts(perfect)])
    if not wanted:
        return replace(turned, jumbled=jumbled)
    said = [sentence for text in texts for sentence in text.sentences]
    bags = [
        frozenset(word for sentence in text.sentences for word in sentence.stems) for text in texts
    ]
    by_statement = StatementsByWord(statement(sentence.text) for sentence in said)
    every = covered = 0.0
    for sentence in wanted:
        every += len(sentence.matter)
        shared = max((len(sentence.matter & bag) for bag in bags), default=0) / len(sentence.matter)
        if by_statement.opposite_of(statement(sentence.text), names) is None:
            covered += len(sentence.matter) * min(1.0, shared / ENOUGH)
    order = min(1.0, _pairs_shared(wanted, said) / IN_ORDER)
    return replace(turned, covered=covered / every * (0.5 + 0.5 * order), jumbled=jumbled)


def names_in(products: Iterable[WorkProduct]) -> frozenset[str]:
    """The stems of the words by which products name their rows, columns, series and tiles."""
    return frozenset(
        word
        for product in products
        for text in product_texts(product)
        if text.is_label
        for word in content_words(text.text)
    )


def is_table_row(line: str) -> bool:
    """Whether a line is a row of a table in Markdown."""
    return line.lstrip().startswith("|")


def _turned_sentences(
    texts: Iterable[_Text], perfect: WorkProduct, names: frozenset[str]
) -> ProseCoverage:
    """The sentences that are almost a perfect one's, and those that say its opposite."""
    right = StatementsByWord(
        statement(sentence.text)
        for text in _texts(perfect)
        for sentence in text.sentences
        if not is_table_row(sentence.text)
    )
    compared: Counter[str] = Counter()
    turned: Counter[str] = Counter()
    for text in texts:
        for sentence in text.sentences:
            said = statement(sentence.text)
            if not is_table_row(said.text) and right.has_alike(said, names):
                compared[text.part] += 1
                turned[text.part] += right.opposite_of(said, names) is not None
    return ProseCoverage(
        compared=compared.total(),
        reversed=turned.total(),
        reversed_parts=tuple(
            part for part, count in turned.items() if count >= max(2, compared[part] / 2)
        ),
    )


def _jumbled_share(texts: Iterable[_Text], perfect: Sequence[str]) -> float | None:
    """The part of the words that stands in texts without an order of words."""
    every = jumbled = 0
    for text in texts:
        running = "\n".join(line for line in text.text.splitlines() if not is_table_row(line))
        count = len(content_words(running))
        if count < FEWEST_OF_TEXT:
            continue
        every += count
        if is_in_disorder(running, perfect):
            jumbled += count
    return jumbled / every if every else None


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


def _pairs_shared(wanted: Iterable[_CountedSentence], said: Iterable[_CountedSentence]) -> float:
    ours = {pair for sentence in wanted for pair in pairwise(sentence.stems)}
    theirs = {pair for sentence in said for pair in pairwise(sentence.stems)}
    return len(ours & theirs) / len(ours) if ours else 1.0


class _Text(NamedTuple):
    """A text of a product, the part of it that it stands in, and its sentences."""

    part: str
    text: str
    sentences: list[_CountedSentence]


def _texts(product: WorkProduct) -> Iterator[_Text]:
    """Its texts with their sentences."""
    left = MOST_SENTENCES
    for text in product_texts(product):
        if text.is_prose and left > 0:
            said = list(_sentences(text.text)[:left])
            left -= len(said)
            yield _Text("/".join(text.pointer.strip("/").split("/")[:2]), text.text, said)


@lru_cache(maxsize=8192)
def _sentence(sentence: str) -> _CountedSentence:
    return _CountedSentence(content_words(sentence), negations(sentence), sentence)


@lru_cache(maxsize=8192)
def _numbers(sentence: str) -> tuple[Measure, ...]:
    return tuple(figure.shown.measure for figure in figures_within(plain(sentence)))


@lru_cache(maxsize=16)
def _stems_of(words: frozenset[str]) -> frozenset[str]:
    """Their stems, and those of their parts: of "fy2027e" a text's own content word is "fy"."""
    return frozenset(map(stem, words)).union(content_words(" ".join(sorted(words))))


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
