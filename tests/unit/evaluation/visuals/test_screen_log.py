"""Whether a change leads on to what stands at the end of its turn."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.visuals.screen_log import MOST_DEPTH, leads_on

values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("before", "after", "final", "leads"),
    [
        (1, 2, 2, True),
        (2, 1, 2, False),
        (1, 3, 2, False),
        (10, 40, 100, True),
        (40, 10, 100, False),
        ("The", "The debt", "The debt is repaid", True),
        ("The debt", "The", "The debt is repaid", False),
        ("red", "blue", "green", False),
        ({"a": 1, "b": 1}, {"a": 2, "b": 3}, {"a": 2, "b": 1}, False),
        ({"a": 1, "b": 1}, {"a": 2, "b": 3}, {"a": 2, "b": 4}, True),
        ({"a": 1}, {"a": 1, "b": 5}, {"a": 1}, False),
        ([1], [1, 2], [1, 2, 3], True),
        ([1, 2, 3], [3, 2, 1], [1, 2, 3], False),
        ([1, 2], [], [1, 2], False),
        (True, False, True, False),
    ],
)
def test_by_hand(before: Any, after: Any, final: Any, leads: bool) -> None:
    assert leads_on(before, after, final) is leads


@given(values, values)
def test_the_last_change_always_leads_on_and_its_undoing_never(before: Any, final: Any) -> None:
    assert leads_on(before, final, final) is (before != final)
    assert not leads_on(final, final, final)


def test_what_is_nested_without_end_is_compared_as_a_whole() -> None:
    def nested(core: int) -> Any:
        value: Any = core
        for _ in range(MOST_DEPTH * 2):
            value = {"a": [value]}
        return value

    assert leads_on(nested(1), nested(2), nested(2))
    assert not leads_on(nested(1), nested(2), nested(3))
