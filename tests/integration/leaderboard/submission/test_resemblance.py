"""The oracle under another name is named as such; an agent with words of its own is not."""

import asyncio
from pathlib import Path

import pytest
from tests.staging.held_trials import hold_trial, variant_at
from tests.staging.leaderboard.real_submission import answers

from modylbench.leaderboard.resemblance import OTHERS_WORDS
from modylbench.leaderboard.submission.check import likeness_warnings
from modylbench.leaderboard.submission.suite_library import published_library
from modylbench.leaderboard.submission.trial_checks import CheckedTrial, read_recording
from modylbench.scenarios.suites import CORE


def share_of(agent: str, tmp_path: Path) -> float | None:
    hold_trial(agent, variant_at("scientist", 4), tmp_path)
    library = published_library(CORE)
    folder, place = tmp_path / "trial", "scientist/seed-4"
    checked = asyncio.run(read_recording(folder, place, library, has_media=True))
    assert checked.problems == ()
    return checked.oracle_share


@pytest.mark.parametrize("agent", ["oracle", "polite_but_wrong", "template_replay", "text_only"])
def test_the_oracle_under_another_name_is_told_as_such(agent: str, tmp_path: Path) -> None:
    share = share_of(agent, tmp_path)

    (told,) = likeness_warnings([CheckedTrial(oracle_share=share), CheckedTrial()])
    assert told.code == "likeness"
    assert "words of the oracle" in told.text


def test_of_an_agent_of_few_words_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "answers.jsonl").write_text(answers(["scientist"]))
    share = share_of(f"recorded:{tmp_path / 'answers.jsonl'}", tmp_path)

    assert share is None
    assert list(likeness_warnings([CheckedTrial(oracle_share=share)])) == []
    assert list(likeness_warnings([CheckedTrial(oracle_share=OTHERS_WORDS - 0.01)])) == []
