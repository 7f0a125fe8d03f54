"""What is measured of a screen follows what an agent does there, in meetings really held."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from scipy.stats import spearmanr
from tests.staging.planted_screens import STEPS, planted_visuals, points_early, thrashes

from modylbench.meeting.capture.screen.screens import Screens
from modylbench.providers.chromium import installed_chromium

pytestmark = pytest.mark.skipif(installed_chromium() is None, reason="needs Chromium on PATH")


@pytest.fixture(scope="module")
def screens() -> Iterator[Screens]:
    with Screens.open() as opened:
        yield opened


def test_sync_falls_as_the_agent_points_at_what_is_not_there_yet(tmp_path: Path) -> None:
    found = [planted_visuals(points_early(step), tmp_path / str(step)) for step in range(STEPS)]

    values = [visuals.synchrony for visuals in found if visuals.synchrony is not None]
    assert len(values) == STEPS
    assert spearmanr(range(STEPS), values).statistic <= -0.9
    early = [sum(r.is_early for r in visuals.of(1).references) for visuals in found]
    assert early[0] == 0
    assert early[3:8] == [1] * 5  # later ones have no change within 5 s


def test_stability_falls_as_the_agent_thrashes(screens: Screens, tmp_path: Path) -> None:
    found = [
        planted_visuals(thrashes(step), tmp_path / str(step), screens) for step in range(STEPS)
    ]

    assert [visuals.of(1).undone for visuals in found] == list(range(STEPS))
    values = [visuals.stability for visuals in found if visuals.stability is not None]
    assert len(values) == STEPS
    assert values[0] == 1.0
    assert spearmanr(range(STEPS), values).statistic <= -0.9
    assert found[-1].frames.compared > len(found[-1].of(1).keyframes) == 8
