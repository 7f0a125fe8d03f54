"""A text of any kind is said within bounds, and each sentence once."""

import asyncio

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.language.spoken.spoken_form import AS_WORDS, LONGEST_SPEECH, sayable, spoken_form
from modylbench.providers.speech.sound import Sound
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailure
from modylbench.providers.speech.utterance import (
    LONGEST_S,
    LONGEST_SENTENCE,
    PAUSE_S,
    RESPELLED,
    respell,
    sayable_words,
    split_breaths,
    utterance,
)


class Teller:
    """Says a tenth of a second for each character, and remembers what it was asked."""

    def __init__(self, a_character_s: float = 0.1) -> None:
        self.asked: list[str] = []
        self._samples = int(a_character_s * SAMPLE_RATE_HZ)

    def say(self, sentence: str) -> Sound:
        self.asked.append(sentence)
        return Sound(b"\x00\x10" * (self._samples * len(sentence)), SAMPLE_RATE_HZ)


def said(text: str, teller: Teller) -> Speech:
    return asyncio.run(utterance(text, teller.say))


def test_equal_sentences_are_said_once_and_heard_each_time() -> None:
    teller = Teller()
    once = said("Oh dear.", teller).duration_s
    speech = said("Oh dear. Oh dear. Oh dear.", Teller())

    assert speech.duration_s == pytest.approx(3 * once + 2 * PAUSE_S, abs=0.01)
    again = Teller()
    said("Oh dear. Well. Oh dear.", again)
    assert again.asked == ["Oh dear.", "Well."]


def test_no_more_is_said_after_five_minutes() -> None:
    teller = Teller()
    speech = said(" ".join(f"{word}." for word in ["yes", "no", "well", "so"] * 500), teller)

    assert LONGEST_S - 1 < speech.duration_s <= LONGEST_S
    assert sum(len(sentence) for sentence in teller.asked) * 0.1 < LONGEST_S + LONGEST_SENTENCE / 10


def test_a_thousand_little_sentences_start_few_programs() -> None:
    teller = Teller(0.01)
    words = [f"{first}{second}{third}." for first in "abcd" for second in "abcdefghij"
             for third in "klmnopqrstuvw"]  # fmt: skip
    said(" ".join(words), teller)

    assert len(words) > 500
    assert len(teller.asked) <= 60
    assert "".join(teller.asked).replace(" ", "") == "".join(words)


@pytest.mark.parametrize(
    "text", ["1,234,567 " * 1000, "a" * 10_000, "Word, " * 5_000, "x" * 40_000]
)
def test_too_much_is_cut_and_not_refused(text: str) -> None:
    words = sayable_words(text)

    assert 0 < len(words) <= LONGEST_SPEECH
    assert spoken_form(text).startswith(words)
    assert spoken_form(text)[len(words) :][:1] in {"", " ", ",", "x"}


@pytest.mark.parametrize("text", ["", "…", "日本語の説明", "Привет, мир", "👍", "!!! ---"])
def test_what_has_no_words_is_not_sayable(text: str) -> None:
    assert sayable(text) == ""
    with pytest.raises(SpeechFailure, match="nothing that can be said"):
        sayable_words(text)


@given(st.text(max_size=200))
def test_whatever_is_sayable_is_said(text: str) -> None:
    if sayable(text):
        assert said(text, Teller(0.001)).duration_s > 0


@given(st.text("ab ,.", max_size=3_000))
def test_no_breath_is_too_long_and_no_letter_is_lost(words: str) -> None:
    cut = split_breaths(words)

    assert all(len(breath) <= LONGEST_SENTENCE for breath in cut)
    assert [letter for breath in cut for letter in breath if letter.isalpha()] == [
        letter for letter in words if letter.isalpha()
    ]


def test_our_spellings_are_not_in_the_spoken_form() -> None:
    for word, respelled in RESPELLED.items():
        assert spoken_form(f"the {word} of it") == f"the {word} of it"
        assert respell(spoken_form(f"the {word} of it")) == f"the {respelled} of it"


def test_every_capital_word_that_is_said_as_a_word_has_a_spelling() -> None:
    assert set(RESPELLED) == AS_WORDS


def test_the_loudest_sample_is_the_same_for_all() -> None:
    def quiet(sentence: str) -> Sound:
        return Sound(np.full(4_800, len(sentence), dtype="<i2").tobytes(), SAMPLE_RATE_HZ)

    samples = np.frombuffer(asyncio.run(utterance("Yes.", quiet)).pcm, dtype="<i2")
    assert samples.max() == round(0.7 * 32767)
