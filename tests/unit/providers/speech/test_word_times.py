"""Words get their times from the sound, in order and inside it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.meetings import tone

from modylbench.providers.speech.activity import FRAME_S
from modylbench.providers.speech.word_times import word_times

LETTERS = st.sampled_from(["we", "pay", "12x", "$57.5M,", "OK.", "why?", "—", "支付", "..."])
SILENCE = bytes(len(tone(0.5)))  # between sentences


def test_each_sentence_has_the_sound_between_two_breaths() -> None:
    pcm = tone(1.0) + SILENCE + tone(3.0)

    first, second, third = word_times("Yes. Indeed so.", 4.5, pcm)

    assert (first.start_s, first.end_s) == pytest.approx((0.0, 1.0), abs=2 * FRAME_S)
    assert second.start_s == pytest.approx(1.5, abs=2 * FRAME_S)
    assert second.end_s == third.start_s
    assert third.end_s == pytest.approx(4.5, abs=2 * FRAME_S)


def test_a_pause_falls_between_words_and_into_none() -> None:
    pcm = tone(1.0) + bytes(len(tone(0.2))) + tone(1.0)

    first, second = word_times("equal, equals", 2.2, pcm)

    assert first.end_s == pytest.approx(1.0, abs=0.15)
    assert second.start_s >= first.end_s
    assert second.end_s == pytest.approx(2.2, abs=2 * FRAME_S)


def test_a_figure_takes_the_time_of_its_words() -> None:
    figure, word = word_times("$57.5M gone", 6.0)

    assert figure.end_s - figure.start_s > 5 * (word.end_s - word.start_s)


def test_other_breaths_than_sentences_share_all_of_the_voice() -> None:
    pcm = tone(1.0) + SILENCE + tone(1.0) + SILENCE + tone(1.0)

    words = word_times("One sentence only.", 4.0, pcm)

    assert words[0].start_s == 0.0
    assert words[-1].end_s == pytest.approx(4.0, abs=2 * FRAME_S)


@given(st.lists(LETTERS, max_size=20), st.booleans())
def test_words_are_all_there_in_order_and_within_the_sound(
    texts: list[str],
    has_sound: bool,
) -> None:
    pcm = tone(1.0) + SILENCE + tone(2.0) if has_sound else b""

    words = word_times(" ".join(texts), 3.5, pcm)

    assert [word.text for word in words] == texts
    assert all(0.0 <= word.start_s <= word.end_s <= 3.501 for word in words)
    assert all(earlier.end_s <= later.start_s for earlier, later in pairwise(words))
