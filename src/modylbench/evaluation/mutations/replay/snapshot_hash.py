r"""Which hash has a snapshot, whoever computes it and in whatever language?

The SHA-256 of its JSON text in UTF-8: keys in the order of their code points, no spaces, whole
numbers in all their digits (1.0 as 1), other numbers as Python writes them (1e-07), half a
surrogate pair as its escape (\ud800).
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

_WHOLE_FLOAT = re.compile(r"\.0(?!\d)|e\+")
"""Where a text may hold a whole number as a float: only then is a second walk needed."""


_HALF_A_PAIR = re.compile(r"[\ud800-\udfff]")


def snapshot_hash(snapshot: Any) -> str:
    """The hash, in hexadecimal digits: the same for JSON values that are equal.

    >>> snapshot_hash({"a": 1.0}) == snapshot_hash({"a": 1}) != snapshot_hash({"a": True})
    True
    """
    text = _text(snapshot)
    if _WHOLE_FLOAT.search(text):
        text = _text(_in_one_form(snapshot))
    return hashlib.sha256(_HALF_A_PAIR.sub(_escaped, text).encode()).hexdigest()


def _escaped(half: re.Match[str]) -> str:
    return f"\\u{ord(half[0]):04x}"


def _text(value: Any) -> str:
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )


def _in_one_form(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _in_one_form(child) for key, child in value.items()}
    if isinstance(value, list):
        return [_in_one_form(child) for child in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value
