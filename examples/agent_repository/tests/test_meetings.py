"""What we ask of the meetings beyond tiers; skipped where no agent is named."""

from typing import Any


def test_every_request_is_answered(modylbench_run: Any) -> None:
    assert modylbench_run.scorecards
    for place, card in modylbench_run.scorecards.items():
        assert {turn.outcome for turn in card.turns} == {"answered"}, place


def test_it_answers_within_three_seconds(modylbench_run: Any) -> None:
    assert modylbench_run.scorecards
    for place, card in modylbench_run.scorecards.items():
        assert card.metrics["median_response_s"] < 3.0, place
