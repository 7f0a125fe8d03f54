"""SwiftF0 follows pitches that are known, fast, and is asked once for each sound."""

import json
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.signal import sawtooth

from modylbench.providers.speech.acoustics.pitch import SwiftPitch
from modylbench.providers.speech.acoustics.profile import PitchTrack, SoundProfiler
from modylbench.providers.speech.cache import CachedProfiles
from modylbench.providers.speech.speech import SAMPLE_RATE_HZ, Speech, SpeechFailure

pytest.importorskip("swift_f0")


def voice(first_hz: float, last_hz: float, seconds: float) -> Speech:
    """A sound with overtones, as a voice has, whose pitch goes straight from one to the other."""
    count = int(seconds * SAMPLE_RATE_HZ)
    phase = 2 * np.pi * np.cumsum(np.linspace(first_hz, last_hz, count)) / SAMPLE_RATE_HZ
    return Speech(np.rint(0.3 * sawtooth(phase) * 32767).astype("<i2").tobytes())


def test_a_sweep_is_followed_within_two_percent() -> None:
    track = SwiftPitch().track(voice(100, 300, 6))
    due = np.linspace(100, 300, len(track.hz))
    found = np.isfinite(track.hz)

    assert found.mean() > 0.95
    assert np.median(np.abs(track.hz[found] / due[found] - 1)) < 0.02


def test_a_sweep_has_the_range_and_variability_that_it_was_made_with() -> None:
    pitch = SoundProfiler(SwiftPitch()).profile(voice(100, 200, 8)).pitch

    assert pitch is not None
    assert pitch.low_hz == pytest.approx(110, abs=3)
    assert pitch.median_hz == pytest.approx(150, abs=3)
    assert pitch.high_hz == pytest.approx(190, abs=3)
    expected = np.std(12 * np.log2(np.linspace(100, 200, 10_000)))
    assert pitch.deviation_semitones == pytest.approx(expected, abs=0.2)


def test_a_monotone_has_no_variability_and_noise_no_pitch() -> None:
    monotone = SoundProfiler(SwiftPitch()).profile(voice(140, 140, 4)).pitch
    hiss = np.random.default_rng(3).normal(0, 0.1, 4 * SAMPLE_RATE_HZ) * 32767
    noise = SoundProfiler(SwiftPitch()).profile(Speech(hiss.astype("<i2").tobytes())).pitch

    assert monotone is not None
    assert monotone.deviation_semitones < 0.2
    assert noise is None or noise.share < 0.1


def test_a_sound_is_profiled_twenty_times_faster_than_it_lasts() -> None:
    profiler = SoundProfiler(SwiftPitch())
    profiler.profile(voice(100, 120, 1))  # loads the model
    sound = voice(100, 300, 60)

    began_s = time.process_time()
    profiler.profile(sound)

    assert time.process_time() - began_s < 60 / 20


class Counting:
    name = "counting 1.0"

    def __init__(self) -> None:
        self.asked = 0

    def track(self, speech: Speech) -> PitchTrack:
        self.asked += 1
        return PitchTrack(0.01, np.full(int(speech.duration_s * 100), 150.0))


def test_a_profile_is_kept_by_the_sound_and_comes_back_the_same(tmp_path: Path) -> None:
    tracker = Counting()
    first = CachedProfiles(SoundProfiler(tracker), tmp_path).profile(voice(100, 100, 2))
    again = CachedProfiles(SoundProfiler(tracker), tmp_path).profile(voice(100, 100, 2))
    CachedProfiles(SoundProfiler(tracker), tmp_path).profile(voice(100, 101, 2))

    assert again == first
    assert tracker.asked == 2


def test_a_damaged_profile_is_made_anew(tmp_path: Path) -> None:
    tracker = Counting()
    first = CachedProfiles(SoundProfiler(tracker), tmp_path).profile(voice(100, 100, 2))
    (path,) = tmp_path.glob("*/*.json")
    value = json.loads(path.read_text())
    value["profile"]["pitch"]["median_hz"] = 900
    path.write_text(json.dumps(value))

    assert CachedProfiles(SoundProfiler(tracker), tmp_path).profile(voice(100, 100, 2)) == first
    assert tracker.asked == 2


def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cached = CachedProfiles(SoundProfiler(Counting()), tmp_path / "file")

    with pytest.raises(SpeechFailure, match="no profile can be kept in"):
        cached.profile(voice(100, 100, 1))
