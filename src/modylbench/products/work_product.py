"""Any work product: what agents make, oracles compute, and criteria are checked against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.errors import BadFile, short_repr
from modylbench.foundation.record import read_json, validate
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

WorkProduct = Annotated[
    Spreadsheet | Chart | Document | Dashboard | Code | Terminal, Field(discriminator="kind")
]


def as_json(products: Iterable[WorkProduct]) -> dict[str, object]:
    """The products as the JSON value that `read_products` reads."""
    return {
        "products": [
            product.model_dump(mode="json", exclude_defaults=False) for product in products
        ]
    }


def read_products(path: Path) -> tuple[WorkProduct, ...]:
    """The products in a JSON file: one, a list, or an object with a list under "products"."""
    value = read_json(path)
    if isinstance(value, dict) and "products" in value:
        stray = sorted(value.keys() - {"products"})
        if stray:
            raise BadFile(
                path, "", f"unknown field {short_repr(stray[0])} beside 'products'; remove it"
            )
        value = value["products"]
    if isinstance(value, dict):
        value = [value]
    products: tuple[WorkProduct, ...] = validate(tuple[WorkProduct, ...], value, path)
    seen: set[str] = set()
    for product in products:
        if product.id in seen:
            raise BadFile(
                path,
                "",
                f"found the product id {short_repr(product.id)} twice, expected ids to be unique",
            )
        seen.add(product.id)
    return products
