"""The speech services over HTTP ask as their providers want, and bear what servers do."""

import asyncio
import gzip
import itertools
import socket
import time
import traceback
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace

import pytest
from tests.staging.servers import speech
from tests.staging.servers.speech import KEY, Loopback, Reply, json_reply, samples, serving

from modylbench.providers.models.patience import Patience
from modylbench.providers.speech.services.service import ServiceVoice, text_to_speech
from modylbench.providers.speech.speech import Speech, SpeechFailure, TextToSpeech

QUICK = Patience(tries=3, connect_s=10.0, silence_s=20.0, try_s=20.0, first_wait_s=0.01)
HURRIED = Patience(tries=3, silence_s=0.3, try_s=0.6, first_wait_s=0.01)
SAID = "Revenue rose by eight per cent."


@dataclass(frozen=True)
class Provider:
    """A service as the tests call it."""

    name: str
    voice_model: str
    base: str = ""

    def voice(self, address: str, key: str = KEY, patience: Patience = QUICK) -> ServiceVoice:
        spec = f"{self.name}:{self.voice_model}"
        return text_to_speech(spec, key=key, base_url=address + self.base, patience=patience)


PROVIDERS = (
    Provider("openai", "gpt-4o-mini-tts", "/v1"),
    Provider("elevenlabs", "eleven_multilingual_v2"),
    Provider("deepgram", "aura-2"),
)
every_provider = pytest.mark.parametrize("provider", PROVIDERS, ids=lambda it: it.name)


@pytest.fixture
def server(provider: Provider) -> Iterator[Loopback]:
    with serving(getattr(speech, provider.name)) as loopback:
        yield loopback


def spoken(voice: ServiceVoice, text: str = SAID, wanted: str = "female_uk_40s") -> Speech:
    async def speak() -> Speech:
        async with aclosing(voice):
            as_promised: TextToSpeech = voice
            return await as_promised.speak(text, as_promised.voice_for(wanted))

    return asyncio.run(speak())


def failure(voice: ServiceVoice) -> str:
    """The message of the failure to speak, after a look for the key in all that is told of it."""
    with pytest.raises(SpeechFailure) as caught:
        spoken(voice)
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert KEY not in repr(caught.value)
    return str(caught.value)


@every_provider
def test_speaks_whole_samples_however_they_are_cut_on_the_way(
    provider: Provider, server: Loopback
) -> None:
    voice = provider.voice(server.address)

    assert spoken(voice).pcm == samples(SAID)
    assert len(server.asked) == 1
    host = server.address.removeprefix("http://")
    assert voice.name == f"{provider.name} {provider.voice_model} at {host}"


@every_provider
def test_one_client_serves_many_texts_and_people_at_once(
    provider: Provider, server: Loopback
) -> None:
    texts = [f"Number {number}." for number in range(12)]
    voice = provider.voice(server.address)

    async def speak_all() -> list[Speech]:
        async with aclosing(voice), asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(voice.speak(text, voice.voice_for(wanted)))
                for text, wanted in zip(
                    texts, itertools.cycle(("male_us_30s", "female_au_50s")), strict=False
                )
            ]
        return [task.result() for task in tasks]

    assert [speech.pcm for speech in asyncio.run(speak_all())] == [*map(samples, texts)]


@every_provider
def test_a_long_text_is_spoken_in_pieces_that_leave_nothing_out(
    provider: Provider, server: Loopback
) -> None:
    text = " ".join(f"Sentence {number} says little." for number in range(300))
    spoken(provider.voice(server.address), text)
    pieces = [asked.json().get("input") or asked.json()["text"] for asked in server.asked]

    assert len(pieces) > 1
    assert " ".join(pieces) == text


def test_a_server_of_ones_own_needs_no_key() -> None:
    def keyless(asked: speech.ReceivedRequest) -> Reply:
        assert "authorization" not in asked.headers
        return speech.sound_reply(asked.json()["input"], "audio/pcm")

    with serving(keyless) as server:
        voice = text_to_speech("openai:kokoro", base_url=server.address, patience=QUICK)

        assert spoken(voice).pcm == samples(SAID)


