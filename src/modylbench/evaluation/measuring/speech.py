"""Measures the agent's words in each turn: figures, sources, coverage, manners, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from modylbench.evaluation.facts import SpeechFacts
from modylbench.evaluation.measuring.figures.said_figures import (
    figures_of,
    scales_of,
    unchecked_figures,
)
from modylbench.evaluation.measuring.sources.grounding import sources_known_to, ungrounded_in_words
from modylbench.evaluation.measuring.sources.knowledge import foreign_figures, known_numbers
from modylbench.evaluation.measuring.wording.manners import abuse_in, remarks_beside_the_matter
from modylbench.evaluation.measuring.wording.refusal import denies
from modylbench.evaluation.measuring.wording.void_answers import why_unbelievable, why_void
from modylbench.evaluation.reference.coverage import coverage, expected_figures, word_weights
from modylbench.evaluation.reference.prose import names_in
from modylbench.evaluation.reference.shown_values import places_showing
from modylbench.evaluation.reference.stated_figures import stated_figures
from modylbench.language.content_words import (
    content_stems,
    content_words,
    filler_share,
    words_in,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.measuring.sources.knowledge import KnownNumbers
    from modylbench.evaluation.reference.stated_figures import StatedFigure
    from modylbench.evaluation.views.turns import TurnView
    from modylbench.scenarios.variant import Variant


TranscriptSource = Literal["asr", "captions", "none"]
GRAM = 5  # ours: five words in a row are seldom the same by chance
HANDED_BACK = 4  # ours: so many words in a row are the question's, not the answerer's


def speech_facts(
    views: Sequence[TurnView], variant: Variant, *, with_findings: bool = True
) -> dict[int, SpeechFacts]:
    """The facts of every turn's words and chat messages, by the human's turn index.

    Without findings (layer 4 off), nothing in them was compared with the truth or the products.
    """
    figures = figures_of(views, variant) if with_findings else unchecked_figures(views)
    scales = scales_of(variant)
    weights, known = word_weights(variant), sources_known_to(views, variant)
    numbers = known_numbers(variant, scales)
    by_people = _figures_with_units(variant)
    names = names_in(index.product for index in views[-1].reference) if views else frozenset()
    facts: dict[int, SpeechFacts] = {}
    earlier: list[str] = []
    for view in views:
        answer, said = view.answer, figures[view.recorded.turn_index]
        perfect = view.perfect_answer
        wanted = expected_figures(answer, perfect)
        remarks = remarks_beside_the_matter(answer, view)
        fillers = filler_share(answer, _titles(view))
        told = answer if fillers < 1 else ""  # who only points at the work has said nothing of it
        facts[view.recorded.turn_index] = SpeechFacts(
            source=cast("TranscriptSource", view.words.source),
            words=len(words_in(answer)),
            figures=said,
            expected_figures=wanted,
            coverage=coverage(told, perfect, wanted, weights),
            similarity_to_earlier=similarity_to_earlier(answer, earlier),
            fillers=fillers,
            ungrounded=ungrounded_in_words(view, known) if with_findings else (),
            foreign_figures=_foreign_figures(view, numbers, by_people, scales)
            if with_findings
            else (),
            denies=denies(answer, perfect.text, may_refuse=_may_refuse(view)),
            abuse=abuse_in(answer),
            off_topic_share=remarks.off_topic_share,
            personal_remarks=remarks.personal_remarks,
            echo=echo(answer, perfect.asked, (perfect.text, perfect.action)),
            why_unusable=why_void(answer, perfect, names) or why_unbelievable(said)
            if with_findings
            else "",
        )
        earlier.append(answer)
    return facts


def _foreign_figures(
    view: TurnView,
    known: KnownNumbers,
    by_people: Sequence[StatedFigure],
    scales: tuple[float, ...],
) -> tuple[str, ...]:
    """The figures that the turn does not expect, nobody gave, and its own screen does not show."""
    perfect = view.perfect_answer
    expected = [
        figure
        for text in (perfect.text, perfect.action, *perfect.alternatives)
        for figure in stated_figures(text)
    ]

    def is_at_hand(stated: StatedFigure) -> bool:
        unit = stated.shown.dimension
        return (
            any(stated.is_same(figure) for figure in expected)
            or any(unit == said.shown.dimension and stated.is_same(said) for said in by_people)
            or next(places_showing(stated, view.shown, scales), None) is not None
        )

    return foreign_figures([text.text for text in view.texts], known, is_at_hand)


def _figures_with_units(variant: Variant) -> list[StatedFigure]:
    """The figures with a unit that people say in the meeting."""
    return [
        figure
        for slot in variant.scenario.human_turns()
        for alternative in slot.alternatives
        for figure in stated_figures(alternative.human_utterance)
        if figure.shown.dimension is not None
    ]


def _titles(view: TurnView) -> frozenset[str]:
    """The words of the names under which its products stand there: to name one says nothing of it.

    A word that a perfect answer has too may be said for its own sake.
    """
    named = " ".join(index.product.title for index in view.shown)
    return content_stems(named) - content_stems(view.perfect_answer.text)


def _may_refuse(view: TurnView) -> bool:
    return view.asked.expected_response_type == "pushback"


def similarity_to_earlier(answer: str, earlier: Sequence[str]) -> float:
    """The share of the answer's five-word runs that stood in one and the same earlier answer.

    An answer of fewer words is one run. 0 where there is nothing to compare.

    >>> similarity_to_earlier("it is on the tab now", ["so it is on the tab"])
    0.5
    """
    own = _runs(answer)
    if not own:
        return 0.0
    return max((len(own & _runs(text)) / len(own) for text in earlier), default=0.0)


def echo(answer: str, asked: str, wanted: Sequence[str]) -> float:
    """The share of the answer's content that is only the question's own words.

    Words that a full answer needs besides count only where they stand in a row as in the question.

    >>> echo("Do you mean the debt schedule by year?", "Show me the debt schedule by year.", [])
    0.75
    """
    content = content_words(answer)
    if not content:
        return 0.0
    needed = {word for text in wanted for word in content_words(text)}
    heard = frozenset(content_words(asked))
    only = sum(word in heard and word not in needed for word in content) / len(content)
    return max(only, _in_a_row(answer, asked, wanted))


def _in_a_row(answer: str, asked: str, wanted: Sequence[str]) -> float:
    """Of the words that speak of the matter, the part that stands in rows of the question's."""
    words, heard = words_in(answer), _rows(asked)
    handed_back = heard.difference(*map(_rows, wanted))
    copied: set[int] = set()
    for at in range(len(words) - HANDED_BACK + 1):
        if words[at : at + HANDED_BACK] in handed_back:
            copied.update(range(at, at + HANDED_BACK))
    telling = [at for at, word in enumerate(words) if content_words(word)]
    return sum(at in copied for at in telling) / len(telling) if telling else 0.0


def _rows(text: str) -> frozenset[tuple[str, ...]]:
    words = words_in(text)
    return frozenset(words[at : at + HANDED_BACK] for at in range(len(words) - HANDED_BACK + 1))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = words_in(text)
    if not words:
        return frozenset()
    size = min(GRAM, len(words))
    return frozenset(words[start : start + size] for start in range(len(words) - size + 1))
