"""How many values a JSON value holds, and the first fault for which it cannot be taken."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import Any

from modylbench.surfaces.limits import (
    FORBIDDEN_KEYS,
    MAX_DEPTH,
    MAX_KEY,
    MAX_NUMBER,
    MAX_STRING,
    MAX_VALUES,
)
from modylbench.surfaces.notes import printable

VALUE_WEIGHT = 64  # about bytes
SCALARS = {str, int, float, bool, type(None)}


@dataclass(frozen=True, slots=True)
class JsonFault:
    """Why a value cannot be taken, and where in it."""

    code: str
    reason: str
    pointer: str


@dataclass(frozen=True, slots=True)
class JsonSize:
    """How many values there are, about how many bytes they take, and the first fault, if any."""

    values: int
    weight: int
    fault: JsonFault | None = None


def measure(
    value: object, *, most_values: int = MAX_VALUES, most_depth: int = MAX_DEPTH
) -> JsonSize:
    """How much a value holds, or the first fault in it.

    Values that are not JSON, that are nested without end or shared many times over come to a stop
    here, before anything that would recurse into them or write them out.
    """
    quick = _measure_by_level(value, most_values, most_depth)
    return quick if quick is not None else _measure_in_order(value, most_values)


def _measure_by_level(value: object, most_values: int, most_depth: int) -> JsonSize | None:
    """Level by level and without places; None where there is a fault that has a place."""
    level: list[Any] = [value]
    values = weight = 0
    for _ in range(most_depth + 1):
        values += len(level)
        objects = [here for here in level if type(here) is dict]
        lists = [here for here in level if type(here) is list]
        size = sum(map(len, objects)) + sum(map(len, lists))
        if values + size > most_values:
            too_large = JsonFault("too_large", f"holds more than {most_values:,} values", "")
            return JsonSize(values + size, weight, too_large)
        if not _flat_values_are_good(level):
            return None
        keys = {key for here in objects for key in here}
        if any(_key_fault(key)[0] for key in keys):
            return None
        weight += VALUE_WEIGHT * len(level)
        weight += sum(len(here) for here in level if type(here) is str)
        weight += sum(len(key) for here in objects for key in here)
        if not size:
            return JsonSize(values, weight)
        level = [item for here in objects for item in here.values()]
        level.extend(item for here in lists for item in here)
    return None


def _flat_values_are_good(level: list[Any]) -> bool:
    if not set(map(type, level)) <= SCALARS | {dict, list}:
        return False
    texts = [here for here in level if type(here) is str]
    wholes = [here for here in level if type(here) is int]
    return (
        not any(_text_fault(text)[0] for text in texts)
        and max(map(abs, wholes), default=0) <= MAX_NUMBER
        and all(map(math.isfinite, (here for here in level if type(here) is float)))
    )


def _measure_in_order(value: object, most_values: int) -> JsonSize:
    """In the order of the text, with the place of the first fault."""
    values = 0
    stack: list[_JsonPlace] = [_JsonPlace(value, 0, None, "")]
    while stack:
        place = stack.pop()
        values += 1
        code, reason = _fault(place)
        children = [] if code else _children(place, most_values)
        if values + len(children) > most_values:
            code, reason = "too_large", f"holds more than {most_values:,} values"
        if code:
            return JsonSize(values, values * VALUE_WEIGHT, JsonFault(code, reason, place.pointer()))
        stack.extend(reversed(children))
    return JsonSize(values, values * VALUE_WEIGHT)


@dataclass(frozen=True, slots=True)
class _JsonPlace:
    value: Any
    depth: int
    above: _JsonPlace | None
    step: str | int

    def pointer(self) -> str:
        steps: list[str] = []
        place: _JsonPlace | None = self
        while place is not None and place.above is not None:
            steps.append(printable(str(place.step), 80).replace("~", "~0").replace("/", "~1"))
            place = place.above
        return "".join(f"/{step}" for step in reversed(steps))


def _children(place: _JsonPlace, most: int) -> list[_JsonPlace]:
    """The places below, as far as they are few enough to look at."""
    value = place.value
    below = place.depth + 1
    if isinstance(value, dict):
        return [_JsonPlace(item, below, place, key) for key, item in islice(value.items(), most)]
    if isinstance(value, list):
        return [_JsonPlace(item, below, place, at) for at, item in enumerate(islice(value, most))]
    return []


def _fault(place: _JsonPlace) -> tuple[str, str]:
    value = place.value
    found = "", ""
    if place.depth > MAX_DEPTH:
        found = "too_deep", f"is nested more than {MAX_DEPTH} levels deep"
    elif isinstance(value, str):
        found = _text_fault(value)
    elif isinstance(value, dict):
        faults = (_key_fault(key) for key in value)
        found = next((fault for fault in faults if fault[0]), found)
    elif isinstance(value, int | float):
        found = _number_fault(value)
    elif not (value is None or isinstance(value, list)):
        found = "not_json", f"found a {type(value).__name__}, expected a JSON value"
    return found


def _text_fault(text: str) -> tuple[str, str]:
    if len(text) > MAX_STRING:
        return "too_large", f"a text of {len(text):,} characters, expected at most {MAX_STRING:,}"
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            return "bad_text", "a text with half a surrogate pair, expected valid Unicode"
    return "", ""


def _key_fault(key: object) -> tuple[str, str]:
    if not isinstance(key, str):
        return "not_json", f"found the key {printable(key, 40)}, expected keys that are texts"
    if key in FORBIDDEN_KEYS:
        return "forbidden_key", f"the key {key!r} is refused: it could change the page's code"
    if len(key) > MAX_KEY:
        return "too_large", f"a key of {len(key):,} characters, expected at most {MAX_KEY:,}"
    return _text_fault(key)


def _number_fault(value: int | float) -> tuple[str, str]:
    if not abs(value) < math.inf:
        return "bad_number", f"found {value}, expected a finite number"
    if isinstance(value, int) and abs(value) > MAX_NUMBER:
        return "bad_number", f"a whole number beyond {MAX_NUMBER:,}, which a browser would change"
    return "", ""
