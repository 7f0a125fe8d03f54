"""Coverage, repetition and fillers tell an answer from talk about nothing."""

from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.staging.perfect_turns import perfect_views, view_at, with_words
from tests.staging.variants import variant_of

from modylbench.evaluation.facts import FigureAgreement, SaidFigure
from modylbench.evaluation.measuring.speech import similarity_to_earlier, speech_facts
from modylbench.evaluation.measuring.wording.manners import abuse_in
from modylbench.evaluation.measuring.wording.void_answers import why_unbelievable
from modylbench.language.content_words import filler_share
from modylbench.scenarios.catalogue import shipped_scenarios

PARAPHRASES = {
    7: "Here's the sources and uses table. The term loan comes to 67.5 million, subordinated debt "
    "37.5, and Harborline puts in 75 million of equity so that both sides come to 180.",
    11: "You're writing a check of 82.5 million dollars. As a percentage of capitalization that's "
    "45.8 percent, comfortably over what lenders asked for.",
    17: "It works out to 11 percent a year: growth decelerates from 15 to 7, so it's the reverse "
    "of a hockey stick; revenue reaches 84.1 million.",
    21: "I've changed the cash sweep to three quarters. The term loan balance at the end is now "
    "30.9 million, and 6.6 million of cash accumulates.",
    31: "About 123 million comes from higher earnings, 37 million from paying down debt, and the "
    "lower exit multiple takes away 25 million, so 134 in total.",
}
EMPTY = (
    "Great question, thank you. I'm working on it and will get back to you shortly.",
    "Absolutely. I have considered all the key factors and everything is in place.",
    "This reflects a thorough, robust and professional approach that follows best practice.",
)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_answer_is_covered_whole_and_gives_every_figure(name: str) -> None:
    variant = variant_of(name, 2)

    facts = speech_facts(perfect_views(variant), variant).values()

    assert {fact.coverage for fact in facts} <= {1.0, None}
    assert all(figure.given for fact in facts for figure in fact.expected_figures)
    assert max(fact.similarity_to_earlier for fact in facts) < 0.5
    assert max(fact.fillers for fact in facts) < 0.5


@pytest.mark.parametrize("turn", sorted(PARAPHRASES))
def test_a_competent_paraphrase_covers_the_answer(turn: int) -> None:
    variant = variant_of("financial_analyst", 0)
    view = replace(with_words(view_at(perfect_views(variant), turn), PARAPHRASES[turn]), shown=())

    covered = speech_facts([view], variant)[turn].coverage

    assert covered is not None
    assert covered >= 0.4


@pytest.mark.parametrize("name", shipped_scenarios())
def test_talk_about_nothing_covers_nothing(name: str) -> None:
    variant = variant_of(name, 2)
    perfect = perfect_views(variant)

    for words in EMPTY:
        views = [replace(with_words(view, words), shown=()) for view in perfect]
        facts = speech_facts(views, variant).values()
        assert mean(fact.coverage or 0.0 for fact in facts) < 0.05
        assert not any(figure.given for fact in facts for figure in fact.expected_figures)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_saying_the_question_again_is_not_an_answer(name: str) -> None:
    variant = variant_of(name, 2)
    views = perfect_views(variant)
    echoes = [replace(with_words(view, view.asked.human_utterance), shown=()) for view in views]

    facts = speech_facts(echoes, variant).values()

    assert mean(fact.coverage or 0.0 for fact in facts) < 0.35


def test_the_answer_to_another_turn_covers_little() -> None:
    variant = variant_of("scientist", 2)
    views = perfect_views(variant)
    moved = [views[(place + 5) % len(views)].words.text for place in range(len(views))]
    other = [replace(with_words(*pair), shown=()) for pair in zip(views, moved, strict=True)]

    assert mean(speech.coverage or 0.0 for speech in speech_facts(other, variant).values()) < 0.25


def test_a_figure_that_is_only_shown_was_not_said() -> None:
    variant = variant_of("financial_analyst", 0)
    views = perfect_views(variant)
    silent = with_words(view_at(views, 7), "Done.")
    said = with_words(silent, "Senior is 67.5, and our equity is the plug.")

    facts = speech_facts([view_at(views, 5), silent], variant)[7]
    told = speech_facts([view_at(views, 5), said], variant)[7]

    assert not any(figure.given for figure in facts.expected_figures)
    assert facts.coverage == 0
    assert [figure.value for figure in told.expected_figures if figure.given] == [67.5e6]


