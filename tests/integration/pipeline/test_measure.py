"""An agent that publishes no transcript is listened to, whatever was asked."""

from pathlib import Path

import pytest
from tests.integration.evaluation.views.test_hearing import HONEST, TURNS, recorded

from modylbench.evaluation.evaluate.options import EvaluationOptions, Transcripts
from modylbench.pipeline.measure import hearing_of
from modylbench.providers.speech.speech import NoTranscriber
from modylbench.providers.speech.whisper import Whisper


@pytest.fixture
def has_ear() -> None:
    try:
        Whisper()
    except NoTranscriber as error:
        pytest.skip(str(error))


@pytest.mark.usefixtures("has_ear")
@pytest.mark.parametrize("asked", [EvaluationOptions().transcripts, "captions", "full"])
def test_a_voice_without_captions_is_listened_to(tmp_path: Path, asked: Transcripts) -> None:
    mute = recorded(tmp_path, [""] * TURNS)

    assert hearing_of(mute, asked, None).transcriber is not None


def test_nobody_listens_where_captions_are_asked_for_and_there(tmp_path: Path) -> None:
    assert hearing_of(recorded(tmp_path, HONEST), "captions", None).transcriber is None
    silent = recorded(tmp_path, [""] * TURNS, with_sound=False)
    assert hearing_of(silent, "checked", None).transcriber is None
