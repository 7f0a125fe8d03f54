"""Whether somebody did say what is laid in their mouth, by all that was said until then.

What counts is the matter, not the wording: figures, and most of the words that speak of it, in the
form of any of their family. A question that somebody answers belongs to the answer.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from modylbench.evaluation.dynamics.matter import figures_of, leading_digits, leading_digits_in
from modylbench.evaluation.reference.stated_figures import is_telling, stated_figures
from modylbench.language.content_words import EMPTY_WORDS, POINTING_WORDS, STOP_WORDS
from modylbench.language.irregular_verbs import base_form
from modylbench.language.sentences import sentences
from modylbench.language.spoken.number_words import MULTIPLES, PLACES
from modylbench.language.stems import british_stem, stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.evaluation.dynamics.attributions import StatedAttribution
    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.recording.events import Utterance

FOUNDED_SHARE = 0.5  # ours, as all shares here: one who said it has more of its words than this
WITH_FIGURES_SHARE = 0.25  # where its figures are all there as well
FIGURES_ALONE = 0.01  # where one of them is telling, none are needed
WORD_FOR_WORD = 0.9  # who has so many of them said it
CLEARLY_MORE = 0.25  # who has by so much more is who said it, where that is nearly all of it
NEARLY_ALL = 0.75
UNHEARD_WEIGHT = 0.6  # ours: a word that nobody used may stand for one that somebody did
LIGHT_WEIGHT = 0.5  # of names, words that point at the work, and of owning and deciding
FEWEST_TELLING = 2  # ours: one word that two people used is chance
ANSWERED_WITHIN_S = 10.0  # ours: what somebody says later is no answer to it
FAMILY_LETTERS = 4  # ours: words of one family begin with as many: sign, signature
_WORD = re.compile(r"[a-z]+|\d+(?:st|nd|rd|th)\b")
_NO_COUNT = re.compile(
    rf"\b[A-Za-z]+-?\d[\w-]*|\b\d+(?:st|nd|rd|th)\b|\b(?:{'|'.join(PLACES)})\b", re.IGNORECASE
)
"""Names of things, and ordinals."""
_AGREES = re.compile(
    r"\W*(?:yes|yeah|yep|agreed|exactly|correct|absolutely|that's right|it is|it does|i did)\b",
    re.IGNORECASE,
)
_LIGHT = frozenset(
    stem(word) for word in ("decide", "own", "set", "change", "approve", "call", *POINTING_WORDS)
)
_OF_ONE_SENSE = {"paper": "write"}  # ours: of what is asked for on paper
_SCALES = {*MULTIPLES, "hundred", "percent", "dollar", "euro"}
_NO_MATTER = frozenset(british_stem(word) for word in EMPTY_WORDS | STOP_WORDS | _SCALES)


@dataclass(frozen=True, slots=True)
class _PersonStatement:
    """One thing that somebody said: what of it, what asked, and what it was an answer to."""

    speaker: str
    text: str
    told: frozenset[str]
    asked: frozenset[str]
    context: frozenset[str]
    context_texts: tuple[str, str]

    def may_be_of(self, words: frozenset[str]) -> bool:
        """Whether any of these words is in it, or in what it answers."""
        return not (
            words.isdisjoint(self.told)
            and words.isdisjoint(self.asked)
            and words.isdisjoint(self.context)
        )


@dataclass(frozen=True, slots=True)
class _SoughtContent:
    """What is looked for: words, each with its weight and all that may stand for it; figures."""

    words: tuple[tuple[float, frozenset[str]], ...]
    known: frozenset[str]
    """All of these."""
    figures: tuple[StatedFigure, ...]
    counts: frozenset[str]
    """Small numbers, which are no figures by themselves."""
    leading_digits: frozenset[str]
    """Of the figures that are exact: who has not said these has not said all of them."""

    def share_in(self, found: frozenset[str]) -> float:
        """The share of the words, by weight, that somebody has; 1 where it has none."""
        whole = sum(weight for weight, _ in self.words)
        kept = sum(weight for weight, known in self.words if not known.isdisjoint(found))
        return kept / whole if whole else 1.0

    def is_counted_in(self, text: str) -> bool:
        """Whether it has numbers and the text has them all."""
        return self.has_numbers and not _numbers_missing(self, [text])

    @property
    def has_numbers(self) -> bool:
        """Whether any number is in it."""
        return bool(self.figures or self.counts)

    @property
    def enough(self) -> float:
        """The share that one who has all its numbers has exceeded."""
        if any(is_telling(figure) for figure in self.figures):
            return -FIGURES_ALONE
        return WITH_FIGURES_SHARE if self.has_numbers else FOUNDED_SHARE


@dataclass(slots=True)
class SaidSoFar:
    """Everything that people have said so far, to be asked who said something.

    `names` are the people's, which weigh little: a sentence is hardly about them.
    """

    names: Sequence[str] = ()
    _statements: dict[str, list[_PersonStatement]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _families: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _last: tuple[Utterance, _PersonStatement] | None = None

    def add(self, words: Utterance) -> None:
        """Keep what somebody has said, with what it answers."""
        told, asked = _told_and_asked(words.text)
        before, topic = self._answered_by(words)
        if before and _AGREES.match(told):
            told = f"{told} {before}"
        statement = _PersonStatement(
            words.speaker, told, matter_words(told), matter_words(asked), topic, (asked, before)
        )
        self._statements[words.speaker].append(statement)
        for word in statement.told | statement.asked:
            self._families[word[:FAMILY_LETTERS]].add(word)
        self._last = words, statement

    def is_founded(self, attribution: StatedAttribution) -> bool:
        """Whether that person did say so, and no other so much more of it that it is theirs.

        >>> from modylbench.evaluation.dynamics.attributions import StatedAttribution
        >>> from modylbench.recording.events import Utterance
        >>> said = SaidSoFar()
        >>> fee = "The fee's seven basis points a year."
        >>> said.add(Utterance(id="1", speaker="ann", text=fee, started_s=0.0, ended_s=2.0))
        >>> told = ("the fee comes to 7 basis points", "the fee is 8 basis points")
        >>> [said.is_founded(StatedAttribution("ann", content, "")) for content in told]
        [True, False]
        """
        content = self._content_of(attribution.content)
        share, own_share = self._shares_of(attribution, content)
        if share < 0.0 and self._best_taken_up(content, attribution.person) > FOUNDED_SHARE:
            return True
        if own_share >= WORD_FOR_WORD or share <= content.enough:
            return own_share >= WORD_FOR_WORD
        others = [self._best(content, other) for other in self._people_besides(attribution.person)]
        of_others = max((own for _, own in others), default=0.0)
        by_far = max((other for other, _ in others), default=0.0)
        is_by_far = by_far >= NEARLY_ALL and by_far - share >= CLEARLY_MORE
        return of_others < WORD_FOR_WORD and not is_by_far

    def is_anothers(self, attribution: StatedAttribution) -> bool:
        """Whether another said all that, and whoever it is laid on said too little of it.

        Stricter than what is not founded, which may be a paraphrase that nobody recognises: who
        says this names the wrong person.
        """
        content = self._content_of(attribution.content)
        if len(content.words) + len(content.figures) + len(content.counts) < FEWEST_TELLING:
            return False
        others = (
            self._best(content, other)[1] for other in self._people_besides(attribution.person)
        )
        share, _ = self._shares_of(attribution, content)
        return max(others, default=0.0) >= WORD_FOR_WORD and share <= content.enough

    def _answered_by(self, words: Utterance) -> tuple[str, frozenset[str]]:
        """What the last to speak said to this person, and its topic: what it asks.

        Where this person has just spoken too, all of that is the topic.
        """
        if self._last is None or words.started_s - self._last[0].ended_s > ANSWERED_WITHIN_S:
            return "", frozenset()
        last, statement = self._last
        if last.speaker == words.speaker:
            return last.text, statement.told | statement.asked
        return (
            (last.text, statement.asked) if words.speaker in last.addressees else ("", frozenset())
        )

    def _people_besides(self, person: str) -> Iterator[str]:
        return (who for who in self._statements if who != person)

    def _shares_of(
        self, attribution: StatedAttribution, content: _SoughtContent
    ) -> tuple[float, float]:
        return self._best(content, attribution.person, is_request=attribution.is_request)

    def _best(
        self, content: _SoughtContent, person: str, *, is_request: bool = False
    ) -> tuple[float, float]:
        """The largest share in one thing that a person said, and without what it answers.

        Below 0 where a number is missing in all that the person said.
        """
        said = self._statements.get(person, ())
        missing = _numbers_missing(content, [statement.text for statement in said])
        best, best_own = -1.0, -1.0
        for statement in said if not missing else ():
            if content.words and not statement.may_be_of(content.known):
                best, best_own = max(best, 0.0), max(best_own, 0.0)
                continue
            own = statement.told | statement.asked if is_request else statement.told
            share = own_share = content.share_in(own)
            if own_share > 0.0 or content.is_counted_in(statement.text):
                share = content.share_in(own | statement.context | statement.asked)
            best, best_own = max(best, share), max(best_own, own_share)
        return best, best_own

    def _best_taken_up(self, content: _SoughtContent, person: str) -> float:
        """The largest share in what a person said to somebody who had named all the numbers."""
        shares = (
            content.share_in(statement.told)
            for statement in self._statements.get(person, ())
            if statement.may_be_of(content.known)
            and not _numbers_missing(content, [statement.text, *statement.context_texts])
        )
        return max(shares, default=-1.0)

    def _content_of(self, text: str) -> _SoughtContent:
        figures = stated_figures(text)
        exact = frozenset(leading_digits(figure.text) for figure in figures if not figure.is_hedged)
        large = {number for figure in figures for number in figures_of(figure.text)}
        words = tuple(self._weighed_word(word) for word in sorted(matter_words(text)))
        known = frozenset[str]().union(*(family for _, family in words))
        return _SoughtContent(
            words, known, figures, figures_of(_NO_COUNT.sub(" ", text)) - large - {"1"}, exact
        )

    def _weighed_word(self, word: str) -> tuple[float, frozenset[str]]:
        """How much a word counts, and it with all of its family that anybody has used."""
        family = self._families.get(word[:FAMILY_LETTERS], set())
        known = {other for other in family if other.startswith(word) or word.startswith(other)}
        weight = 1.0 if known else UNHEARD_WEIGHT
        if word in _LIGHT or any(word in matter_words(name) for name in self.names):
            weight = LIGHT_WEIGHT
        return weight, frozenset(known) | {word}


@lru_cache(maxsize=8192)
def _told_and_asked(text: str) -> tuple[str, str]:
    """The sentences of a text that are no questions, and those that are."""
    if "?" not in text:
        return text, ""
    parts = sentences(text)
    asked = [part for part in parts if part.rstrip().endswith("?")]
    return "".join(part for part in parts if part not in asked), "".join(asked)


@lru_cache(maxsize=8192)
def matter_words(text: str) -> frozenset[str]:
    """The stems of the words that speak of the matter, and dates, whatever the form of a verb.

    >>> sorted(matter_words("I felt, on the 29th, that the quarter-end accrual was written off."))
    ['29th', 'accrual', 'end', 'quarter', 'write']
    """
    return frozenset(filter(None, map(_matter_word, _WORD.findall(text.lower()))))


@lru_cache(maxsize=16384)
def _matter_word(word: str) -> str:
    base = base_form(word)
    is_empty = len(word) < 3 or base in STOP_WORDS or british_stem(base) in _NO_MATTER
    return "" if is_empty else stem(_OF_ONE_SENSE.get(base, base))


def _numbers_missing(content: _SoughtContent, texts: Iterable[str]) -> frozenset[str]:
    """Which numbers none of the texts has, each as it was written."""
    if not content.has_numbers:
        return frozenset()
    of_texts = list(texts)
    counts = (
        content.counts.difference(*map(figures_of, of_texts)) if content.counts else frozenset()
    )
    near = [text for text in of_texts if content.leading_digits & leading_digits_in(text)]
    known = [
        other
        for text in (near if content.leading_digits else of_texts)
        for other in stated_figures(text)
    ]
    missing = (
        figure.text
        for figure in content.figures
        if not any(figure.is_same(other) for other in known)
    )
    return counts.union(missing)
