"""What an agent sends again is told from what it changes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.staging.oracle_meetings import SCENARIOS, change_parts, oracle_meeting, with_own_ids
from tests.staging.random_data import products as random_products

from modylbench.evaluation.mutations.repetition import ResentValues, ShownBefore, count_resent

ROWS = [{"id": "a", "value": 1}, {"id": "b", "value": 2}]


@pytest.mark.parametrize(
    ("before", "sent", "expected"),
    [
        ({}, {"rows": ROWS}, ResentValues(2, 0)),
        ({"rows": ROWS}, {"rows": ROWS}, ResentValues(2, 2)),
        ({"rows": ROWS}, {"rows": [{"id": "b", "value": 3}]}, ResentValues(1, 0)),
        ({"rows": ROWS}, {"rows": list(reversed(ROWS))}, ResentValues(2, 2)),
        ({"rows": ROWS}, {"rows": [{"id": "n", "value": 9}, *ROWS]}, ResentValues(3, 2)),
        ({"rows": [[1, 2], [3, 4]]}, {"rows": [[9, 9], [1, 2], [3, 4]]}, ResentValues(6, 4)),
        ({"rows": [[1, 2], [3, 4]]}, {"rows": [[1, 2], [3, 5]]}, ResentValues(4, 3)),
        ({"n": True}, {"n": 1}, ResentValues(1, 0)),
        ({"n": 1}, {"n": 1.0}, ResentValues(1, 1)),
        ({"n": None}, {"n": None}, ResentValues(1, 1)),
        ({}, {"n": None}, ResentValues(1, 0)),
        ({"list": []}, {"list": []}, ResentValues(1, 1)),
        ({"n": 1}, {}, ResentValues(0, 0)),
        ({}, {}, ResentValues(0, 0)),
        ([], [], ResentValues(0, 0)),
        ({"rows": ROWS}, {"rows": [{"id": "b", "value": 1}]}, ResentValues(1, 0)),  # that was a's
        ([{"children": ["a"]}], {"children": ["b"], "child": "c"}, ResentValues(0, 0)),
        ("x = 1\n", "x = 1\n", ResentValues(1, 1)),
        ({"a": [1]}, {"a": {"b": 1}}, ResentValues(1, 0)),
    ],
)
def test_counts_worked_out_by_hand(before: Any, sent: Any, expected: ResentValues) -> None:
    assert count_resent(before, sent) == expected


def test_nothing_sent_has_no_share() -> None:
    assert ResentValues().share is None
    assert count_resent({"a": 1, "b": 2}, {"a": 1, "b": 3}).share == 0.5
    assert (ResentValues(2, 1) + ResentValues(2, 2)).share == 0.75


products = st.one_of([random_products.products(kind) for kind in random_products.BY_KIND])


@given(product=products)
def test_sending_all_again_is_all_resent_and_sending_it_first_is_none(product: Any) -> None:
    again = json.loads(json.dumps(product))

    assert count_resent(product, again).share == 1.0
    assert count_resent({}, product).share == 0.0
    assert count_resent([{"surfaceId": "other"}, product], {"p": again}).share == 1.0


@pytest.mark.parametrize("name", SCENARIOS)
def test_new_ids_do_not_hide_that_all_is_sent_again(name: str) -> None:
    shown = oracle_meeting(name)[-1][1]
    again = change_parts([(1, shown)], with_own_ids)[0][1]

    assert count_resent(shown, again) == count_resent(shown, shown)
    assert count_resent(shown, shown).share == 1.0
    assert count_resent([], again).share == 0.0


@pytest.mark.parametrize("name", SCENARIOS)
def test_only_what_changed_is_new_when_all_is_sent_under_new_ids(name: str) -> None:
    (_, before), (_, after) = oracle_meeting(name)[-2:]
    other = change_parts([(1, after)], with_own_ids)[0][1]

    same_ids, own_ids = count_resent(before, after), count_resent(before, other)

    assert own_ids.values == same_ids.values
    assert abs(own_ids.unchanged - same_ids.unchanged) <= 0.02 * same_ids.values


def test_another_value_under_the_same_labels_is_new() -> None:
    def grid(prefix: str, **cells: float) -> dict[str, Any]:
        columns = [{"id": prefix + own, "label": own} for own in cells]
        row = {"id": prefix, "label": "Debt", "cells": {prefix + k: v for k, v in cells.items()}}
        return {"id": prefix, "component": "DataGrid", "columns": columns, "rows": [row]}

    before = [{"surfaceId": "s", "components": {"g": grid("g", y1=30, y2=40)}}]

    # the component, the labels of two columns and a row, and two numbers
    assert count_resent(before, {"g": grid("g", y1=30, y2=41)}) == ResentValues(6, 5)
    assert count_resent(before, [grid("h", y1=30, y2=41)]) == ResentValues(6, 5)
    assert count_resent(before, [grid("h", y1=40, y2=30)]) == ResentValues(6, 4)
    twice = [grid("h", y1=30, y2=40), grid("i", y1=30, y2=40)]
    assert count_resent(before, twice) == ResentValues(
        12, 6
    )  # what is there twice now was there once


@given(before=products, sent=products)
def test_no_more_is_unchanged_than_was_sent(before: Any, sent: Any) -> None:
    found = count_resent(before, sent)

    assert 0 <= found.unchanged <= found.values
    assert found.values == count_resent({}, sent).values


def test_endless_nesting_is_refused_in_words() -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value]

    with pytest.raises(ValueError, match="nested too deeply"):
        count_resent(value, value)


def test_one_id_for_all_takes_no_more_time_than_many() -> None:
    rows = [{"id": "a", "label": str(at), "v": 1} for at in range(50_000)]

    found = ShownBefore(rows)

    assert found.count_resent([{"id": "a", "v": 1}] * 50_000) == ResentValues(50_000, 50_000)
    assert found.count_resent(rows) == ResentValues(100_000, 100_000)
