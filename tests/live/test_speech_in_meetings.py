"""A speech service that falters speaks in a meeting whose time stands still meanwhile."""

import asyncio
import time
from pathlib import Path

import pytest
from tests.staging.servers.speech import KEY, Reply, json_reply, openai, samples, serving

from modylbench.foundation.errors import UserMistake
from modylbench.foundation.virtual_time import VirtualClock, hold
from modylbench.pipeline.voice_choice import VoiceChoice
from modylbench.providers.models.patience import Patience
from modylbench.providers.speech.cache import CachedVoice
from modylbench.providers.speech.speech import Speech, SpeechFailure

QUICK = Patience(tries=3, connect_s=2.0, silence_s=0.3, try_s=0.5, first_wait_s=0.05)
STUCK_S = 20.0  # a wait that stands still ends so
NOBODY = "http://127.0.0.1:9"


def choice(address: str, *, key: str = KEY, model: str = "tts-1") -> VoiceChoice:
    return VoiceChoice(f"openai:{model}", f"{address}/v1", {"OPENAI_API_KEY": key}, QUICK)


def said_in_a_meeting(voice: VoiceChoice, cache: Path) -> tuple[Speech, float]:
    """What the service says, and the meeting's seconds that it took."""

    async def meeting(clock: VirtualClock) -> tuple[Speech, float]:
        speaker = CachedVoice(voice.make(), cache)
        await clock.sleep(10.0)
        before = clock.now_s()
        with clock.pausing():
            speech = await speaker.speak("Hello there.", "nova")
        return speech, clock.now_s() - before

    return hold(meeting, stuck_s=STUCK_S)


@pytest.mark.parametrize(
    "first",
    [
        (),
        (json_reply({"error": {"code": "rate_limit_exceeded"}}, 429),),
        (json_reply({}, 503), json_reply({}, 500)),
    ],
    ids=["at once", "after 429", "after 503 and 500"],
)
def test_a_service_that_is_busy_at_first_is_heard(first: tuple[Reply, ...], tmp_path: Path) -> None:
    with serving(openai) as server:
        server.first.extend(first)
        speech, took_s = said_in_a_meeting(choice(server.address), tmp_path)

        assert speech.pcm == samples("Hello there.")
        assert len(server.asked) == len(first) + 1
        assert took_s == 0.0


def test_a_service_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    def slow() -> bytes:
        time.sleep(1.0)
        return b"\0\0"

    with serving(openai) as server:
        server.first.extend([Reply(200, (slow() for _ in range(2)))] * 3)
        start = time.perf_counter()
        with pytest.raises(SpeechFailure, match=r"took too long|broke off"):
            said_in_a_meeting(choice(server.address), tmp_path)

    assert time.perf_counter() - start < STUCK_S


def test_a_service_that_is_not_there_fails_instead_of_hanging(tmp_path: Path) -> None:
    with pytest.raises(SpeechFailure, match="cannot be reached, 3 times"):
        said_in_a_meeting(choice(NOBODY), tmp_path)


def test_a_voice_is_tried_before_a_run_once_for_each_key(tmp_path: Path) -> None:
    with serving(openai) as server:
        for _ in range(2):
            voice = choice(server.address).check(tmp_path)
        assert len(server.asked) == 1

        with pytest.raises(UserMistake, match=r"does not speak: .* answered 400"):
            choice(server.address, key="sk-wrong").check(tmp_path)
        with pytest.raises(UserMistake, match="answered 40"):
            choice(server.address, model="no-such-model").check(tmp_path)
        assert asyncio.run(voice.speak("Hello there.", "nova")).pcm == samples("Hello there.")


def test_a_wrong_address_is_one_line_and_names_the_voice(tmp_path: Path) -> None:
    with pytest.raises(UserMistake) as caught:
        choice(NOBODY).check(tmp_path)

    assert "the voice 'openai:tts-1' does not speak: openai at 127.0.0.1:9" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert KEY not in str(caught.value)


def test_figures_go_to_a_service_in_plain_words(tmp_path: Path) -> None:
    with serving(openai) as server:
        voice = choice(server.address).make()
        asyncio.run(voice.speak("The CAGR is 12% on PIK notes in ASEAN.", "nova"))

        sent = server.asked[0].json()["input"]
        assert sent == "The CAGR is twelve percent on PIK notes in ASEAN."
