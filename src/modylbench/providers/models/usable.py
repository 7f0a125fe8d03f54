"""Is an answer one that its schema allows, so that it is worth keeping?

Judges check their answers further; this keeps out of the cache what nobody can use. It knows the
words that answers of judges are described with, and takes what it does not know as allowed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.providers.models.one_object import NotOneObject, one_object

if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def is_usable(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether there is one JSON object in the text, perhaps with talk around it, that fits.

    >>> is_usable('Sure: {"score": 7}', {"type": "object", "required": ["score"]})
    True
    >>> is_usable('{"score": NaN}', {"type": "object"})
    False
    """
    try:
        value = one_object(text)
    except NotOneObject:
        return False
    return _fits(value, schema, schema)


def _fits(value: Any, schema: Any, root: Mapping[str, Any]) -> bool:
    if not isinstance(schema, dict):
        return schema is not False
    if isinstance(place := schema.get("$ref"), str):
        return _fits(value, root.get("$defs", {}).get(place.rpartition("/")[2], {}), root)
    if choices := schema.get("anyOf"):
        return any(_fits(value, choice, root) for choice in choices)
    if value not in schema.get("enum", [schema.get("const", value)]):
        return False
    return _is_of_kind(value, schema.get("type")) and _parts_fit(value, schema, root)


def _is_of_kind(value: Any, kinds: Any) -> bool:
    if kinds is None:
        return True
    names = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, bool):
        return "boolean" in names
    if isinstance(value, float) and value.is_integer() and "integer" in names:
        return True
    return any(isinstance(value, _KINDS.get(name, (object,))) for name in names)


def _parts_fit(value: Any, schema: Mapping[str, Any], root: Mapping[str, Any]) -> bool:
    match value:
        case dict():
            parts = schema.get("properties", {})
            return set(schema.get("required", ())) <= value.keys() and all(
                _fits(part, parts[name], root) for name, part in value.items() if name in parts
            )
        case list():
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                return False
            return all(_fits(part, schema.get("items", {}), root) for part in value)
        case bool() | str() | None:
            return True
        case _:
            return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
