"""What do the agent's words of each turn come to?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from modylbench.evaluation.facts import SpeechFacts
from modylbench.evaluation.measuring.figures.said_figures import figures_of, scales_of, texts_of
from modylbench.evaluation.measuring.knowledge import foreign_figures, known_numbers
from modylbench.evaluation.measuring.sources.grounding import sources_known_to, ungrounded_in_words
from modylbench.evaluation.measuring.wording.coverage import (
    coverage,
    expected_figures,
    word_weights,
)
from modylbench.evaluation.measuring.wording.refusal import denies
from modylbench.evaluation.measuring.wording.style import echo, similarity_to_earlier
from modylbench.language.content_words import filler_share, words_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.views.turns import TurnView
    from modylbench.products.reading.index import Index
    from modylbench.scenarios.variant import Variant

Source = Literal["asr", "captions", "none"]


def speech_facts(views: Sequence[TurnView], variant: Variant) -> dict[int, SpeechFacts]:
    """The facts of every turn's words and chat messages, by the human's turn index."""
    figures, scales = figures_of(views, variant), scales_of(variant)
    weights, known = word_weights(variant), sources_known_to(views, variant)
    numbers = known_numbers(variant, scales)
    facts: dict[int, SpeechFacts] = {}
    earlier: list[str] = []
    before: tuple[Index, ...] = ()
    for view in views:
        answer = answer_of(view)
        wanted = expected_figures(view, answer, before, scales)
        facts[view.recorded.turn_index] = SpeechFacts(
            source=cast("Source", view.words.source),
            words=len(words_in(answer)),
            figures=figures[view.recorded.turn_index],
            expected_figures=wanted,
            coverage=coverage(view, answer, wanted, weights),
            similarity_to_earlier=similarity_to_earlier(answer, earlier),
            fillers=filler_share(answer),
            ungrounded=ungrounded_in_words(view, known),
            foreign_figures=foreign_figures([one.text for one in texts_of(view)], numbers),
            denies=denies(answer, view.asked.model_answer, may_refuse=_may_refuse(view)),
            echo=_echo(view, answer),
        )
        earlier.append(answer)
        before = view.shown
    return facts


def _may_refuse(view: TurnView) -> bool:
    return view.asked.expected_response_type == "pushback"


def _echo(view: TurnView, answer: str) -> float:
    wanted = (view.asked.model_answer, view.asked.expected_agent_action)
    return echo(answer, view.recorded.human.text, wanted)


def answer_of(view: TurnView) -> str:
    """All that the agent said and wrote in a turn."""
    return "\n".join(text.text for text in texts_of(view))
