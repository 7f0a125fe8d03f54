r"""Work products as JSON with stable ids, and the hash of such a snapshot in whatever language.

The hash is the SHA-256 of the JSON text in UTF-8: keys in the order of their code points, no
spaces, whole numbers in all their digits (1.0 as 1), other numbers as Python writes them (1e-07),
half a surrogate pair as its escape (`\ud800`).
"""

from __future__ import annotations

import hashlib
import json
import re
import weakref
from typing import TYPE_CHECKING, Any

from modylbench.foundation.record import Spec
from modylbench.products.chart import Axis, Point
from modylbench.products.code import CodeFile
from modylbench.products.document import Citation, Section
from modylbench.products.scalars import IdentifiedPart
from modylbench.products.spreadsheet import Cell, Column

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.work_product import WorkProduct

_made: dict[int, tuple[weakref.ref[IdentifiedPart], dict[str, Any]]] = {}
"""The JSON of every part with an id, as long as the part lives: parts are frozen."""
_PLAIN = frozenset({str, int, float, bool, type(None)})
_FLAT = frozenset({Cell, Column, Axis, Point, Section, Citation, CodeFile})
"""Parts whose fields are all plain: most of what a product is made of."""
_WHOLE_FLOAT = re.compile(r"\.0(?!\d)|e\+")
"""Where a text may hold a whole number as a float: only then is a second walk needed."""
_HALF_A_PAIR = re.compile(r"[\ud800-\udfff]")


def snapshot(products: Iterable[WorkProduct]) -> dict[str, dict[str, Any]]:
    """Every product as JSON, by id in the order of ids.

    What did not change since the last snapshot is the same object as then: making it costs next
    to nothing, and so does comparing it. So nobody may alter a snapshot.
    """
    return {
        product.id: as_document(product)
        for product in sorted(products, key=lambda product: product.id)
    }


def as_document(part: Spec) -> dict[str, Any]:
    """The JSON object that pydantic makes of the part, in a third of the time and made once."""
    known = _made.get(id(part))
    if known is not None and known[0]() is part:
        return known[1]
    document = {
        name: value if type(value) in _PLAIN else _json(value)
        for name, value in part.__dict__.items()
    }
    if isinstance(part, IdentifiedPart):
        address = id(part)
        forget = weakref.ref(part, lambda _: _made.pop(address, None))
        _made[address] = forget, document
    return document


def snapshot_hash(snapshot: Any) -> str:
    """The hash, in hexadecimal digits: the same for JSON values that are equal.

    >>> snapshot_hash({"a": 1.0}) == snapshot_hash({"a": 1}) != snapshot_hash({"a": True})
    True
    """
    text = _text(snapshot)
    if _WHOLE_FLOAT.search(text):
        text = _text(_in_one_form(snapshot))
    return hashlib.sha256(_HALF_A_PAIR.sub(_escape_half, text).encode()).hexdigest()


def _json(value: Any) -> Any:
    if type(value) in _FLAT:
        return dict(value.__dict__)
    if isinstance(value, Spec):
        return as_document(value)
    if isinstance(value, tuple):
        return [_json(item) for item in value]
    if isinstance(value, dict):
        return {key: _json(item) for key, item in value.items()}
    return value


def _escape_half(half: re.Match[str]) -> str:
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
