"""Meetings of every length are held to their end, and a perfect agent has all there is to have."""

from pathlib import Path

import pytest
from tests.staging.commands import run_command
from tests.staging.sampling import IS_NIGHTLY

from modylbench.runs.records import scorecard_in
from modylbench.scenarios.catalogue import shipped_scenarios

LENGTHS = (4, 8, 12, 16)
SEEDS = "0-2" if IS_NIGHTLY else "1"
PERFECT = 10.0


def is_by_day(place: int, length: int) -> bool:
    """Every scenario is held short, and either of the long ones; others hold many of 8."""
    return length == 4 or length == (12, 16)[place % 2]


@pytest.mark.parametrize(
    ("name", "length"),
    [
        pytest.param(name, length, marks=() if is_by_day(place, length) else pytest.mark.nightly)
        for place, name in enumerate(shipped_scenarios())
        for length in LENGTHS
    ],
)
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
