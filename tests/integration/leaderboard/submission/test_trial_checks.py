"""What a board takes of a trial: no captions of an agent that was heard, and no locator."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.integration.recording.test_reading import recorded
from tests.staging.evaluations import (
    GOOD_DYNAMICS,
    dynamics_facts,
    multi_party_evaluation,
)
from tests.staging.leaderboard.alterations import FORGED_DYNAMICS
from tests.staging.recordings import with_turns

from modylbench.evaluation.evaluation import Evaluation
from modylbench.evaluation.locations import LocatorRecord
from modylbench.foundation.trial_directory import TrialDirectory
from modylbench.leaderboard.submission.replay import KeptTrial, ReplayUnavailable, measure_again
from modylbench.leaderboard.submission.trial_checks import (
    caption_problems,
    cell_problems,
    locator_problems,
    scorecard_problems,
)
from modylbench.scoring.rules import default_rules
from modylbench.scoring.score import score


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


@pytest.mark.parametrize(("cell", "codes"), [("off", ["official"]), ("on", []), ("offline", [])])
def test_an_agent_that_had_no_cell_is_not_taken(
    cell: str, codes: list[str], tmp_path: Path
) -> None:
    held = recorded(tmp_path)
    agent = held.agent.model_copy(update={"settings": {**held.agent.settings, "cell": cell}})
    found = cell_problems(held.model_copy(update={"agent": agent}), "s/seed-0")

    assert [problem.code for problem in found] == codes


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


def test_dynamics_are_worked_out_again_from_the_facts(tmp_path: Path) -> None:
    facts = dynamics_facts(GOOD_DYNAMICS | {"CNS": 0.2})
    kept = multi_party_evaluation({"a": 8.0}, {"a": 8.0}, facts)
    directory = TrialDirectory(tmp_path)
    directory.keep("evaluation", kept)
    card = score(kept, default_rules(), evaluation_sha256=directory.digest("evaluation"))
    forged = card.model_copy(update={"dynamics": FORGED_DYNAMICS})

    found = scorecard_problems(tmp_path, kept, forged, "s/seed-0")

    assert scorecard_problems(tmp_path, kept, card, "s/seed-0") == []
    assert {problem.code for problem in found} == {"scorecard"}
    assert "s/seed-0/scorecard.json: dynamics" in found[0].place


def test_a_meeting_of_several_people_without_dynamics_is_not_taken(tmp_path: Path) -> None:
    kept = multi_party_evaluation({"a": 8.0}, {"a": 8.0}, None)
    directory = TrialDirectory(tmp_path)
    directory.keep("evaluation", kept)
    card = score(kept, default_rules(), evaluation_sha256=directory.digest("evaluation"))

    (found,) = scorecard_problems(tmp_path, kept, card, "s/seed-0")

    assert "its dynamics were not measured" in str(found)
