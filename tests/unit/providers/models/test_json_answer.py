"""Answers that a schema allows are told from those that it does not."""

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.providers.models.json_answer import is_usable

SCHEMA: dict[str, Any] = {
    "type": "object",
    "$defs": {"mark": {"type": ["integer", "null"], "minimum": 1, "maximum": 10}},
    "properties": {
        "score": {"$ref": "#/$defs/mark"},
        "why": {"type": "string"},
        "is_met": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "kind": {"enum": ["a", "b"]},
        "parts": {"type": "array", "items": {"type": "number"}, "maxItems": 2},
    },
    "required": ["score"],
}
values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 12),
    st.floats(-2, 12, allow_nan=False),
    st.sampled_from(["a", "b", ""]),
    st.lists(st.one_of(st.integers(0, 3), st.text(max_size=2)), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=1),
)
answers = st.dictionaries(st.sampled_from([*SCHEMA["properties"], "other"]), values)


@given(answer=answers)
def test_it_agrees_with_jsonschema(answer: dict[str, Any]) -> None:
    allowed = jsonschema.Draft202012Validator(SCHEMA).is_valid(answer)

    assert is_usable(json.dumps(answer), SCHEMA) == allowed
    assert is_usable(f"Of course!\n```json\n{json.dumps(answer)}\n```", SCHEMA) == allowed


@pytest.mark.parametrize(
    "text",
    ["", "no", "{", '{"score": 7', '{"score": NaN}', '{"score": Infinity}', "[7]", "{" * 100_000],
)
def test_what_is_no_json_object_is_of_no_use(text: str) -> None:
    assert not is_usable(text, SCHEMA)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ('Sure {thinking}: {"score": 7} done', True),
        ('{"score": 7}\n{"score": 7}', False),
        ('{"score": 7, "score": 8}', False),
        ('{"score": 7.0}', True),
    ],
)
def test_it_takes_what_judges_take_and_nothing_else(text: str, is_one: bool) -> None:
    assert is_usable(text, SCHEMA) == is_one
