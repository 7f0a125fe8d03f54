"""Whether data fits a schema of our catalog, fifty times as fast as JSON Schema.

The official core validates a grid of 200 x 50 cells in the better part of a second. What fits here
is left out of what it gets; what does not goes to it whole, so that every refusal is its own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.catalog.schema import work_products

if TYPE_CHECKING:
    from collections.abc import Callable

    Test = Callable[[Any], bool]

NOTES = {"description", "title"}
READ = {
    "type", "enum", "properties", "required", "additionalProperties", "items", "anyOf", "$ref",
    "minimum", "maximum",
}  # fmt: skip
TYPES: dict[str, Test] = {
    "string": lambda value: type(value) is str,
    "number": lambda value: type(value) in (int, float),
    "integer": lambda value: type(value) is int or (type(value) is float and value.is_integer()),
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
    "array": lambda value: type(value) is list,
    "object": lambda value: type(value) is dict,
}


def compile_schema(schema: dict[str, Any]) -> Test:
    """A function that says whether a value fits a schema of our catalog.

    Raises KeyError where the schema says something that is not understood here.
    """
    unknown = sorted(schema.keys() - READ - NOTES)
    if unknown:
        message = f"the catalog's schema uses {unknown[0]!r}; teach it to {__name__}"
        raise KeyError(message)
    if "$ref" in schema:
        return _named_schema(schema["$ref"])
    makers = dict.fromkeys(maker for keyword, maker in _MAKERS.items() if keyword in schema)
    tests = [maker(schema) for maker in makers]
    return tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)


@cache
def _named_schema(reference: str) -> Test:
    name = reference.removeprefix("#/$defs/")
    return compile_schema(work_products()["$defs"][name])


def _type(schema: dict[str, Any]) -> Test:
    names = schema["type"]
    if isinstance(names, str):
        return TYPES[names]
    tests = [TYPES[name] for name in names]
    return lambda value: any(test(value) for test in tests)


def _properties(schema: dict[str, Any]) -> Test:
    tests = {name: compile_schema(below) for name, below in schema.get("properties", {}).items()}
    other = schema.get("additionalProperties", True)
    other_test: Test = compile_schema(other) if isinstance(other, dict) else lambda _: bool(other)
    required = frozenset(schema.get("required", ()))

    def fits(value: Any) -> bool:
        return type(value) is not dict or (
            value.keys() >= required
            and all(tests.get(key, other_test)(item) for key, item in value.items())
        )

    return fits


def _items(schema: dict[str, Any]) -> Test:
    test = compile_schema(schema["items"])
    return lambda value: type(value) is not list or all(map(test, value))


def _any_of(schema: dict[str, Any]) -> Test:
    tests = [compile_schema(below) for below in schema["anyOf"]]
    return lambda value: any(test(value) for test in tests)


def _enum(schema: dict[str, Any]) -> Test:
    texts = schema["enum"]
    return lambda value: type(value) is str and value in texts


def _bounds(schema: dict[str, Any]) -> Test:
    low, high = schema.get("minimum", -float("inf")), schema.get("maximum", float("inf"))
    return lambda value: type(value) not in (int, float) or low <= value <= high


_MAKERS: dict[str, Callable[[dict[str, Any]], Test]] = {
    "type": _type,
    "enum": _enum,
    "properties": _properties,
    "additionalProperties": _properties,
    "items": _items,
    "anyOf": _any_of,
    "minimum": _bounds,
    "maximum": _bounds,
}
