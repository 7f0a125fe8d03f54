"""Every metric of dynamics follows what the agent does, in meetings that the conductor holds."""

from pathlib import Path

import pytest
from scipy.stats import spearmanr
from tests.staging.planted_meetings import FAMILIES, STEPS, hold_planted

from modylbench.evaluation.dynamics.norms import default_norms
from modylbench.evaluation.dynamics.table import DYNAMICS_METRICS, DynamicsMetric

every_metric = pytest.mark.parametrize("metric", DYNAMICS_METRICS, ids=lambda metric: metric.symbol)


@every_metric
def test_falls_as_the_agent_grows_worse_in_ten_steps(
    metric: DynamicsMetric, tmp_path: Path
) -> None:
    planted = FAMILIES[metric.symbol]

    measured = [
        metric.measure(hold_planted(planted(step), tmp_path / str(step)), default_norms())
        for step in range(STEPS)
    ]

    values = [found.value for found in measured if found.value is not None]
    assert len(values) == STEPS, [found.reason for found in measured]
    assert spearmanr(range(STEPS), values).statistic <= -0.9
    assert values[0] >= 0.9
    assert values[-1] <= 0.1
