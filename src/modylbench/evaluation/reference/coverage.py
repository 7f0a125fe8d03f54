"""How much of what a perfect answer speaks of an agent's answer speaks of too."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ExpectedFigure
from modylbench.evaluation.reference.possible_measures import LEFT_OUT
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.content_words import (
    LONGEST_TEXT,
    STOP_WORDS,
    content_stems,
    content_words,
    words_in,
)
from modylbench.language.plain import plain, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.scenarios.variant import Variant

ECHO = 0.3  # ours: who says the human's words again has not said much yet
FIGURE = 1.5  # ours: a figure weighs as much as one and a half rare words
ENOUGH = 0.6  # ours: of the words; who has so many of ours need not find the others
BY_FIGURES = 0.6  # ours: who gives every figure of an answer has answered, in whatever words
LEAST_FIGURES = 2  # ours: a single figure may be right by chance
MOSTLY = 0.5  # ours: of the pairs of telling words; honest answers of other turns share some
AT_EASE = 3.0  # ours: so many times the words of a perfect answer cost nothing
LEAST_BROKEN = 2  # ours: one slip is how people talk
BROKEN, SOUND = 0.15, 0.05  # ours: of the joints; of speech nearly none breaks, shuffled 1 in 5
IN_SOME_ORDER = 0.5  # ours: halfway between words by lot and a sentence
LEAST_WORDS = 8  # ours: a shorter answer may be a list
FEWEST_TOGETHER = 1.7  # ours: words between two marks; what people list has two or more
LEAST_SMALL = 0.15  # ours: of the words; speech has no less than 0.2, catchwords next to none
TAKEN_OVER = 0.75  # ours: of the telling words
LEAST_PAIRS = 6  # ours: of fewer pairs one more or less would decide
LOOSE, TOGETHER = 0.35, 0.6  # ours: of the pairs; shuffled words keep a quarter, speech most
NEAR = 3  # ours: telling words apart; a pair of them is said together
MOST_LABEL = 3  # ours: words that name a figure, and figures that one mark sets apart
_FIGURE = re.compile(r"\d[\d.,]*")
_MARK_OF_A_TABLE = re.compile(r"[:;(=|\n]")
_MARKS = frozenset(".,;:!?")
_BE = word_set("is are was were be been am")
_JOINTS: tuple[tuple[frozenset[str], frozenset[str]], ...] = (
    (
        word_set("a an the every our your their my"),
        _MARKS | _BE | word_set("a an the of and or but has have had from with into to in on at by")
        | word_set("for as than that it its he she they we i me us them so because if would could"),
    ),
    (
        word_set("of from with between into against per than"),
        _BE | word_set("of and or but has have had so because would could will he they"),
    ),
    (word_set("in on at by for"), _BE - {"be"} | word_set("of has have had would will i he")),
    (word_set("to"), _BE - {"be"} | word_set("of or has had would will i he and")),
    (word_set("and or but"), word_set(". ; : ! ?") | word_set("and or but than")),
    (_BE, _BE - {"been", "be"} | word_set("has have had do does will would of than i")),
    (word_set("i we they"), _MARKS | word_set("of the a an to is in at for from by than and with")),
    (word_set("has have had"), _BE - {"been"} | word_set("has have of than will would i and")),
)  # fmt: skip
"""Small words, and what never follows them: marks stand for the end of a clause."""
_NEVER_NEXT = {word: never for words, never in _JOINTS for word in words}
_TOKEN = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?|[.,;:!?]")


@dataclass(frozen=True, slots=True)
class WordWeights:
    """How much each word tells: one that is in every perfect answer of the meeting tells little."""

    answers: tuple[str, ...]
    counts: Counter[str]

    def of(self, word: str) -> float:
        """Between 0 and 1."""
        seen, every = self.counts.get(word, 0), len(self.answers)
        return log((every + 1) / (seen + 1)) / log(every + 1)


@dataclass(frozen=True, slots=True)
class PerfectAnswer:
    """What a perfect agent says in a turn, and what it was asked.

    `action` is what is expected of it in the script's words; `alternatives` are its answers to the
    other wordings of the same question.
    """

    text: str
    action: str
    alternatives: tuple[str, ...]
    asked: str


def word_weights(variant: Variant) -> WordWeights:
    """The weights of a meeting's words, by its perfect answers."""
    answers = tuple(
        alternative.model_answer
        for slot in variant.scenario.human_turns()
        for alternative in slot.alternatives
    )
    return WordWeights(
        answers, Counter(word for answer in answers for word in content_stems(answer))
    )


