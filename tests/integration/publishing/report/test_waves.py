"""A wave shows how loud who was, and the agent's voice is no part of the others'."""

from pathlib import Path

import numpy as np
import pytest

from modylbench.providers.speech.sound import write_wav
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech
from modylbench.publishing.report.filling.waves import agent_wave, people_wave, samples_of
from modylbench.recording.events import Clip, KeptFile
from modylbench.recording.turns import AgentTurn, HumanTurn, RecordedTurn


def clip(folder: Path, name: str, started_s: float, samples: np.ndarray) -> Clip:
    """A clip that is there as a file."""
    write_wav(folder / name, Speech(samples.astype("<i2").tobytes()))
    kept = KeptFile(path=name, sha256="0" * 64, size=(folder / name).stat().st_size)
    return Clip(file=kept, started_s=started_s, duration_s=len(samples) / SAMPLE_RATE_HZ)


def tone(seconds: float, loud: int) -> np.ndarray:
    """As many samples of one loudness."""
    return np.full(round(seconds * SAMPLE_RATE_HZ), loud, dtype=np.int32)


def turn(room: Clip, agent: Clip) -> RecordedTurn:
    human = HumanTurn(
        speaker="ann", channel="voice", text="Go.", alternative=0, started_s=10.0, ended_s=10.2
    )
    return RecordedTurn(
        turn_index=1, beat="b", beat_number=1, phase="work", edge_case=None, human=human,
        agent=AgentTurn(outcome="answered", ended_s=11.0, audio=agent), room=room,
    )  # fmt: skip


def test_people_are_what_the_room_has_without_the_agent(tmp_path: Path) -> None:
    ann = np.concatenate([tone(0.2, 8192), tone(0.3, 0)])
    voice = np.concatenate([tone(0.1, 0), tone(0.2, 2048)])
    mixed = ann.copy()
    mixed[-len(voice) :] += voice
    held = turn(clip(tmp_path, "room.wav", 10.0, mixed), clip(tmp_path, "agent.wav", 10.2, voice))
    room, agent = samples_of(held.room, tmp_path), samples_of(held.agent.audio, tmp_path)

    assert list(people_wave(held, room, agent)) == [{"started_s": 10.0, "peaks": "ff000"}]
    assert list(agent_wave(held, agent)) == [{"started_s": 10.2, "peaks": "077"}]


@pytest.mark.parametrize("damage", ["gone", "no sound", "a link"])
def test_sound_that_cannot_be_read_has_no_wave(tmp_path: Path, damage: str) -> None:
    kept = clip(tmp_path, "room.wav", 0.0, tone(0.1, 1))
    path = tmp_path / "room.wav"
    if damage == "no sound":
        path.write_bytes(b"not a sound")
    else:
        path.rename(tmp_path / "other.wav")
    if damage == "a link":
        path.symlink_to(tmp_path / "other.wav")

    assert samples_of(kept, tmp_path) is None
