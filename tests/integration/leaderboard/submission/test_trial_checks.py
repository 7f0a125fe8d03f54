"""An agent that was heard is never judged by captions of its own."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.recording.test_reading import recorded

from modylbench.evaluation.evaluation import Evaluation
from modylbench.leaderboard.submission.replay import KeptTrial, ReplayUnavailable, measure_again
from modylbench.leaderboard.submission.trial_checks import caption_problems


def judged(transcripts: str) -> Evaluation:
    said: dict[str, Any] = {"transcripts": transcripts, "mode": "text"}
    return Evaluation.model_construct(**said)


@pytest.mark.parametrize(
    ("transcripts", "codes"),
    [("captions", ["official"]), ("checked by whisper", []), ("full by whisper", [])],
)
def test_captions_alone_are_not_believed(
    transcripts: str, codes: list[str], tmp_path: Path
) -> None:
    found = caption_problems(recorded(tmp_path), judged(transcripts), "s/seed-0")

    assert [problem.code for problem in found] == codes


def test_an_agent_that_was_only_read_has_nothing_but_its_words(tmp_path: Path) -> None:
    spoken = recorded(tmp_path)
    turn = spoken.turns[0]
    silent = turn.model_copy(update={"agent": turn.agent.model_copy(update={"audio": None})})
    written = spoken.model_copy(update={"turns": (silent,)})

    assert not list(caption_problems(written, judged("captions"), "s/seed-0"))


def test_where_nobody_has_listened_that_is_not_passed_over(tmp_path: Path) -> None:
    kept = KeptTrial(
        tmp_path, "s/seed-0", recorded(tmp_path), judged("checked"), (), has_media=True
    )

    with pytest.raises(ReplayUnavailable, match="nobody has listened"):
        asyncio.run(measure_again(kept, None))
