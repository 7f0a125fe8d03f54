"""Reading a JSON file that anyone may have written: finite, bounded, nothing said twice."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile, quoted
from modylbench.foundation.record import read_text

if TYPE_CHECKING:
    from pathlib import Path

MOST_DIGITS = 400


def read_json(path: Path) -> object:
    """The file's JSON value; NaN, infinities, repeated keys and endless nesting are refused."""
    text = read_text(path)
    try:
        value: object = json.loads(
            text,
            parse_constant=_refused,
            parse_float=_finite,
            parse_int=_whole,
            object_pairs_hook=_unique,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno} column {error.colno}"
        raise BadFile(path, place, f"not JSON ({error.msg})") from error
    except RecursionError as error:
        problem = "nested too deeply, expected at most a few hundred levels"
        raise BadFile(path, "", problem) from error
    except ValueError as error:
        raise BadFile(path, "", str(error)) from error
    return value


def _refused(name: str) -> object:
    message = f"found {name}, expected a finite number"
    raise ValueError(message)


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        message = f"found {text[:20]}, expected a number below 1.8e308"
        raise ValueError(message)
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        message = f"found a whole number of {len(text)} digits, expected at most {MOST_DIGITS}"
        raise ValueError(message)
    return int(text)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        message = f"found the key {quoted(twice)} twice in one object, expected it once"
        raise ValueError(message)
    return found
