"""A difference, its interval and its p-value are what statistics say."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

from modylbench.analysis.differences import (
    RESOLUTION,
    holm,
    paired_difference,
    shared_variance,
    stratified_difference,
)

ROUNDS = 4000 if settings.get_current_profile_name() == "nightly" else 400
scores = st.floats(1, 10).map(lambda score: round(score, 3))
pairs = st.lists(st.tuples(scores, scores), min_size=2, max_size=8)


def is_resolved(differences: list[float]) -> bool:
    """Whether they vary by more than the step in which scores are taken to be known."""
    return bool(np.var(differences, ddof=1) > RESOLUTION**2 / 6)


@given(pairs=pairs)
def test_one_scenario_is_the_paired_t_test_of_scipy(pairs: list[tuple[float, float]]) -> None:
    before, after = zip(*pairs, strict=True)
    differences = [other - before for before, other in pairs]
    found = paired_difference(differences, confidence=0.9)
    assert found is not None
    assert found.mean == pytest.approx(np.mean(differences), abs=1e-8)
    if is_resolved(differences):
        wanted = stats.ttest_rel(after, before)
        assert found.p_value == pytest.approx(wanted.pvalue, abs=1e-7)
        assert found.interval == pytest.approx(tuple(wanted.confidence_interval(0.9)), abs=1e-6)


def test_several_scenarios_have_the_degrees_of_freedom_of_welch() -> None:
    """Two scenarios whose means are added: the unpaired test of one against the other's mirror."""
    first, other = [-1.0, -2.0, -4.5, -0.5], [-3.0, -0.2, -1.9]
    found = stratified_difference([first, other])
    wanted = stats.ttest_ind(first, [-value for value in other], equal_var=False)

    assert found is not None
    assert found.p_value == pytest.approx(wanted.pvalue, abs=1e-9)
    assert found.mean == pytest.approx((np.mean(first) + np.mean(other)) / 2)
    low, high = wanted.confidence_interval()
    assert found.interval == pytest.approx((low / 2, high / 2), abs=1e-8)


def test_of_one_pair_only_the_difference_is_known() -> None:
    for strata in ([[-3.0]], [[-3.0, -1.0], [2.0]]):
        found = stratified_difference(strata)
        assert found is not None
        assert (found.interval, found.p_value) == (None, None)
    assert stratified_difference([[], []]) is None


@pytest.mark.parametrize("constant", [0.0, -0.1, -4.1, 3.0])
def test_agents_that_draw_nothing_divide_nothing_by_zero(constant: float) -> None:
    found = paired_difference([constant] * 3)

    assert found is not None
    assert found.interval is not None
    assert found.mean == constant
    assert found.interval[0] < constant < found.interval[1]
    assert found.p_value is not None
    assert (found.p_value < 0.01) == (abs(constant) > 1)


@given(differences=st.lists(scores, min_size=2, max_size=6), threshold=st.floats(0, 3))
def test_a_threshold_only_makes_a_claim_harder(differences: list[float], threshold: float) -> None:
    plain = paired_difference(differences)
    harder = paired_difference(differences, threshold=threshold)

    assert plain is not None
    assert harder is not None
    assert plain.p_value is not None
    assert harder.p_value is not None
    assert harder.p_value >= plain.p_value
    assert harder.p_value == 1.0 or abs(plain.mean) > threshold


@given(strata=st.lists(st.lists(scores, min_size=2, max_size=4), min_size=1, max_size=4))
def test_signs_flip_with_the_sides_and_no_order_matters(strata: list[list[float]]) -> None:
    found = stratified_difference(strata)
    flipped = stratified_difference([[-value for value in each] for each in strata])
    turned = stratified_difference([each[::-1] for each in strata[::-1]])

    assert found is not None
    assert flipped is not None
    assert turned == found
    assert flipped.mean == -found.mean
    assert flipped.p_value == found.p_value


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_holm_is_that_of_statsmodels(count: int) -> None:
    draw = random.Random(count)  # noqa: S311
    p_values = [draw.random() ** 4 for _ in range(count)] + [0.03, 0.03]
    wanted = multipletests(p_values, method="holm")[1]

    assert holm(p_values) == pytest.approx(list(wanted), abs=1e-12)


def test_nothing_to_adjust_is_nothing() -> None:
    assert holm([]) == []


@pytest.mark.parametrize("spreads", [(1.0,), (0.1, 0.5, 2.0)], ids=["alike", "unlike"])
@pytest.mark.parametrize(("scenarios", "seeds"), [(1, 3), (6, 3), (6, 5)])
def test_intervals_cover_as_often_as_they_say(
    scenarios: int, seeds: int, spreads: tuple[float, ...]
) -> None:
    """Scenarios with effects and variances of their own, 95 % intervals."""
    draw = random.Random(f"{scenarios} {seeds} {spreads}")  # noqa: S311
    covered = 0
    for _ in range(ROUNDS):
        effects = [draw.gauss(0, 1.5) for _ in range(scenarios)]
        found = stratified_difference(
            [
                [effect + draw.gauss(0, spreads[i % len(spreads)]) for _ in range(seeds)]
                for i, effect in enumerate(effects)
            ]
        )
        assert found is not None
        assert found.interval is not None
        covered += found.interval[0] <= sum(effects) / scenarios <= found.interval[1]

    error = (0.95 * 0.05 / ROUNDS) ** 0.5
    assert covered / ROUNDS > 0.95 - 3.5 * error


@pytest.mark.parametrize("noise", ["fine", "in tenths", "of a trap", "of a rare trap"])
@pytest.mark.parametrize(("scenarios", "seeds"), [(6, 2), (6, 3), (29, 3)])
def test_identical_agents_are_rarely_told_apart(scenarios: int, seeds: int, noise: str) -> None:
    """Over all claims together at most 5 %, however many scenarios; regressions half of that."""
    draw = random.Random(f"{scenarios} {seeds} {noise}")  # noqa: S311
    rounds = max(ROUNDS * 6 // (scenarios + 6), 100)

    def score() -> float:
        if noise.endswith("trap"):
            return 6.0 if draw.random() < (0.25 if "rare" in noise else 0.5) else 10.0
        noisy = draw.gauss(6, 0.5)
        return round(noisy, 1) if noise == "in tenths" else noisy

    alarms = regressions = 0
    for _ in range(rounds):
        strata = [[score() - score() for _ in range(seeds)] for _ in range(scenarios)]
        least = shared_variance(strata)
        found = [stratified_difference([each], least_variance=least) for each in strata]
        found.append(stratified_difference(strata))
        adjusted = holm(
            [
                difference.p_value
                for difference in found
                if difference and difference.p_value is not None
            ]
        )
        claimed = [
            difference
            for difference, p in zip(found, adjusted, strict=True)
            if difference and p <= 0.05
        ]
        alarms += bool(claimed)
        regressions += any(difference.mean < 0 for difference in claimed)

    error = (0.05 * 0.95 / rounds) ** 0.5
    assert alarms / rounds < 0.05 + 3.5 * error
    assert regressions / rounds < 0.025 + 3.5 * error
