"""What a board takes of a trial: no captions of an agent that was heard, and no locator."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.recording.test_reading import recorded
from tests.staging.recordings import with_turns

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.locations import LocatorRecord
from modylbench.leaderboard.submission.replay import KeptTrial, ReplayUnavailable, measure_again
from modylbench.leaderboard.submission.trial_checks import caption_problems, locator_problems


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
    written = with_turns(spoken, [silent])

    assert not list(caption_problems(written, judged("captions"), "s/seed-0"))


def test_an_evaluation_with_a_locator_is_not_taken() -> None:
    record = LocatorRecord(name="locator test", models=("test",), request="0" * 64, counts=True)
    located = judged("checked").model_copy(update={"locator": record})

    assert [problem.code for problem in locator_problems(located, "s/seed-0")] == ["official"]
    assert not list(locator_problems(judged("checked"), "s/seed-0"))


def test_where_nobody_has_listened_that_is_not_passed_over(tmp_path: Path) -> None:
    kept = KeptTrial(
        tmp_path, "s/seed-0", recorded(tmp_path), judged("checked"), (), has_media=True
    )

    with pytest.raises(ReplayUnavailable, match="nobody has listened"):
        asyncio.run(measure_again(kept, None))
