"""Work products written in a JSON file as the benchmark itself writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_core import from_json

from modylbench.documents.unreadable import Unreadable
from modylbench.foundation.errors import short_repr
from modylbench.products.work_product import WorkProduct

if TYPE_CHECKING:
    from collections.abc import Sequence

_PRODUCTS: TypeAdapter[tuple[WorkProduct, ...]] = TypeAdapter(tuple[WorkProduct, ...])


def products_of_json(content: bytes) -> tuple[WorkProduct, ...] | None:
    """The products of a file as `modylbench verify` takes it; None where the JSON is none of ours.

    Raises pydantic's ValidationError where it is ours and wrong.
    """
    try:
        value = from_json(content.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
    except ValueError as error:
        raise Unreadable("not_json", f"not JSON ({error})") from error
    found = _product_list(value)
    if found is None:
        return None
    products = _PRODUCTS.validate_json(json.dumps(found))
    seen: set[str] = set()
    for product in products:
        if product.id in seen:
            raise Unreadable("id_twice", f"found the product id {short_repr(product.id)} twice")
        seen.add(product.id)
    return products


def _product_list(value: Any) -> Sequence[Any] | None:
    """One product, a list of them, or an object with a list under "products"."""
    if isinstance(value, dict) and isinstance(value.get("products"), list):
        value = value["products"]
    found = [value] if isinstance(value, dict) else value
    if not isinstance(found, list) or not found:
        return None
    return found if all(isinstance(item, dict) and "kind" in item for item in found) else None
