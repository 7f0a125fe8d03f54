"""Are texts made fit for a service, and cut without loss?"""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.services.service import pieces, plain, text_to_speech
from modylbench.providers.speech.speech import SpeechFailure


@given(text=st.text("abc .!?", max_size=200), longest=st.integers(1, 40))
def test_pieces_are_short_enough_and_leave_no_letter_out(text: str, longest: int) -> None:
    cut = pieces(plain(text), longest)

    assert all(0 < len(piece) <= longest for piece in cut)
    assert "".join(cut).replace(" ", "") == "".join(text.split())


@given(words=st.lists(st.text("abc.!?", min_size=1, max_size=9), max_size=60))
def test_words_that_fit_are_never_cut(words: list[str]) -> None:
    cut = pieces(" ".join(words), 12)

    assert " ".join(cut).split() == words


@given(
    sentences=st.lists(
        st.text("ab ", min_size=1, max_size=9).map(lambda it: f"x{it}x."), max_size=9
    )
)
def test_sentences_that_fit_are_never_cut(sentences: list[str]) -> None:
    text = plain(" ".join(sentences))

    assert all(piece.endswith(".") for piece in pieces(text, 14))


@given(text=st.text(st.characters(), max_size=60))
def test_a_plain_text_can_be_sent(text: str) -> None:
    sent = plain(text)

    assert sent.encode("utf-8").decode("utf-8") == sent
    assert plain(sent) == sent
    assert "\0" not in sent
    assert "\n" not in sent


@pytest.mark.parametrize("text", ["", " \n", "a" * 20_001])
def test_nothing_and_too_much_are_refused_before_anyone_is_asked(text: str) -> None:
    voice = text_to_speech("openai:tts-1", base_url="http://127.0.0.1:9")

    with pytest.raises(SpeechFailure, match="characters: expected 1 to 20,000"):
        asyncio.run(voice.speak(text, "nova"))
