"""What standards of judging and scores that count are called, wherever people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.reliability.report import WORST_RUN

if TYPE_CHECKING:
    from modylbench.reliability.report import ReliabilityReport

NO_TIER = "no tier"
STANDARDS = {
    "gold": "Gold: two judges or more had sound and pictures on every turn",
    "silver": "Silver: judged by text",
    "offline": "offline: no model has judged, so it is not eligible for the leaderboard",
    "none": "nobody has judged",
}


def counted_run(report: ReliabilityReport) -> str:
    """What the score of a scenario is called: only what the benchmark asks for is official."""
    if report.is_official:
        return "official"
    return "best run" if WORST_RUN in report.layers_off else "worst run"
