"""Is what an agent sends again told apart from what it changes?"""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.evaluation.mutations import drawn

from modylbench.evaluation.mutations.resent import Resent, resent, resent_share

ROWS = [{"id": "a", "value": 1}, {"id": "b", "value": 2}]


@pytest.mark.parametrize(
    ("before", "sent", "expected"),
    [
        ({}, {"rows": ROWS}, Resent(2, 0)),
        ({"rows": ROWS}, {"rows": ROWS}, Resent(2, 2)),
        ({"rows": ROWS}, {"rows": [{"id": "b", "value": 3}]}, Resent(1, 0)),
        ({"rows": ROWS}, {"rows": list(reversed(ROWS))}, Resent(2, 2)),
        ({"rows": ROWS}, {"rows": [{"id": "n", "value": 9}, *ROWS]}, Resent(3, 2)),
        ({"rows": [[1, 2], [3, 4]]}, {"rows": [[9, 9], [1, 2], [3, 4]]}, Resent(6, 4)),
        ({"rows": [[1, 2], [3, 4]]}, {"rows": [[1, 2], [3, 5]]}, Resent(4, 3)),
        ({"n": True}, {"n": 1}, Resent(1, 0)),
        ({"n": 1}, {"n": 1.0}, Resent(1, 1)),
        ({"n": None}, {"n": None}, Resent(1, 1)),
        ({}, {"n": None}, Resent(1, 0)),
        ({"list": []}, {"list": []}, Resent(1, 1)),
        ({"n": 1}, {}, Resent(1, 0)),
        ("x = 1\n", "x = 1\n", Resent(1, 1)),
        ({"a": [1]}, {"a": {"b": 1}}, Resent(1, 0)),
    ],
)
def test_counts_worked_out_by_hand(before: Any, sent: Any, expected: Resent) -> None:
    assert resent(before, sent) == expected


def test_nothing_sent_has_no_share() -> None:
    assert Resent().share is None
    assert resent_share({"a": 1, "b": 2}, {"a": 1, "b": 3}) == 0.5
    assert (Resent(2, 1) + Resent(2, 2)).share == 0.75


products = st.one_of([drawn.products(kind) for kind in drawn.BY_KIND])


@given(product=products)
def test_sending_all_again_is_all_resent_and_sending_it_first_is_none(product: Any) -> None:
    again = json.loads(json.dumps(product))

    assert resent_share(product, again) == 1.0
    assert resent_share({}, product) == 0.0


@given(before=products, sent=products)
def test_no_more_is_unchanged_than_was_sent(before: Any, sent: Any) -> None:
    found = resent(before, sent)

    assert 0 <= found.unchanged <= found.values
    assert found.values == resent({}, sent).values


def test_endless_nesting_is_refused_in_words() -> None:
    value: Any = 1
    for _ in range(100_000):
        value = [value]

    with pytest.raises(ValueError, match="nested too deeply"):
        resent(value, value)
