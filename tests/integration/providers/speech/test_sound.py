"""WAV files and resampling."""

from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.providers.speech.sound import (
    read_wav,
    write_wav,
)
from modylbench.providers.speech.speech import Speech


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    speech = Speech(bytes(range(100)))
    write_wav(tmp_path / "a.wav", speech)

    assert read_wav(tmp_path / "a.wav") == speech


def test_a_missing_file_is_a_persons_mistake(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read"):
        read_wav(tmp_path / "none.wav")
