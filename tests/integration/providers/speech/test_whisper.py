"""Words that the model made up are left out, and those that were said kept."""

from pathlib import Path

import pytest

from modylbench.providers.speech.speech import NoTranscriber
from modylbench.providers.speech.whisper import _check_weights


def test_other_weights_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.bin").write_bytes(b"other weights")

    with pytest.raises(NoTranscriber, match="other weights"):
        _check_weights(tmp_path / "model.bin")
