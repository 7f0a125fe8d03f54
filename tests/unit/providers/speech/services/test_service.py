"""Is a name of a service understood, and a wrong one told?"""

import pytest

from modylbench.foundation.errors import UnknownName, UserMistake
from modylbench.providers.speech.services.service import (
    key_variable,
    speech_to_text,
    text_to_speech,
)
from modylbench.providers.speech.speech import NoTranscriber, NoVoice

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
    assert speech_to_text(spec, key=KEY).name == name
    assert key_variable(spec) == variable


def test_a_model_may_hold_a_colon_and_an_address_a_port() -> None:
    voice = text_to_speech("openai:kokoro:82m", base_url="http://[::1]:8000/v1/")

    assert voice.name == "openai kokoro:82m at [::1]:8000"


def test_an_unknown_service_is_told_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean 'elevenlabs'"):
        text_to_speech("elevenlab:x", key=KEY)
    with pytest.raises(UnknownName, match="did you mean 'openai'"):
        speech_to_text("open-ai:x", key=KEY)


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
    with pytest.raises(NoTranscriber, match="set OPENAI_API_KEY"):
        speech_to_text("openai:whisper-1", key=key)


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
