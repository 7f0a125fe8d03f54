"""Meetings of every length are held to their end, and a perfect agent has all there is to have."""

from pathlib import Path

import pytest
from hypothesis import settings
from tests.staging.commands import run_command

from modylbench.runs.records import scorecard_in
from modylbench.scenarios.catalogue import shipped_scenarios

IS_NIGHTLY = settings.get_current_profile_name() == "nightly"
LENGTHS = (4, 8, 12, 16) if IS_NIGHTLY else (4, 12, 16)  # others hold many of 8
SEEDS = "0-2" if IS_NIGHTLY else "1"
PERFECT = 10.0


@pytest.mark.parametrize("name", shipped_scenarios())
@pytest.mark.parametrize("length", LENGTHS)
def test_the_oracle_loses_nothing_in_a_meeting_of_any_length(
    name: str, length: int, tmp_path: Path
) -> None:
    run_command(
        "run", "--agent", "oracle", "--scenarios", name, "--seeds", SEEDS,
        "--turns", str(length), "--no-audio", "--no-screens", "--output", tmp_path,
    )  # fmt: skip

    cards = [scorecard_in(trial) for trial in tmp_path.glob(f"*/{name}/seed-*")]
    assert cards
    for card in cards:
        assert card is not None
        assert card.combined == PERFECT
        assert card.is_official == (length == 8)
        assert card.scripted_turns == (None if length == 8 else length)
