"""Does the real transcriber hear what the real voices say?"""

import asyncio
import socket
from functools import lru_cache

import numpy as np
import pytest

from modylbench.providers.speech.accuracy import Accuracy, accuracy
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailed, Transcript
from modylbench.providers.speech.voices import best_voice
from modylbench.providers.speech.whisper import Whisper

LINES = {
    "female_us_30s": "Growth is 15% in year one, then step it down 2 points a year.",
    "female_us_40s": "Plan says 160 wins in Q4. So pipeline is 160 over the target win rate.",
    "woman_us_brisk": "They can do 4,550 this quarter. So bump Birmingham to 4,550.",
    "female_uk_40s": "It has a p of 0.0016, and we randomised 270 people in November 2025.",
    "male_uk_50s": "The entry multiple is now 10.5x, and the enterprise value is $180 million.",
    "male_us_50s": "Revenue was $57.5M, up 15%, and a pallet costs $30.53 on that lane.",
}  # fmt: skip
JARGON = "EBITDA, GM, Birmingham, enterprise value"


@lru_cache(maxsize=1)
def ears() -> Whisper:
    return Whisper()


def heard(speech: Speech, jargon: str = "") -> Transcript:
    return asyncio.run(ears().transcribe(speech, jargon=jargon))


def said(persona: str) -> Speech:
    voice = best_voice()
    return asyncio.run(voice.speak(LINES[persona], voice.voice_for(persona)))


def test_people_are_understood_and_so_are_their_figures() -> None:
    total = Accuracy()
    for persona, text in LINES.items():
        total += accuracy(text, heard(said(persona), JARGON).text)

    assert total.figures >= 14
    assert total.word_error_rate <= 0.12
    assert total.share_of_figures >= 0.9


def test_words_have_times_in_order_within_the_speech() -> None:
    speech = said("male_uk_50s")
    words = heard(speech).words
    starts = [word.start_s for word in words]

    assert len(words) > 8
    assert starts == sorted(starts)
    assert all(0 <= word.start_s <= word.end_s <= speech.duration_s + 0.3 for word in words)


def test_the_same_sound_gives_the_same_words() -> None:
    speech = said("male_us_50s")

    assert heard(speech, JARGON) == heard(speech, JARGON)


@pytest.mark.parametrize("level", [0, 3, 30])
def test_nobody_is_heard_in_silence_or_faint_noise(level: int) -> None:
    noise = np.random.default_rng(5).normal(0, level, 3 * SAMPLE_RATE_HZ).astype("<i2")

    assert heard(Speech(noise.tobytes())).text == ""
    assert heard(Speech(b"")).text == ""


def test_figures_are_no_jargon() -> None:
    with pytest.raises(SpeechFailed, match="expected terms only"):
        heard(Speech(b""), "EBITDA 15")


def test_no_network_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        message = "a connection was tried"
        raise AssertionError(message)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    speech = Speech(np.zeros(SAMPLE_RATE_HZ, dtype="<i2").tobytes() + said("male_us_50s").pcm)

    assert asyncio.run(Whisper().transcribe(speech)).text
