"""Which JSON object does an answer hold, if it holds exactly one?"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from modylbench.foundation.errors import ModylBenchError

LONGEST_ANSWER = 60_000  # ours: twenty times what a careful answer takes
MOST_BRACES = 200  # ours: places at which an object may begin in a chatty answer


class NotOneObject(ModylBenchError):
    """There is none, or there are several; the message says what was found."""


def one_object(text: str) -> dict[str, Any]:
    """The one JSON object in the text, whatever chat or code fence stands around it.

    >>> one_object('Sure, {here} it is: {"score": 7}')
    {'score': 7}
    """
    if len(text) > LONGEST_ANSWER:
        message = f"the answer has {len(text):,} characters, expected one short JSON object"
        raise NotOneObject(message)
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
        raise NotOneObject(message)
    return objects[0]


def _refuse_constant(constant: str) -> NoReturn:
    message = f"found {constant}, expected a number or null"
    raise NotOneObject(message)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        message = "a key stands twice in one object"
        raise NotOneObject(message)
    return found