@every_provider
def test_waits_as_long_as_a_busy_service_asks(provider: Provider, server: Loopback) -> None:
    server.first.append(Reply(429, headers={"retry-after": "0.5"}))

    assert spoken(provider.voice(server.address)).pcm == samples(SAID)
    first, second = server.asked
    assert second.at_s - first.at_s >= 0.5
    assert first.body == second.body


def test_a_date_to_come_back_counts_from_the_date_of_the_answer() -> None:
    with serving(speech.openai) as server:
        later = "Wed, 21 Oct 2065 07:28:00 GMT"
        server.first.append(Reply(503, headers={"retry-after": later}))
        message = failure(PROVIDERS[0].voice(server.address))

    assert "answered 503 and asks for" in message
    assert len(server.asked) == 1


def test_a_date_that_has_passed_needs_no_waiting() -> None:
    with serving(speech.openai) as server:
        past = "Wed, 21 Oct 2015 07:28:00 GMT"
        server.first.append(Reply(503, headers={"retry-after": past}))
        slow = replace(QUICK, first_wait_s=30.0)
        begun = time.perf_counter()

        assert spoken(PROVIDERS[0].voice(server.address, patience=slow)).pcm == samples(SAID)
        assert time.perf_counter() - begun < 20.0


@pytest.mark.parametrize("rubbish", ["soon", "-5", "1e400", "", "21 Oct"])
def test_a_wait_that_says_nothing_is_our_own(rubbish: str) -> None:
    with serving(speech.openai) as server:
        server.first.append(Reply(503, headers={"retry-after": rubbish}))

        assert spoken(PROVIDERS[0].voice(server.address)).pcm == samples(SAID)
        assert len(server.asked) == 2


def test_halves_of_characters_and_line_breaks_do_not_reach_the_wire() -> None:
    with serving(speech.openai) as server:
        spoken(PROVIDERS[0].voice(server.address), "half \ud83d a\nline\0 end")

        assert server.asked[0].json()["input"] == "half ? a line end"


@every_provider
def test_gives_up_on_a_service_that_keeps_failing(provider: Provider, server: Loopback) -> None:
    server.first.extend(json_reply({"error": {"message": "boom"}}, 500) for _ in range(9))
    message = failure(provider.voice(server.address))

    assert len(server.asked) == QUICK.tries
    assert "answered 500, 3 times" in message
    gaps = [later.at_s - early.at_s for early, later in itertools.pairwise(server.asked)]
    assert gaps[0] >= 0.01
    assert gaps[1] >= 0.02


@every_provider
@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_says_what_to_set_and_is_not_tried_again(
    provider: Provider, server: Loopback, status: int
) -> None:
    told = {"error": {"message": f"Incorrect API key provided: {KEY}", "code": "invalid_api_key"}}
    server.first.append(json_reply(told, status))
    message = failure(provider.voice(server.address))

    assert f"answered {status} invalid_api_key" in message
    assert f"set {provider.name.upper()}_API_KEY" in message
    assert len(server.asked) == 1


@every_provider
def test_a_wrong_key_is_seen_by_the_server(provider: Provider, server: Loopback) -> None:
    assert "wrong request" in failure(provider.voice(server.address, key="sk-other"))


@every_provider
def test_another_refusal_is_told_without_the_key(provider: Provider, server: Loopback) -> None:
    server.first.append(json_reply({"detail": {"message": f"bad voice\nfor {KEY}"}}, 422))
    message = failure(provider.voice(server.address))

    assert "answered 422: 'bad voice for …'" in message
    assert len(server.asked) == 1


