"""What is wrong on the screen costs substance with the offline viewer, not only presentation."""

from typing import Any

import pytest
from tests.staging.judging.offline_facts import TURN, change_facts, meeting, verdict_of

from modylbench.evaluation.facts import PageFinding, ScreenReference
from modylbench.evaluation.judging.offline.panel import offline_panel

VIEWER = offline_panel()[2]


def finding(code: str, number: int = 0) -> PageFinding:
    return PageFinding(code=code, severity="error", reason=f"{code} {number}")


def viewed(**screen: Any) -> dict[str, float]:
    """What the viewer gives each dimension of a perfect turn with this on its screen."""
    turn = change_facts(TURN, screen=change_facts(TURN.screen, **screen))
    ratings = verdict_of(VIEWER, turn, meeting(turn)).ratings
    return {rating.dimension: rating.score for rating in ratings if rating.score is not None}


@pytest.mark.parametrize("code", ["clipped_text", "overlapping_text", "low_contrast"])
def test_what_cannot_be_read_is_work_that_is_not_done(code: str) -> None:
    whole = viewed()["task_progress"]
    one = viewed(findings=(finding(code),))["task_progress"]
    many = viewed(findings=tuple(finding(code, n) for n in range(8)))["task_progress"]

    assert whole > one > many
    assert viewed(findings=(finding(code),))["context_accuracy"] == viewed()["context_accuracy"]


def test_a_chart_without_data_is_wrong() -> None:
    assert (
        viewed(findings=(finding("empty_chart"),))["context_accuracy"]
        < viewed()["context_accuracy"]
    )


def test_to_point_at_what_comes_later_costs_from_the_second_time_on() -> None:
    early = ScreenReference(at_s=1.0, offset_s=3.0, is_early=True)
    whole = viewed()["context_accuracy"]

    assert viewed(references=(early,))["context_accuracy"] == whole
    assert viewed(references=(early, early))["context_accuracy"] < whole


def test_a_warning_costs_no_substance() -> None:
    small = PageFinding(code="small_text", severity="warning", reason="8 px")

    for dimension in ("task_progress", "context_accuracy"):
        assert viewed(findings=(small,))[dimension] == viewed()[dimension]
