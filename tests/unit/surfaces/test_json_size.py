"""The faults and the weight of a JSON value are found in bounded work."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.surfaces import json_size as module
from modylbench.surfaces.json_size import measure
from modylbench.surfaces.limits import MAX_DEPTH, MAX_KEY, MAX_NUMBER, MAX_STRING

numbers = st.integers(-MAX_NUMBER, MAX_NUMBER) | st.floats(allow_nan=False, allow_infinity=False)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)


def nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        ({"a": [1, {"b": float("nan")}]}, "bad_number", "/a/1/b"),
        ([float("-inf")], "bad_number", "/0"),
        ([MAX_NUMBER + 1], "bad_number", "/0"),
        ([10**5000], "bad_number", "/0"),
        ({"a/b": {"~": "\ud800"}}, "bad_text", "/a~1b/~0"),
        ({"\udfff": 1}, "bad_text", ""),
        ({"a": {"__proto__": 1}}, "forbidden_key", "/a"),
        ({"a": 1, "b": {"c": 1, "constructor": 1}}, "forbidden_key", "/b"),
        ({"a": {1: 2}}, "not_json", "/a"),
        ([b"x"], "not_json", "/0"),
        ((1, 2), "not_json", ""),
        (["x" * (MAX_STRING + 1)], "too_large", "/0"),
        ({"k" * (MAX_KEY + 1): 1}, "too_large", ""),
        (nested(MAX_DEPTH + 1), "too_deep", "/0" * (MAX_DEPTH + 1)),
    ],
)
def test_the_first_fault_is_found_with_its_place(value: Any, code: str, pointer: str) -> None:
    fault = measure(value).fault

    assert fault is not None
    assert (fault.code, fault.pointer) == (code, pointer)


def test_nothing_is_walked_without_end() -> None:
    endless: list[Any] = []
    endless += [endless, endless]
    shared: Any = [0]
    for _ in range(12):
        shared = [shared] * 10

    assert measure(endless).fault is not None
    assert measure(nested(100_000)).fault is not None
    assert measure(shared).fault is not None


@given(json_values)
def test_a_sound_value_has_no_fault_whichever_way_it_is_walked(value: Any) -> None:
    quick = measure(value)
    slow = module._measure_in_order(value, 10_000)

    assert quick.fault is None
    assert slow.fault is None
    assert quick.values == slow.values


@given(json_values, json_values)
def test_more_weighs_more(first: Any, second: Any) -> None:
    assert measure([first, second]).weight > measure([first]).weight