def test_an_account_without_credit_is_not_tried_again() -> None:
    with serving(speech.openai) as server:
        told = {"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}
        server.first.extend([json_reply(told, 429)] * 3)

        assert "insufficient_quota" in failure(PROVIDERS[0].voice(server.address))
        assert len(server.asked) == 1


@every_provider
@pytest.mark.parametrize(
    ("kind", "body", "what"),
    [
        ("application/json", b'{"audio": ""}', "application/json instead of sound"),
        ("text/html; charset=utf-8", b"<html>", "text/html instead of sound"),
        ("audio/wav", b"RIFF\x24\0\0\0WAVEfmt ", "a WAV file instead of raw samples"),
        ("audio/mpeg", b"ID3\4" + bytes(90), "an MP3 file instead of raw samples"),
        ("audio/mpeg", b"\xff\xfb" + bytes(90), "audio/mpeg instead of raw samples"),
        ("audio/l16; rate=16000", bytes(90), "16000 samples a second instead of 24000"),
        ("audio/pcm", b"\1", "no sound"),
        ("audio/pcm", b"", "no sound"),
    ],
)
def test_what_is_no_raw_sound_is_a_failure(
    provider: Provider, server: Loopback, kind: str, body: bytes, what: str
) -> None:
    chunks = (body,) if body else ()
    server.first.append(Reply(chunks=chunks, headers={"content-type": kind}))

    assert failure(provider.voice(server.address)).endswith(f"sent {what}")


@every_provider
def test_a_body_without_an_end_is_cut_off(provider: Provider, server: Loopback) -> None:
    server.first.append(Reply(chunks=itertools.repeat(bytes(65_536))))
    message = failure(provider.voice(server.address))

    assert "sent more than" in message
    assert len(server.asked) == 1


def test_a_small_body_that_unpacks_without_an_end_is_cut_off() -> None:
    with serving(speech.openai) as server:
        bomb = gzip.compress(bytes(30_000_000))
        server.first.append(Reply(chunks=(bomb,), headers={"content-encoding": "gzip"}))

        assert "sent more than" in failure(PROVIDERS[0].voice(server.address))


def test_a_body_that_does_not_unpack_is_a_failure() -> None:
    with serving(speech.openai) as server:
        server.first.append(Reply(chunks=(b"rubbish",), headers={"content-encoding": "gzip"}))

        assert "compression is broken" in failure(PROVIDERS[0].voice(server.address))


def test_a_complaint_without_an_end_is_cut_off() -> None:
    with serving(speech.openai) as server:
        server.first.append(Reply(400, chunks=itertools.repeat(b"{" * 4_096)))

        assert failure(PROVIDERS[0].voice(server.address)).endswith("answered 400")


def dripping(pause_s: float) -> Iterator[bytes]:
    while True:
        yield b"\0\0"
        time.sleep(pause_s)


@pytest.mark.parametrize(
    ("pause_s", "patience"),
    [(0.05, replace(HURRIED, silence_s=20.0)), (1.0, replace(HURRIED, try_s=60.0))],
    ids=["drips", "falls silent"],
)
def test_a_slow_body_is_given_up(pause_s: float, patience: Patience) -> None:
    with serving(speech.openai) as server:
        server.first.extend(Reply(chunks=dripping(pause_s)) for _ in range(patience.tries))
        begun = time.perf_counter()
        message = failure(PROVIDERS[0].voice(server.address, patience=patience))

        assert "took too long, 3 times" in message
        assert len(server.asked) == patience.tries
        assert time.perf_counter() - begun < 20.0


@every_provider
def test_a_slow_body_once_is_asked_for_again(provider: Provider, server: Loopback) -> None:
    impatient = replace(HURRIED, tries=9)  # a busy machine may be slow more than once
    server.first.append(Reply(chunks=dripping(0.05)))

    assert spoken(provider.voice(server.address, patience=impatient)).pcm == samples(SAID)
    assert len(server.asked) > 1


@every_provider
def test_nobody_at_the_address_is_a_failure(provider: Provider) -> None:
    with socket.socket() as held:  # bound and not listening: refused, and nobody else's meanwhile
        held.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{held.getsockname()[1]}"

        assert "cannot be reached, 3 times" in failure(provider.voice(address))


def test_a_connection_that_breaks_off_is_tried_again() -> None:
    def breaking() -> Iterator[bytes]:
        yield b"\0\0"
        raise OSError

    with serving(speech.openai) as server:
        server.first.append(Reply(chunks=breaking()))

        assert spoken(PROVIDERS[0].voice(server.address)).pcm == samples(SAID)
        assert len(server.asked) == 2


def test_a_redirection_is_not_followed_with_the_key() -> None:
    with serving(speech.elevenlabs) as server, serving(speech.elevenlabs) as other:
        server.first.append(Reply(307, headers={"location": f"{other.address}/v1/speech-to-text"}))

        assert failure(PROVIDERS[1].voice(server.address)).endswith("answered 307")
        assert other.asked == []
