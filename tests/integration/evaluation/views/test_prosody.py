"""What a turn's sound says is measured from its file, beside the words and what was shown."""

import asyncio
import hashlib
from pathlib import Path

import numpy as np
import pytest
from tests.staging.recordings import fields_of_turns

from modylbench.evaluation.facts import SoundFacts
from modylbench.evaluation.views.hearing import HearingOptions, hear
from modylbench.evaluation.views.prosody import (
    NO_PROFILER,
    NO_SOUND,
    NO_TRACKER,
    NO_VOICE,
)
from modylbench.providers.speech.acoustics.profile import PitchTrack, SoundProfiler
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, Transcript, Word
from modylbench.recording.events import Clip, KeptFile, SpokenWord, SurfaceUpdate, Utterance
from modylbench.recording.recording import AgentUnderTest, MeetingRecording, Setting
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

STARTED_S = 10.0
SAID = (
    "The debt is twelve million dollars, um, and it falls. It is repaid in year five of the plan."
)


class Level:
    """Says that the pitch is 150 Hz throughout."""

    name = "level 1.0"

    def track(self, speech: Speech) -> PitchTrack:
        return PitchTrack(0.01, np.full(int(speech.duration_s * 100), 150.0))


class Listener:
    """Hears the words of `SAID`, a quarter of a second each, at the moments that are given."""

    name = "listener 1.0"

    def __init__(self, words: tuple[Word, ...]) -> None:
        self._words = words

    async def transcribe(self, speech: Speech, *, jargon: str = "") -> Transcript:
        assert speech.pcm
        assert not any(letter.isdigit() for letter in jargon)
        return Transcript(" ".join(word.text for word in self._words), self._words)


