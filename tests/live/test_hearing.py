"""Honest captions pass the real transcriber's check, and others do not."""

import asyncio
import hashlib
from functools import lru_cache
from pathlib import Path

from tests.staging.recordings import fields_of_turns, words

from modylbench.evaluation.views.hearing import CAPTIONS, HearingOptions, hear
from modylbench.providers.speech.cache import CachedTranscripts
from modylbench.providers.speech.sound import wav_bytes
from modylbench.providers.speech.speech import Speech
from modylbench.providers.speech.voices import best_voice
from modylbench.providers.speech.whisper import Whisper
from modylbench.recording.events import Clip, KeptFile
from modylbench.recording.recording import AgentUnderTest, MeetingRecording, Setting
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn

SAID = (
    "Sponsor equity is $82.5 million, which is 45.8% of total sources.",
    "Senior ends year five at $30.9 million, so 54.2% of it is paid down.",
    "Revenue compounds at 11% a year, to $84.1 million in year five.",
)
OTHERWISE = (
    "Sponsor equity is $61.2 million, which is 33.4% of total sources.",
    "Senior ends year five at $12.7 million, so 81.6% of it is paid down.",
    "Revenue compounds at 17% a year, to $96.3 million in year five.",
)


@lru_cache(maxsize=8)
def spoken(text: str) -> Speech:
    voice = best_voice()
    return asyncio.run(voice.speak(text, voice.voice_for("male_us_50s")))


def recorded(folder: Path, captions: tuple[str, ...]) -> MeetingRecording:
    turns = []
    for place, (caption, said) in enumerate(zip(captions, SAID, strict=True)):
        data = wav_bytes(spoken(said))
        (folder / f"{place}.wav").write_bytes(data)
        digest = hashlib.sha256(data).hexdigest()
        kept = KeptFile(path=f"{place}.wav", sha256=digest, size=len(data))
        clip = Clip(file=kept, started_s=2, duration_s=spoken(said).duration_s)
        human = HumanTurn(
            speaker="p", channel="voice", text="And?", alternative=0, started_s=0, ended_s=1
        )
        agent = AgentTurn(
            outcome="answered", ended_s=9, audio=clip,
            said=(words(caption, 2, 8),),
        )  # fmt: skip
        turn = RecordedTurn(
            turn_index=2 * place + 1, beat="b", beat_number=1, phase="work", edge_case=None,
            human=human, agent=agent,
        )  # fmt: skip
        turns.append(turn)
    return MeetingRecording(
        scenario_id="s", scenario_version=1, seed=0, edge_case="seed", is_official=True,
        agent=AgentUnderTest(name="a"),
        setting=Setting(clock="virtual", room="r", speech="v", screens="n", harness_version="0"),
        participants=(), planned_turns=3, ending="completed", duration_s=9,
        **fields_of_turns(turns),
        log=KeptFile(path="events.jsonl", sha256="0" * 64, size=0),
    )  # fmt: skip


def test_captions_are_believed_only_where_the_voice_says_the_same(tmp_path: Path) -> None:
    hearing = HearingOptions("checked", CachedTranscripts(Whisper(), tmp_path / "cache"))

    honest = asyncio.run(hear(recorded(tmp_path, SAID), tmp_path, hearing))
    other = asyncio.run(hear(recorded(tmp_path, OTHERWISE), tmp_path, hearing))

    assert honest.source.startswith(f"{CAPTIONS}, checked in 3 turns by faster-whisper")
    assert honest.words[1].text == SAID[0]
    assert "figures" in other.mismatch
    assert "82.5" in other.words[1].text
