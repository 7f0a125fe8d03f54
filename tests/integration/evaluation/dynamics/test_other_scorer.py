"""Yields and talk-over are those of another scorer, on the sound that a meeting left behind."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.staging.meetings import Hum
from tests.staging.planted_meetings import FAMILIES, record_planted

from modylbench.evaluation.dynamics.moments import collisions, yields
from modylbench.providers.speech.sound import read_wav
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ
from modylbench.recording.events import Clip, RecordedExchange
from modylbench.recording.talk import floors, talk_of

GOES_ON_S = (0.4, 0.9, 1.5, 3.0, 4.5)
"""How long the agent talks on over people who cut in, and speak for two seconds."""
EXCHANGES = 2  # of each meeting, with one who cuts in
FROM_S, TO_S = 3.0, 8.0
"""Around an interruption: what the other scorer gets of the sound."""
EVERY = 3  # samples: it works through them in Python


@dataclass(frozen=True)
class Found:
    """What one of the two says of an interruption of the agent."""

    is_yielded: bool
    until_silent_s: float | None
    talk_over_s: float


def test_another_scorer_hears_the_same_yields_and_talk_over(tmp_path: Path) -> None:
    scorer = pytest.importorskip("hotato._engine", reason="needs hotato, of the extra `dev`")
    ours, theirs = [], []
    for goes_on_s in GOES_ON_S:
        whole = FAMILIES["FYL"](0)
        meeting = replace(whole, exchanges=whole.exchanges[:EXCHANGES], goes_on_s=goes_on_s)
        recording = record_planted(meeting, tmp_path / str(goes_on_s), Hum())
        talk = talk_of(recording.events)
        held = floors(talk)
        together = collisions(talk, held)
        for found in yields(talk, held):
            assert found.holder == "agent"
            talk_over_s = sum(
                overlap.ended_s - overlap.started_s
                for overlap in together
                if overlap.started_s == found.at_s
            )
            ours.append(
                Found(found.is_yielded, found.latency_s if found.is_yielded else None, talk_over_s)
            )
            exchange = next(
                exchange for exchange in recording.exchanges if exchange.ended_s > found.at_s
            )
            folder = tmp_path / str(goes_on_s)
            theirs.append(heard_by(scorer, exchange, folder, found.at_s))

    assert len(ours) == EXCHANGES * len(GOES_ON_S)
    assert [found.is_yielded for found in ours] == [found.is_yielded for found in theirs]
    assert {found.is_yielded for found in ours} == {True, False}
    for own, other in zip(ours, theirs, strict=True):
        assert own.talk_over_s == pytest.approx(other.talk_over_s, abs=0.05)
        assert own.until_silent_s == pytest.approx(other.until_silent_s, abs=0.05)


def heard_by(scorer: Any, exchange: RecordedExchange, folder: Path, at_s: float) -> Found:
    """What the other scorer says: the agent on one channel, the people on the other."""
    assert exchange.audio is not None
    assert exchange.room is not None
    room, begins_s = samples_of(exchange.room, folder), exchange.room.started_s
    agent = np.zeros_like(room)
    own = samples_of(exchange.audio, folder)
    start = round((exchange.audio.started_s - begins_s) * SAMPLE_RATE_HZ)
    agent[start : start + len(own)] = own[: len(room) - start]
    first = max(0, round((at_s - FROM_S - begins_s) * SAMPLE_RATE_HZ))
    last = round((at_s + TO_S - begins_s) * SAMPLE_RATE_HZ)
    channels = [(channel[first:last:EVERY] / 32768.0).tolist() for channel in (room - agent, agent)]
    settings = scorer.ScoreConfig(max_search_sec=TO_S, caller_proximity_sec=0.05)
    onset_s = at_s - begins_s - first / SAMPLE_RATE_HZ
    found = scorer.score_channels(
        *channels, SAMPLE_RATE_HZ // EVERY, caller_onset_sec=onset_s, cfg=settings
    )
    return Found(found.did_yield, found.time_to_yield_sec, found.talk_over_sec)


def samples_of(clip: Clip, folder: Path) -> NDArray[np.int32]:
    pcm = read_wav(folder / clip.file.path).pcm
    return np.frombuffer(pcm, dtype="<i2").astype(np.int32)
