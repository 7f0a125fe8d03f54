"""Words and figures heard, of those said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.views.hearing import LONGEST_JARGON, jargon_of
from modylbench.language.spoken.numbers import cardinal
from modylbench.language.spoken.spoken_form import spoken_form
from modylbench.providers.speech.accuracy import (
    Accuracy,
    accuracy,
    mean_word_error_rate,
    normal_words,
    word_error_rate,
)
from modylbench.providers.speech.heard_figures import figures_heard, figures_said, in_common
from modylbench.scenarios import catalogue
from modylbench.scenarios.drawing.plot import ALL
from modylbench.scenarios.variant import instantiate

words = st.lists(st.sampled_from(["the", "price", "is", "12x", "$5M", "LBO", "rose"]), max_size=20)


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("We're paying 12x.", "we are paying twelve times"),
        ("It's $57.5M, um, OK?", "It is 57.5 million dollars. Okay"),
        ("the LBO's IRR", "the L.B.O.'s I R R"),
        ("a hundred basis points", "100 basis points"),
        ("randomised, 10 millimetres", "randomized 10 mm"),
        ("November 30", "november thirtieth"),
    ],
)
def test_spelling_is_no_error(said: str, heard: str) -> None:
    assert accuracy(said, heard).errors == 0


def test_counts_each_wrong_missing_and_added_word() -> None:
    assert accuracy("we pay two senior turns", "we paid too senior").errors == 3
    assert accuracy("pay the price", "pay the the price").errors == 1
    assert accuracy("pay the price", "").word_error_rate == 1.0


def test_a_figure_is_right_only_as_a_whole() -> None:
    result = accuracy(
        "Revenue is $57.5 million, growth 15%.", "Revenue is $57.3 million growth 15%"
    )

    assert (result.figures, result.figures_right) == (2, 1)


def test_a_pronoun_is_no_figure() -> None:
    assert figures_said("Oh, that one, the first, and 104.") == [104]
    assert figures_heard("the twenty twenty-five one")[0] == 2025


def test_a_figure_that_is_written_out_wrongly_is_not_heard() -> None:
    """The spoken form is on neither side: a mistake in it cannot hide itself."""
    assert accuracy("It costs $5M.", "It costs five million dollars.").figures_right == 1
    assert accuracy("It costs $5M.", "It costs five dollars.").figures_right == 0
    assert accuracy("Up 15%.", "Up fifteen.").figures_right == 0
    assert accuracy("It is (5.0)%", "It is five point zero percent").figures_right == 0


def test_the_figures_of_all_scenarios_survive_being_written_out() -> None:
    said, kept = 0, 0
    for source in catalogue.scenarios():
        for slot in instantiate(source, 0, ALL).scenario.human_turns():
            for line in slot.alternatives:
                figures = figures_said(line.human_utterance)
                said += len(figures)
                kept += in_common(figures, figures_heard(spoken_form(line.human_utterance)))

    assert said > 100
    assert kept == said


@given(st.integers(0, 10**12))
def test_a_number_in_words_is_the_number(value: int) -> None:
    assert normal_words(cardinal(value)) == [str(value)]


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("twelve hundred", 1200),
        ("in twenty twenty-six", 2026),
        ("four one seven", 417),
        ("minus six point oh five", -6.05),
        ("nineteen ninety", 1990),
        ("two thousand five", 2005),
        ("zero point zero zero one six", 0.0016),
        ("ten five", 105),
        ("thirty dollars and fifty-three cents", 30.53),
        ("twelve percent", 0.12),
        ("at fourteen thirty", 1430),
        ("on November thirtieth", 30),
        ("on July first", 1),
        ("3.5 million", 3_500_000),
        ("6.7 mm down", 6.7),
        ("P0.013", 0.013),
        ("sub-is-2 turns", 2),
        ("at TRL9", 9),
    ],
)
def test_figures_are_read_from_words(text: str, figure: float) -> None:
    assert figures_heard(text) == [pytest.approx(figure)]


@given(words)
def test_hearing_everything_is_no_error(said: list[str]) -> None:
    result = accuracy(" ".join(said), " ".join(said))

    assert result.errors == 0
    assert result.figures == result.figures_right


@given(words, words)
def test_errors_are_never_more_than_the_longer_text(said: list[str], heard: list[str]) -> None:
    result = accuracy(" ".join(said), " ".join(heard))

    assert result.errors <= max(result.words, len(normal_words(" ".join(heard))))
    assert result + Accuracy() == result


def test_jargon_holds_terms_and_never_figures() -> None:
    terms = jargon_of(
        ["On Monday the LBO of CloudSync is 12x EBITDA; B12 has the LBO, Q3 2026."] * 9
    )

    assert terms.split(", ")[0] == "LBO"
    assert "CloudSync" in terms
    assert not any(letter.isdigit() for letter in terms)
    assert "Monday" not in terms


def test_jargon_is_short() -> None:
    many = " ".join(f"the AB{chr(65 + i)}{chr(65 + j)}" for i in range(26) for j in range(26))

    assert 0 < len(jargon_of([many])) <= LONGEST_JARGON


@pytest.mark.parametrize(
    ("said", "heard", "rate"),
    [
        ("Put the total below", "Put the total below", 0.0),
        ("Put the total below", "Put a total below", 0.25),
        ("Put the total below", "Put total below", 0.25),
        ("Put the total below", "Put all the total below", 0.25),
        ("Put the total below", "", 1.0),
        ("Go", "so we go there", 3.0),
    ],
)
def test_each_word_that_is_wrong_missing_or_added_counts_once(
    said: str, heard: str, rate: float
) -> None:
    assert word_error_rate(said, heard) == rate


def test_figures_are_the_same_words_in_digits_and_spelt_out() -> None:
    assert word_error_rate("It grew by 12.5%", "it grew by twelve point five percent") == 0.0


def test_where_there_was_nothing_to_hear_any_word_is_wrong() -> None:
    assert word_error_rate("", "") == 0.0
    assert word_error_rate("...", "You") == 1.0


def test_over_many_texts_each_word_counts_once() -> None:
    pairs = [("put the total below it now", "put the total below it now"), ("go now", "")]

    assert mean_word_error_rate(pairs) == 0.25


def test_of_no_texts_there_is_no_rate() -> None:
    assert mean_word_error_rate([]) is None
