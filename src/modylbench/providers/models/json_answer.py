"""The one JSON object that an answer holds, and whether its schema allows it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

from modylbench.foundation.errors import ModylBenchError

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_ANSWER = 60_000  # ours: twenty times what a careful answer takes
MOST_BRACES = 200  # ours: places at which an object may begin in a chatty answer
_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


class NoSingleObject(ModylBenchError):
    """There is none, or there are several; the message says what was found."""


def single_object(text: str) -> dict[str, Any]:
    """The one JSON object in the text, whatever chat or code fence stands around it.

    >>> single_object('Sure, {here} it is: {"score": 7}')
    {'score': 7}
    """
    if len(text) > LONGEST_ANSWER:
        message = f"the answer has {len(text):,} characters, expected one short JSON object"
        raise NoSingleObject(message)
    objects: list[dict[str, Any]] = []
    decoder = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_without_twins)
    at, tried = text.find("{"), 0
    while at >= 0 and tried < MOST_BRACES:
        tried += 1
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):  # ValueError: a number of thousands of digits, too
            end = at + 1
        else:
            objects.append(value)
        at = text.find("{", end)
    if len(objects) != 1:
        message = f"found {len(objects)} JSON objects in the answer, expected exactly one, complete"
        raise NoSingleObject(message)
    return objects[0]


def _refuse_constant(constant: str) -> NoReturn:
    message = f"found {constant}, expected a number or null"
    raise NoSingleObject(message)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key stands twice in one object"
        raise NoSingleObject(message)
    return found


def is_usable(text: str, schema: Mapping[str, Any]) -> bool:
    """Whether there is one JSON object in the text, perhaps with talk around it, that fits.

    Judges check their answers further; this keeps out of the cache what nobody can use. It knows
    the words that answers of judges are described with, and takes others as allowed.

    >>> is_usable('Sure: {"score": 7}', {"type": "object", "required": ["score"]})
    True
    >>> is_usable('{"score": NaN}', {"type": "object"})
    False
    """
    try:
        value = single_object(text)
    except NoSingleObject:
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