def test_figures_of_the_question_are_known_as_its_own() -> None:
    variant = variant_of("financial_analyst", 0)
    facts = speech_facts([view_at(perfect_views(variant), 3)], variant)[3]

    echoed = {figure.text for figure in facts.expected_figures if figure.is_echo}
    new = {figure.text for figure in facts.expected_figures if not figure.is_echo}

    assert "15%" in echoed
    assert "7%" in new


@pytest.mark.parametrize("name", shipped_scenarios())
def test_pointing_at_the_work_says_as_little_as_one_word(name: str) -> None:
    variant = variant_of(name, 0)
    views = perfect_views(variant)
    lines = ("Done.", "Done, that is all on the screen now.", "It's in the file, have a look.")

    for view in views:
        facts = [speech_facts([with_words(view, line)], variant) for line in lines]
        told = [fact[view.recorded.turn_index] for fact in facts]
        assert {fact.fillers for fact in told} == {1.0}
        assert {fact.coverage for fact in told} == {0.0}


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_perfect_answer_has_no_empty_words_to_speak_of(name: str) -> None:
    variant = variant_of(name, 1)

    assert all(
        fact.fillers < 0.5 for fact in speech_facts(perfect_views(variant), variant).values()
    )


def test_words_count_and_silence_is_measured_as_nothing() -> None:
    variant = variant_of("financial_analyst", 0)
    view = with_words(view_at(perfect_views(variant), 7), "")

    facts = speech_facts([view], variant)[7]

    assert (facts.source, facts.words, facts.figures) == ("none", 0, ())
    assert facts.similarity_to_earlier == facts.fillers == 0.0


def test_the_same_answer_again_is_repetition_but_only_of_one_turn() -> None:
    first, second = (
        "the debt is repaid in full by year five",
        "equity is the plug in this table here",
    )

    assert similarity_to_earlier(first, [second, first]) == 1.0
    assert similarity_to_earlier(f"{first} {second}", [first, second]) < 0.6
    assert similarity_to_earlier(first, [second]) == 0.0
    assert similarity_to_earlier("Done.", ["Done."]) == 1.0
    assert similarity_to_earlier("", [""]) == 0.0


def test_only_sentences_without_any_matter_are_fillers() -> None:
    assert filler_share("Great question, thank you so much.") == 1.0
    assert filler_share("Thank you, the debt is repaid.") == 0.0
    assert filler_share("Sure, that's 12.") == 0.0
    assert filler_share("") == 0.0


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.lists(st.text(max_size=80), max_size=4))
def test_shares_are_shares_of_any_text(text: str, earlier: list[str]) -> None:
    assert 0.0 <= similarity_to_earlier(text, earlier) <= 1.0
    assert 0.0 <= filler_share(text) <= 1.0


@pytest.mark.parametrize(
    "text",
    [
        "Listen, you idiot.",
        "Now SHUT UP and wait.",
        "You are just stupid.",
        "What a stupid request!",
        "f\u043eols and m\u043eronic plans",
    ],
)
def test_an_insult_is_counted(text: str) -> None:
    assert abuse_in(text) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The old line is useless in July, so we shut it down.",
        "Dump the duplicates; the retarded growth of year 2 is gone.",
        "Classic assessment of Scunthorpe, Essex and Sussex.",
        "I would not call that wrong, you are right.",
        "",
    ],
)
def test_plain_words_are_none(text: str) -> None:
    assert abuse_in(text) == 0


@pytest.mark.parametrize(
    ("said_otherwise", "as_shown", "is_void"), [(1, 0, False), (2, 2, True), (2, 3, False)]
)
def test_an_answer_that_is_mostly_not_what_is_shown_cannot_be_used(
    said_otherwise: int, as_shown: int, is_void: bool
) -> None:
    counts: dict[FigureAgreement, int] = {
        "contradicts": said_otherwise,
        "agrees": as_shown,
        "not_shown": 5,
    }
    figures = [
        SaidFigure(
            text="12.2%",
            value=0.122,
            unit="percent",
            channel="said",
            agreement=agreement,
            is_true=None,
        )
        for agreement, count in counts.items()
        for _ in range(count)
    ]

    assert bool(why_unbelievable(figures)) is is_void