def expected_figures(answer: str, perfect: PerfectAnswer) -> tuple[ExpectedFigure, ...]:
    """The figures of a perfect answer, and whether the agent gave them in words or chat.

    What can be seen is not said: who asks for a figure wants to hear it.
    """
    stated, heard = stated_figures(answer), stated_figures(perfect.asked)
    return tuple(
        ExpectedFigure(
            text=figure.text,
            value=figure.shown.number,
            unit=figure.shown.dimension or "",
            given=is_given(figure, stated),
            is_echo=is_given(figure, heard),
        )
        for figure in stated_figures(perfect.text)
    )


def is_given(wanted: StatedFigure, stated: Iterable[StatedFigure]) -> bool:
    """Whether one of the figures is the one wanted, as finely as both are given.

    People leave a unit out where it is clear: "67.5 million of senior, 37.5 of sub".
    """
    return any(_is_it(figure, wanted) for figure in stated)


def _is_it(stated: StatedFigure, wanted: StatedFigure) -> bool:
    dimensions = {stated.shown.dimension, wanted.shown.dimension} - {None}
    if len(dimensions) > 1:
        return False
    if stated.is_value(wanted.shown.number, wanted.reach):
        return True
    if stated.shown.dimension is not None or stated.shown.scaled or not wanted.shown.scaled:
        return False
    number, reach = wanted.shown.number, wanted.reach
    return any(stated.is_value(number / scale, reach / scale) for scale in LEFT_OUT)


def coverage(
    answer: str, perfect: PerfectAnswer, figures: Sequence[ExpectedFigure], weights: WordWeights
) -> float | None:
    """The part of a perfect answer's matter that is in the answer; None where there is none.

    Measured against the perfect answer and against what was expected in the script's words, of
    which the better counts: nobody needs to choose our words. Words in no order say nothing.
    """
    wanted = (perfect.text, perfect.action)
    shares = [
        share * word_order_kept(text, answer)
        for text in wanted
        if (share := _share(text, answer, perfect.asked, figures, weights)) is not None
    ]
    if not shares:
        return None
    room = AT_EASE * max(len(words_in(text)) for text in wanted)
    ease = min(1.0, room / max(1, len(words_in(answer))))
    covered = max(*shares, _by_figures(perfect.text, answer, perfect.asked))
    misplaced = of_another_turn(answer, (*perfect.alternatives, *wanted), weights.answers)
    return min(1.0, covered * ease * orderliness(answer) * (1.0 - misplaced))


def of_another_turn(answer: str, own: Iterable[str], answers: Iterable[str]) -> float:
    """The part of an answer that a perfect agent says in one other turn, where it is most of it."""
    said = nearby_pairs(answer) - {pair for text in own for pair in nearby_pairs(text)}
    if len(said) < LEAST_PAIRS:
        return 0.0
    share = max((len(said & nearby_pairs(text)) for text in answers), default=0) / len(
        nearby_pairs(answer)
    )
    return share if share > MOSTLY else 0.0


def _by_figures(wanted: str, answer: str, asked: str) -> float:
    """How far the figures alone answer, by those that the answer tells and nobody had said."""
    repeated = stated_figures(asked)
    due = [
        figure
        for figure in stated_figures(wanted)
        if not any(figure.is_same(said) for said in repeated)
    ]
    if not due:
        return 0.0
    stated = stated_figures(answer)
    return (
        BY_FIGURES * sum(is_given(figure, stated) for figure in due) / max(len(due), LEAST_FIGURES)
    )


def _share(
    wanted: str, answer: str, asked: str, figures: Sequence[ExpectedFigure], weights: WordWeights
) -> float | None:
    words, covered = _in_words(wanted, answer, asked, weights)
    repeated = {figure.shown.number for figure in stated_figures(asked)}
    stated = [
        (FIGURE * (ECHO if figure.value in repeated else 1.0), figure.given) for figure in figures
    ]
    total = words + sum(weight for weight, _ in stated)
    if not total:
        return None
    spoken = min(words, covered / ENOUGH)
    return (spoken + sum(weight for weight, given in stated if given)) / total


