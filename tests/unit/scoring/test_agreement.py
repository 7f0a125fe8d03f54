"""How well judges agree: agreement rates, and alpha against an independent reference."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.staging.evaluations import evaluation, scorecard_of, simple_evaluation

from modylbench.evaluation.dimensions import PRODUCT_DIMENSIONS, TURN_DIMENSIONS
from modylbench.scoring.agreement import alpha_interval, alpha_ordinal

ALL_ELEVEN = {*TURN_DIMENSIONS, *PRODUCT_DIMENSIONS}


def test_ratings_within_a_point_agree() -> None:
    turns = {1: {"a": 7.0, "b": 8.0}, 3: {"a": 6.0, "b": 8.0}}
    found = scorecard_of(evaluation(turns, {"model": {"a": 9.0, "b": 9.0}})).statistics

    assert found.rated == 2 * 6 + 5
    assert found.agreement_rate == round(11 / 17, 9)
    assert found.agreement_by_dimension["task_progress"] == 0.5
    assert found.agreement_by_dimension["correctness"] == 1.0
    assert (found.disputed, found.pessimistic) == (0, 0)


def test_flags_and_fall_backs_are_counted() -> None:
    wide = {"a": 2.0, "b": 10.0}
    found = scorecard_of(simple_evaluation(wide, {"a": 5.0, "b": 8.5})).statistics

    assert (found.disputed, found.pessimistic) == (6, 11)


def test_alpha_is_given_for_each_dimension() -> None:
    turns = {1: {"a": 4.0, "b": 5.0}, 3: {"a": 7.0, "b": 8.0}, 5: {"a": 9.0, "b": 9.0}}
    products = {"x": {"a": 3.0, "b": 3.0}, "y": {"a": 8.0, "b": 8.0}}
    found = scorecard_of(evaluation(turns, products)).statistics

    assert set(found.alpha_ordinal) == set(found.alpha_interval) == ALL_ELEVEN
    assert found.alpha_interval["correctness"] == 1.0
    assert found.alpha_interval["task_progress"] is not None
    assert 0.8 < found.alpha_interval["task_progress"] < 1


def test_one_judge_has_nobody_to_agree_with() -> None:
    found = scorecard_of(simple_evaluation({"a": 7.0, "b": None}, {"a": 8.0})).statistics

    assert (found.rated, found.agreement_rate) == (0, None)
    assert found.alpha_ordinal == found.agreement_by_dimension == {}


def test_turns_that_nobody_answered_are_no_agreement() -> None:
    meeting = simple_evaluation({"a": 7.0, "b": 7.0}, {"a": 8.0, "b": 8.0}, planned_turns=(1, 3, 5))

    assert scorecard_of(meeting).statistics.rated == 6 + 5


X = None
# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability, section C: observers A to D.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, X, X, X],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, X, 3],
    [X, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, X],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, X],
]
UNITS = [
    [float(value) for value in unit if value is not None] for unit in zip(*OBSERVERS, strict=True)
]
PUBLISHED = {"nominal": 0.743, "ordinal": 0.815, "interval": 0.849, "ratio": 0.797}

ratings = st.integers(1, 10).map(float)
units = st.lists(st.lists(ratings, max_size=4), min_size=1, max_size=12)


def reference(units: list[list[float]], metric: str) -> float:
    """By the coincidence matrix of the paper, for any metric; nan where it is not defined."""
    pairable = [unit for unit in units if len(unit) > 1]
    values = sorted({value for unit in pairable for value in unit})
    matrix = np.zeros((len(values), len(values)))
    for unit in pairable:
        places = [values.index(value) for value in unit]
        for i, row in enumerate(places):
            for j, column in enumerate(places):
                if i != j:
                    matrix[row, column] += 1 / (len(unit) - 1)
    totals = matrix.sum(axis=0)
    distance = np.array(
        [[_distance(metric, c, k, values, totals) for k in range(len(values))]
         for c in range(len(values))]
    )  # fmt: skip
    expected = np.outer(totals, totals) * distance
    with np.errstate(invalid="ignore", divide="ignore"):
        return float(1 - (totals.sum() - 1) * (matrix * distance).sum() / expected.sum())


def _distance(metric: str, c: int, k: int, values: list[float], totals: Any) -> float:
    low, high = min(c, k), max(c, k)
    between = totals[low : high + 1].sum() - (totals[c] + totals[k]) / 2
    apart = values[c] - values[k]
    return {
        "nominal": float(c != k),
        "ordinal": float(between) ** 2,
        "interval": apart**2,
        "ratio": (apart / (values[c] + values[k])) ** 2,
    }[metric]


@pytest.mark.parametrize("metric", PUBLISHED)
def test_the_matrix_and_the_reference_give_all_four_published_figures(metric: str) -> None:
    assert round(reference(UNITS, metric), 3) == PUBLISHED[metric]


def test_ours_gives_the_published_figures() -> None:
    ordinal, interval = alpha_ordinal(UNITS), alpha_interval(UNITS)

    assert ordinal is not None
    assert interval is not None
    assert (round(ordinal, 3), round(interval, 3)) == (0.815, 0.849)


@pytest.mark.parametrize(
    ("metric", "ours"), [("ordinal", alpha_ordinal), ("interval", alpha_interval)]
)
@given(units=units)
def test_ours_is_the_reference_on_any_ratings(
    metric: str, ours: Callable[[list[list[float]]], float | None], units: list[list[float]]
) -> None:
    pairable = {value for unit in units if len(unit) > 1 for value in unit}
    found = ours(units)

    if len(pairable) < 2:
        assert found is None
    else:
        assert found == pytest.approx(reference(units, metric), abs=1e-8)


@given(values=st.lists(ratings, min_size=2), judges=st.integers(2, 4))
def test_perfect_agreement_is_one(values: list[float], judges: int) -> None:
    assume(len(set(values)) > 1)
    agreed = [[value] * judges for value in values]

    assert (alpha_ordinal(agreed), alpha_interval(agreed)) == (1.0, 1.0)


@given(data=st.data(), units=units)
def test_the_order_of_judges_and_of_units_changes_nothing(
    data: st.DataObject, units: list[list[float]]
) -> None:
    shuffled = [data.draw(st.permutations(unit)) for unit in data.draw(st.permutations(units))]

    assert alpha_ordinal(shuffled) == alpha_ordinal(units)
    assert alpha_interval(shuffled) == alpha_interval(units)


@given(units=units)
def test_only_the_order_of_values_matters_to_the_ordinal_one(units: list[list[float]]) -> None:
    stretched = [[value**3 for value in unit] for unit in units]

    assert alpha_ordinal(stretched) == alpha_ordinal(units)


@pytest.mark.parametrize("units", [[], [[5.0]], [[5.0], [7.0]], [[5.0, 5.0], [5.0, 5.0]]])
def test_where_nothing_can_be_told_it_is_absent(units: list[list[float]]) -> None:
    assert alpha_ordinal(units) is None
    assert alpha_interval(units) is None
