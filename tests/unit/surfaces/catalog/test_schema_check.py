"""Values fit a schema exactly where JSON Schema says so."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from modylbench.surfaces.catalog.schema import work_products
from modylbench.surfaces.catalog.schema_check import compile_schema

DEFINITIONS = work_products()["$defs"]
KEYS = sorted({key for schema in DEFINITIONS.values() for key in schema.get("properties", {})})

scalars = st.sampled_from(
    [None, True, False, 0, 1, 7, 2.5, 3.0, -1, "", "bar", "forest", "text", "2026"]
)


def near(schema: dict[str, Any], depth: int = 0) -> st.SearchStrategy[Any]:
    """Values that fit a schema, or nearly do."""
    if "$ref" in schema:
        return near(DEFINITIONS[schema["$ref"].removeprefix("#/$defs/")], depth)
    if "anyOf" in schema:
        return st.one_of([near(below, depth) for below in schema["anyOf"]])
    if depth > 5:
        return scalars
    return _near_flat(schema, depth)


def _near_flat(schema: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
    if "items" in schema:
        return st.lists(near(schema["items"], depth + 1), max_size=2) | scalars
    if schema.get("type") == "object":
        return _near_object(schema, depth) | scalars
    return st.sampled_from(schema["enum"]) | scalars if "enum" in schema else scalars


def _near_object(schema: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
    known = {name: near(below, depth + 1) for name, below in schema.get("properties", {}).items()}
    needed = {name: known.pop(name) for name in schema.get("required", [])}
    other = schema.get("additionalProperties")
    extra = near(other, depth + 1) if isinstance(other, dict) else scalars
    sound = st.fixed_dictionaries(needed, optional=known)
    if needed:
        sound |= st.fixed_dictionaries({}, optional={**needed, **known})
    added = st.dictionaries(st.sampled_from([*KEYS, "strange"]), extra, max_size=1)
    return st.builds(
        lambda given, added_fields: {**added_fields, **given}, sound, st.just({}) | added
    )


def fits_json_schema(name: str, value: Any) -> bool:
    schema = {"$ref": f"#/$defs/{name}", "$defs": DEFINITIONS}
    return Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize("name", DEFINITIONS)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_a_value_fits_where_json_schema_says_so(name: str, data: st.DataObject) -> None:
    value = data.draw(near(DEFINITIONS[name]))

    assert compile_schema(DEFINITIONS[name])(value) == fits_json_schema(name, value)


def test_a_keyword_that_is_not_understood_is_not_passed_over() -> None:
    with pytest.raises(KeyError, match="patternProperties"):
        compile_schema({"type": "object", "patternProperties": {}})