def _in_words(wanted: str, answer: str, asked: str, weights: WordWeights) -> tuple[float, float]:
    """The weight of all words that speak of the matter, and of those that the answer has too."""
    heard, spoken = content_stems(asked), content_stems(answer)
    total = covered = 0.0
    for word in sorted(content_stems(wanted)):
        weight = weights.of(word) * (ECHO if word in heard else 1.0)
        total += weight
        covered += weight * (word in spoken)
    return total, covered


@lru_cache(maxsize=4096)
def orderliness(text: str) -> float:
    """From 0 for words in any order, or catchwords, to 1 for sentences.

    >>> orderliness("The total of the debt is in the table and the rest of it is on a tab.")
    1.0
    """
    return 0.0 if _is_list_of_catchwords(text) else joint_order(text)


@lru_cache(maxsize=4096)
def joint_order(text: str) -> float:
    """From 0 for words in any order to 1 for sentences: do small words stand where they can?"""
    joints, broken = broken_joints(text)
    if broken < LEAST_BROKEN:
        return 1.0
    share = broken / joints
    return min(1.0, max(0.0, (BROKEN - share) / (BROKEN - SOUND)))


@lru_cache(maxsize=4096)
def broken_joints(text: str) -> tuple[int, int]:
    """How many small words a text has, and how many are followed by what never follows them."""
    tokens = _TOKEN.findall(plain(text[:LONGEST_TEXT]))
    joints = broken = 0
    for word, following in pairwise([*tokens, "."]):
        never = _NEVER_NEXT.get(word)
        if never is not None:
            joints += 1
            broken += following in never
    return joints, broken


def is_in_disorder(text: str, wanted: Sequence[str]) -> bool:
    """Whether its words stand in no order: by its small words, and by where `wanted` has them.

    One slip proves nothing, nor does another order of the same words: both together do.
    """
    if joint_order(text) < IN_SOME_ORDER or _is_list_of_single_words(text):
        return True
    kept = min((word_order_kept(other, text) for other in wanted), default=1.0)
    return kept < IN_SOME_ORDER and broken_joints(text)[1] >= LEAST_BROKEN


def _is_list_of_single_words(text: str) -> bool:
    """Whether it is catchwords with a mark after nearly each: they say nothing of one another."""
    spoken = plain(text[:LONGEST_TEXT])
    marks = sum(map(spoken.count, ",;\n"))
    return _is_list_of_catchwords(text) and len(words_in(text)) < FEWEST_TOGETHER * (marks + 1)


def _is_list_of_catchwords(text: str) -> bool:
    words = words_in(text)
    small = sum(word in STOP_WORDS for word in words)
    is_list = len(words) >= LEAST_WORDS and small < LEAST_SMALL * len(words)
    return is_list and not _is_table_read_out(text)


def _is_table_read_out(text: str) -> bool:
    """Whether it gives figures with what they are of: "High dose: -5.30 (SE 2.119; p 0.0131)"."""
    figures = len(_FIGURE.findall(text[:LONGEST_TEXT]))
    marks = len(_MARK_OF_A_TABLE.findall(text[:LONGEST_TEXT]))
    return figures * MOST_LABEL >= len(words_in(text)) and marks * MOST_LABEL >= figures


@lru_cache(maxsize=4096)
def nearby_pairs(text: str) -> frozenset[tuple[str, str]]:
    """The telling words of a text that are said close together, two and two, in their order."""
    words = content_words(text)
    return frozenset(
        (word, other)
        for place, word in enumerate(words)
        for other in words[place + 1 : place + 1 + NEAR]
        if word != other
    )


def word_order_kept(wanted: str, text: str) -> float:
    """From 0 to 1: how far words taken over from a text stand together as they did there.

    1 where few are taken over: who uses words of his own puts them in an order of his own.
    """
    there, here = frozenset(content_words(wanted)), frozenset(content_words(text))
    both = there & here
    bound = {pair for pair in nearby_pairs(wanted) if both.issuperset(pair)}
    if len(both) < TAKEN_OVER * len(there) or len(bound) < LEAST_PAIRS:
        return 1.0
    share = len(bound & nearby_pairs(text)) / len(bound)
    return min(1.0, max(0.0, (share - LOOSE) / (TOGETHER - LOOSE)))
