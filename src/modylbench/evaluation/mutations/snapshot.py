"""What do the work products look like now, as JSON with stable ids?"""

from __future__ import annotations

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


_PLAIN = frozenset({str, int, float, bool, type(None)})
_FLAT = frozenset({Cell, Column, Axis, Point, Section, Citation, CodeFile})
"""Parts whose fields are all plain: most of what a product is made of."""


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
