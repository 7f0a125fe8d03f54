"""Services as voices."""

import asyncio
import io
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.providers.speech.services.service import (
    key_variable,
    pieces,
    plain_line,
    text_to_speech,
)
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import (
    NoVoice,
    Speech,
    SpeechFailure,
)

KEY = "sk-test-5f3c9a7d"


@pytest.mark.parametrize(
    ("spec", "name", "variable"),
    [
        ("openai:tts-1", "openai tts-1 at api.openai.com", "OPENAI_API_KEY"),
        ("elevenlabs:v", "elevenlabs v at api.elevenlabs.io", "ELEVENLABS_API_KEY"),
        ("deepgram:aura-2", "deepgram aura-2 at api.deepgram.com", "DEEPGRAM_API_KEY"),
    ],
)
def test_a_recording_names_service_model_and_host(spec: str, name: str, variable: str) -> None:
    assert text_to_speech(spec, key=KEY).name == name
    assert key_variable(spec) == variable


def test_a_model_may_hold_a_colon_and_an_address_a_port() -> None:
    voice = text_to_speech("openai:kokoro:82m", base_url="http://[::1]:8000/v1/")

    assert voice.name == "openai kokoro:82m at [::1]:8000"


def test_an_unknown_service_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'elevenlabs'"):
        text_to_speech("elevenlab:x", key=KEY)


@pytest.mark.parametrize(
    "spec", ["openai", "openai:", "openai:a b", "openai:ä", f"openai:{'x' * 201}"]
)
def test_a_model_that_cannot_be_one_is_a_mistake(spec: str) -> None:
    with pytest.raises(UserMistake, match="expected one such as openai:"):
        text_to_speech(spec, key=KEY)


@pytest.mark.parametrize("key", [None, "", "  \n"])
def test_without_a_key_one_is_told_what_to_set(key: str | None) -> None:
    with pytest.raises(NoVoice, match="set DEEPGRAM_API_KEY"):
        text_to_speech("deepgram:aura-2", key=key)


@pytest.mark.parametrize("key", ["sk\ntest", "sk test", "schlüssel", "sk\x7f"])
def test_a_key_that_no_header_holds_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(UserMistake, match="OPENAI_API_KEY holds characters") as caught:
        text_to_speech("openai:tts-1", key=key)

    assert key not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://host/v1",
        "host/v1",
        "http://",
        "",
        "http://[::1",
        "http://host:99999/",
        "http://hos\u2025t/",
        f"https://user:{KEY}@host/v1",
        f"https://host/v1?api-key={KEY}",
        f"https://host/v1#{KEY}",
    ],
)
def test_an_address_that_is_more_or_less_than_one_is_a_mistake(address: str) -> None:
    with pytest.raises(UserMistake, match="the base URL") as caught:
        text_to_speech("openai:tts-1", key=KEY, base_url=address or "x")

    assert KEY not in str(caught.value)


def test_the_caller_may_choose_the_voices_of_personas() -> None:
    voice = text_to_speech("elevenlabs:v", key=KEY, voices={"female_uk_40s": "mine"})

    assert voice.voice_for("female_uk_40s") == "mine"
    assert voice.voice_for("female_us_30s") != "mine"


def test_a_voice_given_as_deepgrams_model_speaks_for_everyone() -> None:
    everyone = text_to_speech("deepgram:aura-2-thalia-en", key=KEY)

    assert everyone.voice_for("male_uk_40s") == "aura-2-thalia-en"
    assert text_to_speech("deepgram:aura-2", key=KEY).voice_for("male_uk_40s") == "aura-2-draco-en"


@given(text=st.text("abc .!?", max_size=200), longest=st.integers(1, 40))
def test_pieces_are_short_enough_and_leave_no_letter_out(text: str, longest: int) -> None:
    cut = pieces(plain_line(text), longest)

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
    text = plain_line(" ".join(sentences))

    assert all(piece.endswith(".") for piece in pieces(text, 14))


@given(text=st.text(st.characters(), max_size=60))
def test_a_plain_text_can_be_sent(text: str) -> None:
    sent = plain_line(text)

    assert sent.encode("utf-8").decode("utf-8") == sent
    assert plain_line(sent) == sent
    assert "\0" not in sent
    assert "\n" not in sent


@pytest.mark.parametrize("text", ["", " \n", "a" * 20_001])
def test_nothing_and_too_much_are_refused_before_anyone_is_asked(text: str) -> None:
    voice = text_to_speech("openai:tts-1", base_url="http://127.0.0.1:9")

    with pytest.raises(SpeechFailure, match="characters: expected 1 to 20,000"):
        asyncio.run(voice.speak(text, "nova"))


@given(pcm=st.binary(max_size=99))
def test_a_wav_file_holds_the_whole_samples(pcm: bytes) -> None:
    with wave.open(io.BytesIO(wav_bytes(Speech(pcm)))) as file:
        assert file.getparams()[:3] == (1, 2, 24_000)
        assert file.readframes(99) == pcm[: len(pcm) & ~1]
