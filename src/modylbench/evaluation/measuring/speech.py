"""What the agent's words of each turn come to."""

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
from modylbench.evaluation.measuring.wording.refusal import denies
from modylbench.evaluation.measuring.wording.style import abuse_in, echo, similarity_to_earlier
from modylbench.evaluation.reference.coverage import (
    coverage,
    expected_figures,
    word_weights,
)
from modylbench.language.content_words import filler_share, words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.variant import Variant

Source = Literal["asr", "captions", "none"]


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
    facts: dict[int, SpeechFacts] = {}
    earlier: list[str] = []
    before: tuple[Index, ...] = ()
    for view in views:
        answer = view.answer
        perfect = view.perfect_answer
        is_work = view.asked.expected_response_type == "work_product"
        shown = (before, view.shown) if is_work else ((), ())
        wanted = expected_figures(answer, perfect.text, shown, scales)
        facts[view.recorded.turn_index] = SpeechFacts(
            source=cast("Source", view.words.source),
            words=len(words_in(answer)),
            figures=figures[view.recorded.turn_index],
            expected_figures=wanted,
            coverage=coverage(answer, perfect, wanted, weights),
            similarity_to_earlier=similarity_to_earlier(answer, earlier),
            fillers=filler_share(answer),
            ungrounded=ungrounded_in_words(view, known) if with_findings else (),
            foreign_figures=foreign_figures([text.text for text in view.texts], numbers)
            if with_findings
            else (),
            denies=denies(answer, perfect.text, may_refuse=_may_refuse(view)),
            abuse=abuse_in(answer),
            echo=echo(answer, perfect.asked, (perfect.text, perfect.action)),
        )
        earlier.append(answer)
        before = view.shown
    return facts


def _may_refuse(view: TurnView) -> bool:
    return view.asked.expected_response_type == "pushback"
