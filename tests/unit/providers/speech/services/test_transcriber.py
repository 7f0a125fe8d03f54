"""Is speech sent as the file it is, and not at all where that is useless?"""

import asyncio
import io
import wave

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.speech.services.service import speech_to_text
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import Speech, SpeechFailure, Transcript

NOBODY = "http://127.0.0.1:9"


@given(pcm=st.binary(max_size=99))
def test_a_wav_file_holds_the_whole_samples(pcm: bytes) -> None:
    with wave.open(io.BytesIO(wav_bytes(Speech(pcm)))) as file:
        assert file.getparams()[:3] == (1, 2, 24_000)
        assert file.readframes(99) == pcm[: len(pcm) & ~1]


@pytest.mark.parametrize("samples", [0, 1, 2_399])
def test_a_moment_holds_no_word_and_is_not_sent(samples: int) -> None:
    transcriber = speech_to_text("openai:whisper-1", base_url=NOBODY)

    assert asyncio.run(transcriber.transcribe(Speech(bytes(2 * samples)))) == Transcript("")


def test_more_than_a_service_takes_is_refused_before_it_is_sent() -> None:
    transcriber = speech_to_text("openai:whisper-1", base_url=NOBODY)

    with pytest.raises(SpeechFailure, match=r"found 522 s of speech: openai whisper-1 at .* 521 s"):
        asyncio.run(transcriber.transcribe(Speech(bytes(48_000 * 522))))
