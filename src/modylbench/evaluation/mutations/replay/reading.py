"""Which JSON document does a Y.Doc hold?"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import orjson

from modylbench.evaluation.mutations.replay.shared_types import AS_TEXT, ITEMS, ORDER, refuse_depth
from modylbench.foundation.errors import short_repr

if TYPE_CHECKING:
    from pycrdt import Map


def plain(root: Map[Any]) -> dict[str, Any]:
    """The JSON object that a Y.Map holds, its keys in order.

    An id that `$order` names twice counts once, one without an item not at all, and items it does
    not name come last by id: so the document of several writers reads the same for all of them.
    Raises ValueError where the document is not held as `shared_types` says.
    """
    found: dict[str, Any] = _plain(orjson.loads(str(root)))
    return found


def _plain(held: Any) -> Any:
    if isinstance(held, list):
        return [_plain(item) for item in held]
    if not isinstance(held, dict):
        return held
    if ORDER in held or ITEMS in held:
        return _items(held)
    if AS_TEXT in held:
        return _parsed(held)
    return {_unescaped(key) if key[:1] == "$" else key: _plain(held[key]) for key in sorted(held)}


def _items(held: dict[str, Any]) -> list[Any]:
    order, items = held.get(ORDER), held.get(ITEMS)
    if held.keys() != {ORDER, ITEMS} or not isinstance(items, dict) or not isinstance(order, list):
        message = f"found {short_repr(sorted(held))}, expected {ITEMS} (a map) and {ORDER} (a list)"
        raise ValueError(message)
    named = dict.fromkeys(own for own in order if isinstance(own, str) and own in items)
    return [_plain(items[own]) for own in (*named, *sorted(items.keys() - named.keys()))]


def _parsed(held: dict[str, Any]) -> Any:
    text = held[AS_TEXT]
    if len(held) > 1 or not isinstance(text, str):
        message = f"found {short_repr(held)}, expected a JSON text under {AS_TEXT} and nothing else"
        raise ValueError(message)
    try:
        value = json.loads(text, parse_constant=_finite, parse_float=_finite)
    except RecursionError as error:
        message = f"found a text under {AS_TEXT} that is nested too deeply to read"
        raise ValueError(message) from error
    refuse_depth(value)
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        message = f"found {short_repr(text)}, expected a finite number"
        raise ValueError(message)
    return number


def _unescaped(key: str) -> str:
    if key.startswith("$$"):
        return key[1:]
    message = f"found the key {short_repr(key)}, expected '$' or no '$' to follow"
    raise ValueError(message)
