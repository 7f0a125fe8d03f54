"""The WAV file of a track has the silence before its first sound."""

import hashlib
import wave
from pathlib import Path

import numpy as np
from tests.staging.meetings import tone

from modylbench.meeting.capture.sound.soundtrack import WavFile
from modylbench.meeting.capture.store import Folder


def test_a_wav_file_has_the_silence_before_its_first_sound(tmp_path: Path) -> None:
    file = WavFile(Folder(tmp_path), "media/a.wav")
    file.silence(100_000)
    file.write(tone(0.1))
    file.silence(10)

    kept = file.finish()

    assert kept is not None
    content = (tmp_path / kept.path).read_bytes()
    assert (kept.size, kept.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    with wave.open(str(tmp_path / kept.path), "rb") as reader:
        assert reader.getnframes() == 100_000 + 2_400 + 10
        samples = np.frombuffer(reader.readframes(reader.getnframes()), dtype="<i2")
    assert not samples[:100_000].any()
    assert samples[100_000:102_400].tobytes() == tone(0.1)


def test_silence_alone_leaves_no_file(tmp_path: Path) -> None:
    file = WavFile(Folder(tmp_path), "media/a.wav")
    file.silence(100_000)

    assert file.finish() is None
    assert list(tmp_path.iterdir()) == []
