"""What every voice that is present here keeps; RHVoice has to be present."""

import asyncio
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modylbench.language.spoken.spoken_form import sayable
from modylbench.providers.speech.activity import voiced_frames
from modylbench.providers.speech.speech import BYTES_PER_SAMPLE, NoVoice, Speech, SpeechFailure
from modylbench.providers.speech.utterance import LONGEST_S, PEAK
from modylbench.providers.speech.voices import ENGINES, agent_voice, best_voice, speaking_engines

every_engine = pytest.mark.parametrize("engine", list(ENGINES))
PERSONAS = ("female_us_30s", "woman_us_brisk", "female_uk_40s", "male_us_50s", "male_uk_60s", "x")


def said(engine: str, text: str, persona: str = "female_us_30s") -> Speech:
    if engine not in speaking_engines():
        pytest.skip(f"{engine} is not installed here")
    voice = best_voice(engine)
    return asyncio.run(voice.speak(text, voice.voice_for(persona)))


def test_the_default_voice_is_here() -> None:
    assert speaking_engines()[0] == "rhvoice"
    assert best_voice().name.startswith("RHVoice 1.")


@every_engine
def test_the_same_text_is_the_same_bytes(engine: str) -> None:
    text = "We pay 12x, so the EV is $180 million. OK?"

    assert said(engine, text) == said(engine, text)


@every_engine
def test_nothing_clips_and_all_are_equally_loud(engine: str) -> None:
    samples = np.frombuffer(said(engine, "Hello there, this is a test.").pcm, dtype="<i2")

    assert np.abs(samples.astype(int)).max() == round(PEAK * 32767)


@every_engine
def test_speech_begins_and_ends_at_once_and_pauses_between_sentences(engine: str) -> None:
    voiced = voiced_frames(said(engine, "Yes. No.").pcm)
    heard = np.flatnonzero(voiced)
    gaps = np.diff(heard)

    assert heard[0] * 0.02 <= 0.15
    assert (len(voiced) - heard[-1]) * 0.02 <= 0.25
    assert 0.3 <= gaps.max() * 0.02 <= 0.8


@every_engine
def test_speech_is_as_long_as_a_person_would_take(engine: str) -> None:
    words = "the quick brown fox jumps over the lazy dog near the river bank today"
    rate = 60 * len(words.split()) / said(engine, words).duration_s

    assert 120 <= rate <= 260


@every_engine
def test_a_figure_is_said_like_its_words(engine: str) -> None:
    assert said(engine, "$57.5M") == said(engine, "fifty-seven point five million dollars")


@every_engine
@pytest.mark.parametrize("text", ["", " ", "…", "👍", "--- !!!", "日本"])
def test_what_cannot_be_said_fails(engine: str, text: str) -> None:
    with pytest.raises(SpeechFailure, match="nothing that can be said"):
        said(engine, text)


@every_engine
@pytest.mark.parametrize(
    "text", ["Oh. " * 2_500, "1,234,567 " * 1_000, "So it is, and so on " * 500]
)
def test_of_far_too_much_five_minutes_are_said(engine: str, text: str) -> None:
    start = time.perf_counter()
    speech = said(engine, text)

    assert LONGEST_S - 1 <= speech.duration_s <= LONGEST_S
    assert time.perf_counter() - start < 120  # 3 s alone; one program a sentence took minutes


@every_engine
def test_text_is_never_an_option_or_a_command(engine: str, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    speech = said(engine, f"-o {trap} ; touch {trap} $(touch {trap}) `touch {trap}` <break/>")

    assert speech.duration_s > 1
    assert not trap.exists()


@every_engine
def test_every_persona_has_a_voice_that_never_changes(engine: str) -> None:
    if engine not in speaking_engines():
        pytest.skip(f"{engine} is not installed here")
    voice = best_voice(engine)
    chosen = {persona: voice.voice_for(persona) for persona in PERSONAS}

    assert chosen == {persona: best_voice(engine).voice_for(persona) for persona in PERSONAS}
    assert all(voice.voice_for(name) == name for name in chosen.values())


@every_engine
def test_the_agent_does_not_sound_like_the_human(engine: str) -> None:
    if engine not in speaking_engines():
        pytest.skip(f"{engine} is not installed here")
    voice = best_voice(engine)
    for persona in PERSONAS:
        human = voice.voice_for(persona)
        assert agent_voice(voice, {human}) != human


def test_people_of_rhvoice() -> None:
    voice = best_voice("rhvoice")

    assert agent_voice(voice) == "bdl"
    assert voice.voice_for("male_uk_60s") == "alan"
    assert {voice.voice_for(f"female_us_{age}0s") for age in range(2, 8)} == {"slt", "clb"}


@settings(max_examples=25, deadline=None)
@given(st.text(min_size=1, max_size=60) | st.text("abchmw'-.,? 1", min_size=1, max_size=30))
def test_whatever_has_words_is_said(text: str) -> None:
    if not sayable(text):
        return
    speech = said("rhvoice", text)

    assert 0 < speech.duration_s < 120
    assert len(speech.pcm) % BYTES_PER_SAMPLE == 0


def test_an_engine_that_is_not_there_says_how_to_get_it() -> None:
    missing = [name for name in ENGINES if name not in speaking_engines()]
    if not missing:
        pytest.skip("all engines are installed here")
    assert missing
    for name in missing:
        with pytest.raises(NoVoice, match="install"):
            best_voice(name)
