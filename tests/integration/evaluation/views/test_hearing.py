"""Whose words are taken for the agent's; captions cannot lie about its voice."""

import asyncio
import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from tests.staging.recordings import fields_of_turns, words

from modylbench.evaluation.views.hearing import (
    CAPTIONS,
    MISHEARD,
    NOTHING,
    HeardWords,
    HearingOptions,
    difference,
    hear,
    misheard_chance,
)
from modylbench.evaluation.views.turns import AgentWords
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import Speech, Transcript
from modylbench.recording.events import Clip, KeptFile
from modylbench.recording.recording import AgentUnderTest, MeetingRecording, Setting
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

TURNS = 12
HONEST = [
    f"The debt at the end of year {place} is ${40 + place}.5 million, or {place + 12}% of sources, "
    f"after {place + 200} of {place + 900} payments."
    for place in range(TURNS)
]


class Listener:
    """Hears what the sound's first byte stands for, and counts how often it listened."""

    name = "listener 1.0"

    def __init__(self, voices: list[str]) -> None:
        self._voices = voices
        self.listened: list[int] = []

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        assert not any(letter.isdigit() for letter in jargon)
        self.listened.append(speech.pcm[0])
        return Transcript(self._voices[speech.pcm[0]])


def recorded(folder: Path, captions: list[str], *, with_sound: bool = True) -> MeetingRecording:
    kept = KeptFile(path="events.jsonl", sha256="0" * 64, size=0)
    return MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=True,
        agent=AgentUnderTest(name="a"),
        setting=Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0"),
        participants=(), planned_turns=TURNS, ending="completed", duration_s=1, log=kept,
        **fields_of_turns(
            turn(folder, place, text, with_sound=with_sound) for place, text in enumerate(captions)
        ),
    )  # fmt: skip


def turn(folder: Path, place: int, captions: str, *, with_sound: bool) -> RecordedTurn:
    said = (words(captions, 2, 3),) if captions else ()
    clip = sound(folder, place) if with_sound else None
    return RecordedTurn(
        turn_index=2 * place + 1, beat="b", beat_number=1, phase="work", edge_case=None,
        human=HumanTurn(
            speaker="p", channel="voice", text="What of the LBO in 2027?", alternative=0,
            started_s=0, ended_s=1,
        ),
        agent=AgentTurn(outcome="answered", ended_s=4, said=said, audio=clip),
    )  # fmt: skip


def sound(folder: Path, place: int) -> Clip:
    data = wav_bytes(Speech(bytes([place, 0]) * 2400))
    path = folder / f"turn-{place}.wav"
    path.write_bytes(data)
    kept = KeptFile(path=path.name, sha256=hashlib.sha256(data).hexdigest(), size=len(data))
    return Clip(file=kept, started_s=2, duration_s=0.1)


def heard(recording: MeetingRecording, folder: Path, hearing: HearingOptions) -> HeardWords:
    return asyncio.run(hear(recording, folder, hearing))


def test_honest_captions_are_taken_after_a_few_turns_were_listened_to(tmp_path: Path) -> None:
    listener = Listener([text.replace("payments", "statements") for text in HONEST])
    recording = recorded(tmp_path, HONEST)

    found = heard(recording, tmp_path, HearingOptions("checked", listener))

    assert found.words[3] == AgentWords(HONEST[1], "captions")
    assert len(listener.listened) == 3
    assert found.source == f"{CAPTIONS}, checked in 3 turns by listener 1.0"
    assert found.mismatch == ""


def test_captions_of_other_words_than_the_voice_says_are_not_taken(tmp_path: Path) -> None:
    voices = ["Well, thank you so much, that is a wonderful question, let me see."] * TURNS
    found = heard(recorded(tmp_path, HONEST), tmp_path, HearingOptions("checked", Listener(voices)))

    assert set(found.words.values()) == {AgentWords(voices[0], "asr")}
    assert "words" in found.mismatch
    assert found.source == "listener 1.0"


def test_captions_of_other_figures_than_the_voice_says_are_not_taken(tmp_path: Path) -> None:
    voices = [text.replace(".5", ".9").replace("after 2", "after 3") for text in HONEST]
    found = heard(recorded(tmp_path, HONEST), tmp_path, HearingOptions("checked", Listener(voices)))

    assert "figures" in found.mismatch
    assert found.words[1] == AgentWords(voices[0], "asr")


def test_a_figure_misheard_here_and_there_accuses_nobody() -> None:
    misheard = [(text, text.replace("12%", "20%").replace("41.5", "45.1")) for text in HONEST[:3]]

    assert difference(misheard) == ""


def test_two_of_nine_figures_misheard_in_the_turns_drawn_accuse_nobody(tmp_path: Path) -> None:
    """A meeting of a perfect agent came to that: 4.00 instead of 10.00."""
    captions = [f"The figures are {n}.5, 1{n}.25 and 2{n}.75 today." for n in range(1, 4)]
    voices = [captions[0].replace("1.5", "9").replace("11.25", "7"), *captions[1:]]

    assert difference(list(zip(captions, voices, strict=True))) == ""


@given(figures=st.integers(0, 60), data=st.data())
def test_the_chance_is_that_of_the_binomial_distribution(figures: int, data: st.DataObject) -> None:
    wrong = data.draw(st.integers(0, figures))

    assert misheard_chance(figures, wrong) == pytest.approx(binom.sf(wrong - 1, figures, MISHEARD))


def test_which_turns_are_listened_to_depends_on_the_whole_recording(tmp_path: Path) -> None:
    drawn = set()
    for number in range(6):
        captions = [*HONEST[:-1], f"{HONEST[-1]} And that is all, for the {number}th time."]
        listener = Listener(captions)
        heard(recorded(tmp_path, captions), tmp_path, HearingOptions("checked", listener))
        drawn.add(tuple(listener.listened))

    assert len(drawn) > 3


def test_without_sound_or_transcriber_captions_are_all_there_is(tmp_path: Path) -> None:
    silent = recorded(tmp_path, HONEST, with_sound=False)
    listener = Listener(HONEST)

    assert heard(silent, tmp_path, HearingOptions("full", listener)).source == CAPTIONS
    assert heard(recorded(tmp_path, HONEST), tmp_path, HearingOptions("checked")).source == CAPTIONS
    assert listener.listened == []


def test_an_agent_without_captions_is_listened_to_in_every_mode(tmp_path: Path) -> None:
    mute = recorded(tmp_path, [""] * TURNS)

    for mode in ("captions", "checked", "full"):
        found = heard(mute, tmp_path, HearingOptions(mode, Listener(HONEST)))
        assert found.words[1] == AgentWords(HONEST[0], "asr")
        assert found.source == "listener 1.0"
    for deaf in (HearingOptions("captions"), HearingOptions("checked")):
        nobody = heard(mute, tmp_path, deaf)
        assert nobody.source.startswith(f"{NOTHING}; nobody could listen to {TURNS} turns")
        assert "modylbench[speech]" in nobody.source


def test_full_hearing_takes_the_voice_alone(tmp_path: Path) -> None:
    voices = [text.upper() for text in HONEST]
    hearing = HearingOptions("full", Listener(voices))

    words = asyncio.run(hear(recorded(tmp_path, HONEST), tmp_path, hearing)).words

    assert [transcript.text for transcript in words.values()] == voices