def sound(*parts: tuple[float, float]) -> bytes:
    """A WAV file of tones and silences: seconds and amplitude of each."""
    samples = np.concatenate([
        level * np.sin(2 * np.pi * 150 * np.arange(int(length_s * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ)
        for length_s, level in parts
    ])  # fmt: skip
    return wav_bytes(Speech(np.rint(samples * 32767).astype("<i2").tobytes()))


def recorded(folder: Path, data: bytes | None, *, said: str = SAID) -> MeetingRecording:
    clip = None
    if data is not None:
        (folder / "agent.wav").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        kept = KeptFile(path="agent.wav", sha256=digest, size=len(data))
        clip = Clip(file=kept, started_s=STARTED_S, duration_s=8)
    utterance = Utterance(id="said", speaker="agent", text=said, started_s=10, ended_s=18)
    turn = RecordedTurn(
        turn_index=1, beat="b", beat_number=1, phase="work", edge_case=None,
        human=HumanTurn(
            speaker="p", channel="voice", text="The debt?", alternative=0, started_s=8, ended_s=9
        ),
        agent=AgentTurn(outcome="answered", ended_s=20, said=(utterance,), audio=clip),
    )  # fmt: skip
    fields = fields_of_turns([turn])
    shown = SurfaceUpdate(
        turn_index=1, sender="agent", at_s=14.6, first_line=0, messages=1, is_visible=True
    )
    fields["events"] = (*fields["events"], shown)
    return MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=True,
        agent=AgentUnderTest(name="a"),
        setting=Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0"),
        participants=(), planned_turns=1, ending="completed", duration_s=20,
        log=KeptFile(path="events.jsonl", sha256="0" * 64, size=0), **fields,
    )  # fmt: skip


def measured(folder: Path, data: bytes | None, options: HearingOptions) -> SoundFacts:
    return asyncio.run(hear(recorded(folder, data), folder, options)).sounds[1]


TWO_STRETCHES = ((0.5, 0.0), (3.5, 0.3), (1.0, 0.0), (3.0, 0.3), (0.5, 0.0))
"""Voice from 10.5 to 14.0 and from 15.0 to 18.0 s of the meeting."""
PROFILED = HearingOptions(profiler=SoundProfiler(Level()))


def test_rates_count_the_words_with_and_without_the_pause(tmp_path: Path) -> None:
    found = measured(tmp_path, sound(*TWO_STRETCHES), PROFILED)
    spoken = len(SAID.split())

    assert found.speech_rate_wpm == pytest.approx(60 * spoken / 7.5, abs=0.1)
    assert found.articulation_rate_wpm == pytest.approx(60 * spoken / 6.5, abs=0.1)
    assert found.silence_share == pytest.approx(2 / 8.5, abs=0.001)
    assert (found.pitch_hz, found.pitch_range_semitones, found.pitch_by) == (150, 0.0, "level 1.0")
    assert found.reason == ""


def test_a_pause_stands_on_the_clock_of_the_meeting_and_knows_what_was_shown_in_it(
    tmp_path: Path,
) -> None:
    (pause,) = measured(tmp_path, sound(*TWO_STRETCHES), PROFILED).pauses

    assert (pause.at_s, pause.duration_s) == (14.0, 1.0)
    assert pause.shows
    assert pause.after == "unknown"


@pytest.mark.parametrize(
    ("last", "after"), [("falls.", "sentence"), ("falls,", "clause"), ("falls", "word")]
)
def test_with_word_times_a_pause_knows_what_it_comes_after(
    last: str, after: str, tmp_path: Path
) -> None:
    words = (
        Word("It", 0.6, 0.8),
        Word(last, 3.2, 4.0),
        Word("Um,", 5.0, 5.2),
        Word("so", 6.0, 6.3),
    )
    options = HearingOptions("full", Listener(words), SoundProfiler(Level()))

    found = measured(tmp_path, sound(*TWO_STRETCHES), options)

    assert [pause.after for pause in found.pauses] == [after]
    assert found.fillers is not None
    assert [(filler.text, filler.at_s) for filler in found.fillers] == [("um", 15.0)]
    assert found.pauses[0].is_filled


def test_words_drawn_out_before_pauses_show_as_final_lengthening(tmp_path: Path) -> None:
    parts = [(1.8, 0.3), (0.5, 0.0)] * 4
    words = []
    for number in range(4):
        begin_s = 2.3 * number
        words += [Word("debt", begin_s + 0.3 * at, begin_s + 0.3 * at + 0.25) for at in range(4)]
        words.append(Word("debt", begin_s + 1.3, begin_s + 1.8))
    options = HearingOptions("full", Listener(tuple(words)), SoundProfiler(Level()))

    assert measured(tmp_path, sound(*parts), options).final_lengthening == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("data", "options", "reason"),
    [
        (None, PROFILED, NO_SOUND),
        (sound((2, 0.0)), PROFILED, NO_VOICE),
        (wav_bytes(Speech(b"")), PROFILED, NO_VOICE),
        (b"RIFF", PROFILED, "the sound cannot be read"),
        (b"", PROFILED, "the sound cannot be read"),
        (sound((2, 0.3)), HearingOptions(), NO_PROFILER),
        (sound((2, 0.3)), HearingOptions(profiler=SoundProfiler()), NO_TRACKER),
    ],
    ids=["none", "silent", "empty", "broken", "no bytes", "unheard", "no tracker"],
)
def test_what_cannot_be_measured_is_none_and_says_why(
    data: bytes | None, options: HearingOptions, reason: str, tmp_path: Path
) -> None:
    found = measured(tmp_path, data, options)

    assert reason in found.reason
    assert found.pitch_hz is None
    assert found.fillers is None
    if reason != NO_TRACKER:
        assert (found.loudness_lufs, found.speech_rate_wpm, found.pauses) == (None, None, ())


def test_times_of_heard_words_go_before_those_that_the_agent_claims(tmp_path: Path) -> None:
    recording = recorded(tmp_path, sound(*TWO_STRETCHES))
    claimed = (SpokenWord(text="The", started_s=11, ended_s=12),)
    events = tuple(
        event.model_copy(update={"words": claimed}) if getattr(event, "id", "") == "said" else event
        for event in recording.events
    )
    recording = recording.model_copy(update={"events": events})
    listener = Listener((Word("The", 0.5, 0.75),))

    by_captions = asyncio.run(hear(recording, tmp_path, HearingOptions()))
    by_ear = asyncio.run(hear(recording, tmp_path, HearingOptions("full", listener)))

    assert by_captions.times[1] == claimed
    assert [(word.started_s, word.ended_s) for word in by_ear.times[1]] == [(10.5, 10.75)]
