"""Components of variance, and the seeds that a figure takes, are those of statistics."""

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.formula.api import mixedlm, ols  # type: ignore[import-untyped]
from statsmodels.stats.anova import anova_lm  # type: ignore[import-untyped]
from tests.staging.judged_runs import run

from modylbench.analysis.variation import pass_curves, runs_needed, variance_components, variations

BALANCED = [[5.1, 5.6, 4.8], [7.9, 8.4, 8.8], [6.2, 6.0, 7.1], [3.9, 4.6, 4.1]]
UNBALANCED = [[5.1, 5.6], [7.9, 8.4, 8.8, 8.0], [6.2, 6.0, 7.1]]


def frame(groups: list[list[float]]) -> pd.DataFrame:
    rows = [(str(place), value) for place, group in enumerate(groups) for value in group]
    return pd.DataFrame(rows, columns=["scenario", "score"])


@pytest.mark.parametrize("groups", [BALANCED, UNBALANCED])
def test_the_mean_squares_are_those_of_statsmodels(groups: list[list[float]]) -> None:
    squares = anova_lm(ols("score ~ C(scenario)", frame(groups)).fit())["mean_sq"]
    sizes = np.array([len(group) for group in groups])
    size = (sizes.sum() - (sizes**2).sum() / sizes.sum()) / (len(groups) - 1)
    found = variance_components(groups)

    assert found is not None
    assert found.between_seeds == pytest.approx(squares["Residual"])
    between = (squares["C(scenario)"] - squares["Residual"]) / size
    assert found.between_scenarios == pytest.approx(between)


def test_a_balanced_run_has_the_components_of_statsmodels_mixed_model() -> None:
    fitted = mixedlm("score ~ 1", frame(BALANCED), groups="scenario").fit(reml=True)
    found = variance_components(BALANCED)

    assert found is not None
    assert found.between_seeds == pytest.approx(fitted.scale, rel=1e-3)
    assert found.between_scenarios == pytest.approx(fitted.cov_re.iloc[0, 0], rel=1e-3)


def test_what_cannot_be_told_is_none_and_never_below_zero() -> None:
    assert variance_components([[5.0], [7.0]]) is None
    assert variance_components([]) is None
    alone = variance_components([[5.0, 7.0]])
    alike = variance_components([[1.0, 9.0], [9.0, 1.0]])
    still = variance_components([[5.0, 5.0], [5.0, 5.0]])

    assert alone is not None
    assert (alone.between_seeds, alone.between_scenarios, alone.seed_share) == (2.0, None, None)
    assert alike is not None
    assert (alike.between_scenarios, alike.seed_share) == (0.0, 1.0)
    assert still is not None
    assert still.seed_share is None


@given(sd=st.floats(0.01, 4.5), half=st.sampled_from([0.25, 0.5, 1.0]))
def test_so_many_seeds_are_enough_and_one_fewer_is_not(sd: float, half: float) -> None:
    def width(k: int) -> float:
        return float(stats.t.ppf(0.975, k - 1)) * sd / math.sqrt(k)

    k = runs_needed(sd, half)

    assert width(k) <= half * (1 + 1e-9)
    assert k == 2 or width(k - 1) > half * (1 - 1e-9)


def test_a_run_names_what_is_flaky_and_how_many_seeds_it_takes() -> None:
    rows = variations([run("a", {"calm": [8.0, 8.0, 8.0], "wild": [4.0, 6.0, 8.0]})])
    found = {row.scenario_id: row for row in rows if row.measure == "combined"}

    assert (found["wild"].variance, found["wild"].is_flaky) == (4.0, True)
    assert (found["calm"].variance, found["calm"].is_flaky) == (0.0, False)
    assert found["wild"].runs_needed[2] == runs_needed(2.0, 1.0) == 18
    assert (found[""].variance, found[""].trials) == (2.0, 6)


def test_of_one_seed_nothing_is_known() -> None:
    rows = variations([run("a", {"one": [8.0]})])

    assert {(row.variance, row.is_flaky, row.runs_needed) for row in rows} == {
        (None, None, (None,) * 3)
    }


def test_curves_are_the_plug_in_of_every_scenario_and_their_mean() -> None:
    rows = pass_curves([run("a", {"one": [8.0, 5.0], "two": [8.0, 8.0]})])
    found = {(row.scenario_id, row.k): (row.pass_at_k, row.pass_hat_k) for row in rows}

    assert found["one", 3] == (1 - 0.5**3, 0.5**3)
    assert found["two", 10] == (1.0, 1.0)
    assert found["", 3] == ((0.875 + 1) / 2, (0.125 + 1) / 2)
    assert found["", 1] == (0.75, 0.75)
