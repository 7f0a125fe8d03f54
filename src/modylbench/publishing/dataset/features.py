"""Typed columns for a model's values, and their declaration to Arrow and `datasets`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from modylbench.foundation.extras import require

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
METADATA = b"huggingface"


@dataclass(frozen=True, slots=True)
class ScalarFeature:
    """One value of one type, or nothing."""

    dtype: Dtype


@dataclass(frozen=True, slots=True)
class MixedValue:
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
class KeyValueList:
    """A dict, as a list of keys and values."""

    value: Feature


Feature = ScalarFeature | MixedValue | ListOf | Struct | KeyValueList


REAL = ScalarFeature("float64")


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
    if value is None or isinstance(feature, ScalarFeature):
        return _number(value) if feature == REAL else value
    match feature:
        case Struct(fields):
            return dict(_columns(value, fields))
        case ListOf(item):
            return [as_row(part, item) for part in value]
        case KeyValueList(inner):
            pair = _pair(inner)
            return [as_row({"key": key, "value": value[key]}, pair) for key in sorted(value)]
        case MixedValue():
            return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def from_row(row: Any, feature: Feature) -> Any:
    """The JSON value that a row was made from."""
    if row is None or isinstance(feature, ScalarFeature):
        return row
    match feature:
        case Struct(fields, is_union):
            values = {name: from_row(row[name], feature) for name, feature in fields}
            return {k: v for k, v in values.items() if not is_union or v is not None}
        case ListOf(item):
            return [from_row(part, item) for part in row]
        case KeyValueList(inner):
            return {pair["key"]: from_row(pair["value"], inner) for pair in row}
        case MixedValue():
            return json.loads(row)


def columns(fields: tuple[tuple[str, Feature], ...]) -> Iterator[tuple[str, Feature]]:
    """The columns as they are written: dicts as lists, mixed values as text and number."""
    for name, feature in fields:
        yield name, stored_feature(feature)
        if isinstance(feature, MixedValue):
            yield name + NUMBER, REAL


def stored_feature(feature: Feature) -> ScalarFeature | ListOf | Struct:
    """A feature in the three forms that files know."""
    match feature:
        case Struct(fields):
            return Struct(tuple(columns(fields)))
        case ListOf(item):
            return ListOf(stored_feature(item))
        case KeyValueList(inner):
            return ListOf(stored_feature(_pair(inner)))
        case MixedValue():
            return ScalarFeature("string")
        case ScalarFeature():
            return feature


def arrow() -> Any:
    """The package pyarrow with its Parquet part; raises MissingExtra where it is not installed."""
    require("dataset")
    import pyarrow  # type: ignore[import-untyped]  # it ships no types
    import pyarrow.parquet  # type: ignore[import-untyped]

    return pyarrow


def arrow_schema(features: Struct) -> Any:
    """The Arrow schema, with the metadata by which `datasets` knows the features again."""
    pyarrow = arrow()
    struct = _stored_struct(features)
    fields = [(name, _arrow_type(feature)) for name, feature in struct.fields]
    info = {"info": {"features": {name: _json_feature(feature) for name, feature in struct.fields}}}
    return pyarrow.schema(fields, metadata={METADATA: json.dumps(info).encode()})


def yaml_features(features: Struct) -> list[dict[str, Any]]:
    """The features as the card's `dataset_info` lists them."""
    return [{"name": name, **_yaml(feature)} for name, feature in _stored_struct(features).fields]


def _columns(
    value: dict[str, Any], fields: tuple[tuple[str, Feature], ...]
) -> Iterator[tuple[str, Any]]:
    for name, feature in fields:
        part = value.get(name)
        yield name, as_row(part, feature)
        if isinstance(feature, MixedValue):
            yield name + NUMBER, _number(part)


def _pair(value: Feature) -> Struct:
    return Struct((("key", ScalarFeature("string")), ("value", value)))


def _number(value: Any) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number else None


def _feature(schema: Schema, known: Schema) -> Feature:
    """The feature of a JSON Schema; `known` are its definitions."""
    if "$ref" in schema:
        return _feature(known[schema["$ref"].rpartition("/")[2]], known)
    choices = schema.get("anyOf", schema.get("oneOf"))
    if choices is not None:
        return _feature_of_choices(
            [choice for choice in choices if choice.get("type") != "null"], known
        )
    return _single_feature(schema, known)


def _single_feature(schema: Schema, known: Schema) -> Feature:
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = schema["properties"].items()
            return Struct(tuple((name, _feature(feature, known)) for name, feature in fields))
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return KeyValueList(_feature(schema["additionalProperties"], known))
        case "array":
            return ListOf(_item(schema, known))
        case str(kind) if kind in SCALARS:
            return ScalarFeature(SCALARS[kind])
        case _:
            return MixedValue()


def _item(schema: Schema, known: Schema) -> Feature:
    items = schema.get("prefixItems", [schema.get("items", {})])
    return _feature_of_choices(items, known)


def _feature_of_choices(choices: list[Schema], known: Schema) -> Feature:
    """The one feature of all choices: the same, a number, a union of models, or mixed."""
    found = list(dict.fromkeys(_feature(choice, known) for choice in choices))
    if len(found) == 1:
        return found[0]
    if all(isinstance(feature, Struct) for feature in found):
        return _unite([feature for feature in found if isinstance(feature, Struct)])
    if set(found) == {ScalarFeature("int64"), REAL}:
        return REAL
    return MixedValue()


def _unite(structs: list[Struct]) -> Struct:
    merged: dict[str, Feature] = {}
    for name, feature in (field for struct in structs for field in struct.fields):
        merged[name] = feature if merged.get(name, feature) == feature else MixedValue()
    return Struct(tuple(merged.items()), is_union=True)


def _stored_struct(features: Struct) -> Struct:
    found = stored_feature(features)
    assert isinstance(found, Struct)  # noqa: S101 - a struct is written as a struct
    return found


def _arrow_type(feature: Feature) -> Any:
    pyarrow = arrow()
    match feature:
        case Struct(fields):
            return pyarrow.struct([(name, _arrow_type(feature)) for name, feature in fields])
        case ListOf(item):
            return pyarrow.list_(_arrow_type(item))
        case ScalarFeature(dtype):
            return pyarrow.type_for_alias(dtype)
        case _:
            raise TypeError(feature)


def _json_feature(feature: Feature) -> Any:
    """As `datasets` writes it; a list in the form that versions before 4 read too."""
    match feature:
        case Struct(fields):
            return {name: _json_feature(feature) for name, feature in fields}
        case ListOf(item):
            return [_json_feature(item)]
        case ScalarFeature(dtype):
            return {"dtype": dtype, "_type": "Value"}
        case _:
            raise TypeError(feature)


def _yaml(feature: Feature) -> dict[str, Any]:
    match feature:
        case Struct(fields):
            return {"struct": [{"name": name, **_yaml(feature)} for name, feature in fields]}
        case ListOf(ScalarFeature(dtype)):
            return {"list": dtype}
        case ListOf(Struct(fields)):
            return {"list": [{"name": name, **_yaml(feature)} for name, feature in fields]}
        case ListOf(item):
            return {"list": _yaml(item)}
        case ScalarFeature(dtype):
            return {"dtype": dtype}
        case _:
            raise TypeError(feature)
