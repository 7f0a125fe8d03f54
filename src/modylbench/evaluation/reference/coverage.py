"""How much of what a perfect answer speaks of an agent's answer speaks of too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from modylbench.evaluation.facts import ExpectedFigure
from modylbench.evaluation.reference.possible_measures import LEFT_OUT
from modylbench.evaluation.reference.shown_values import places_showing
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.content_words import content_stems, words_in
from modylbench.language.orderliness import LEAST_PAIRS, nearby_pairs, orderliness, word_order_kept

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.reference.shown_values import ShownPlace
    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.variant import Variant

    Scales = tuple[float, ...]

ECHO = 0.3  # ours: who says the human's words again has not said much yet
FIGURE = 1.5  # ours: a figure weighs as much as one and a half rare words
ENOUGH = 0.6  # ours: of the words; who has so many of ours need not find the others
BY_FIGURES = 0.6  # ours: who gives every figure of an answer has answered, in whatever words
LEAST_FIGURES = 2  # ours: a single figure may be right by chance
MOSTLY = 0.5  # ours: of the pairs of telling words; honest answers of other turns share some
AT_EASE = 3.0  # ours: so many times the words of a perfect answer cost nothing


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


def expected_figures(
    answer: str, perfect: str, shown: tuple[Sequence[Index], Sequence[Index]], scales: Scales
) -> tuple[ExpectedFigure, ...]:
    """The figures of a perfect answer, and whether the agent gave them.

    In words or chat, or in what is `shown` now (second) and was not before (first).
    """
    stated = stated_figures(answer)
    return tuple(
        ExpectedFigure(
            text=figure.text,
            value=figure.shown.number,
            unit=figure.shown.dimension or "",
            given=is_given(figure, stated) or _is_new(figure, shown, scales),
        )
        for figure in stated_figures(perfect)
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


def _is_new(
    wanted: StatedFigure, shown: tuple[Sequence[Index], Sequence[Index]], scales: Scales
) -> bool:
    before, now = (
        {_place(place) for place in places_showing(wanted, indexes, scales)} for indexes in shown
    )
    return bool(now - before)


def _place(spot: ShownPlace) -> tuple[str, str]:
    return spot.product_id, spot.observation.pointer


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
    told = stated_figures(answer)
    return BY_FIGURES * sum(is_given(figure, told) for figure in due) / max(len(due), LEAST_FIGURES)


def _share(
    wanted: str, answer: str, asked: str, figures: Sequence[ExpectedFigure], weights: WordWeights
) -> float | None:
    words, covered = _in_words(wanted, answer, asked, weights)
    repeated = {figure.shown.number for figure in stated_figures(asked)}
    told = [
        (FIGURE * (ECHO if figure.value in repeated else 1.0), figure.given) for figure in figures
    ]
    total = words + sum(weight for weight, _ in told)
    if not total:
        return None
    spoken = min(words, covered / ENOUGH)
    return (spoken + sum(weight for weight, given in told if given)) / total


def _in_words(wanted: str, answer: str, asked: str, weights: WordWeights) -> tuple[float, float]:
    """The weight of all words that speak of the matter, and of those that the answer has too."""
    heard, spoken = content_stems(asked), content_stems(answer)
    total = covered = 0.0
    for word in sorted(content_stems(wanted)):
        weight = weights.of(word) * (ECHO if word in heard else 1.0)
        total += weight
        covered += weight * (word in spoken)
    return total, covered
