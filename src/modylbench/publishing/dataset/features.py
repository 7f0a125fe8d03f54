"""Which typed columns hold the values of a model, and how do values go there and come back?

A model's own JSON Schema is the one source: from it come the columns, what is declared of them, the
rows, and the way back. A dict is a list of `key` and `value`. A value of mixed type (a number, a
text, a table, nothing) is its JSON text; where it has a name, `<name>_number` beside it is the same
value as a number, if it is one. A union of models has the columns of all, null where not its own.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

if TYPE_CHECKING:
    from collections.abc import Iterator

Schema = dict[str, Any]
Dtype = Literal["string", "int64", "float64", "bool"]
SCALARS: dict[str, Dtype] = {
    "string": "string",
    "integer": "int64",
    "number": "float64",
    "boolean": "bool",
}
NUMBER = "_number"


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value of one type, or nothing."""

    dtype: Dtype


@dataclass(frozen=True, slots=True)
class Mixed:
    """A value of any type, as JSON text."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """Values of one feature, in order."""

    item: Feature


@dataclass(frozen=True, slots=True)
class Struct:
    """Features by name; `is_union`: of several models, so that null stands for "not of mine"."""

    fields: tuple[tuple[str, Feature], ...]
    is_union: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """A dict, as a list of keys and values."""

    value: Feature


Feature = Scalar | Mixed | ListOf | Struct | Pairs
REAL = Scalar("float64")


@lru_cache(maxsize=16)
def features_of(model: Any) -> Struct:
    """The features of a model's values, in the order of its fields."""
    schema = TypeAdapter(model).json_schema(mode="serialization")
    found = _feature(schema, schema.get("$defs", {}))
    if not isinstance(found, Struct):
        message = f"found {found}, expected a model with fields"
        raise TypeError(message)
    return found


def as_row(value: Any, feature: Feature) -> Any:
    """A JSON value as the columns hold it."""
    if value is None or isinstance(feature, Scalar):
        return _number(value) if feature == REAL else value
    match feature:
        case Struct(fields):
            return dict(_columns(value, fields))
        case ListOf(item):
            return [as_row(one, item) for one in value]
        case Pairs(inner):
            pair = _pair(inner)
            return [as_row({"key": key, "value": value[key]}, pair) for key in sorted(value)]
        case Mixed():
            return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def from_row(row: Any, feature: Feature) -> Any:
    """The JSON value that a row was made from."""
    if row is None or isinstance(feature, Scalar):
        return row
    match feature:
        case Struct(fields, is_union):
            values = {name: from_row(row[name], one) for name, one in fields}
            return {k: v for k, v in values.items() if not is_union or v is not None}
        case ListOf(item):
            return [from_row(one, item) for one in row]
        case Pairs(inner):
            return {one["key"]: from_row(one["value"], inner) for one in row}
        case Mixed():
            return json.loads(row)


def columns(fields: tuple[tuple[str, Feature], ...]) -> Iterator[tuple[str, Feature]]:
    """The columns as they are written: dicts as lists, mixed values as text and number."""
    for name, feature in fields:
        yield name, written(feature)
        if isinstance(feature, Mixed):
            yield name + NUMBER, REAL


def written(feature: Feature) -> Scalar | ListOf | Struct:
    """A feature in the three forms that files know."""
    match feature:
        case Struct(fields):
            return Struct(tuple(columns(fields)))
        case ListOf(item):
            return ListOf(written(item))
        case Pairs(inner):
            return ListOf(written(_pair(inner)))
        case Mixed():
            return Scalar("string")
        case Scalar():
            return feature


def _columns(
    value: dict[str, Any], fields: tuple[tuple[str, Feature], ...]
) -> Iterator[tuple[str, Any]]:
    for name, feature in fields:
        one = value.get(name)
        yield name, as_row(one, feature)
        if isinstance(feature, Mixed):
            yield name + NUMBER, _number(one)


def _pair(value: Feature) -> Struct:
    return Struct((("key", Scalar("string")), ("value", value)))


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None


def _feature(schema: Schema, known: Schema) -> Feature:
    """The feature of a JSON Schema; `known` are its definitions."""
    if "$ref" in schema:
        return _feature(known[schema["$ref"].rpartition("/")[2]], known)
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices is not None:
        return _of_choices([choice for choice in choices if choice.get("type") != "null"], known)
    return _plain(schema, known)


def _plain(schema: Schema, known: Schema) -> Feature:
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = schema["properties"].items()
            return Struct(tuple((name, _feature(one, known)) for name, one in fields))
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return Pairs(_feature(schema["additionalProperties"], known))
        case "array":
            return ListOf(_item(schema, known))
        case str(kind) if kind in SCALARS:
            return Scalar(SCALARS[kind])
        case _:
            return Mixed()


def _item(schema: Schema, known: Schema) -> Feature:
    items = schema.get("prefixItems", [schema.get("items", {})])
    return _of_choices(items, known)


def _of_choices(choices: list[Schema], known: Schema) -> Feature:
    """The one feature of all choices: the same, a number, a union of models, or mixed."""
    found = list(dict.fromkeys(_feature(choice, known) for choice in choices))
    if len(found) == 1:
        return found[0]
    if all(isinstance(one, Struct) for one in found):
        return _united([one for one in found if isinstance(one, Struct)])
    if set(found) == {Scalar("int64"), REAL}:
        return REAL
    return Mixed()


def _united(structs: list[Struct]) -> Struct:
    merged: dict[str, Feature] = {}
    for name, feature in (field for struct in structs for field in struct.fields):
        merged[name] = feature if merged.get(name, feature) == feature else Mixed()
    return Struct(tuple(merged.items()), is_union=True)
