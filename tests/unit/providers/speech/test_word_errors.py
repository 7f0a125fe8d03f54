"""Is the share of words that were heard wrong what one counts by hand?"""

from __future__ import annotations

import pytest

from modylbench.providers.speech.accuracy import mean_word_error_rate, word_error_rate


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
