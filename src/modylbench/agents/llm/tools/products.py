"""Tools for any product: look at it, change or remove it; write, or send A2UI as it is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, StringConstraints

from modylbench.agents.llm.tools.shown_products import ToolRefusal, find_part, without_parts
from modylbench.agents.llm.tools.tool import MOST_RESULT, Tool, validate_as
from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Identifier, Spec
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from modylbench.agents.llm.tools.shown_products import ShownProducts

KINDS = {
    "spreadsheet": Spreadsheet,
    "chart": Chart,
    "document": Document,
    "dashboard": Dashboard,
    "code": Code,
}
LISTS = ("sheets", "sections", "citations", "series", "widgets", "files")


class ReadProduct(Spec):
    """Read a product, or one sheet, section or other part of it, as it is now."""

    product: Identifier
    part: Identifier | None = None


class DeleteParts(Spec):
    """Take parts out of a product: sheets, sections, citations, series, widgets or files by id.

    With `sheet`, rows and columns of that sheet.
    """

    product: Identifier
    parts: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    sheet: Identifier | None = None


class DeleteProduct(Spec):
    """Take a product off the screen."""

    product: Identifier


class WriteChat(Spec):
    """Write into the meeting's chat: links, figures to copy, short texts."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=20_000)]


class SendA2ui(Spec):
    """Send A2UI v0.9 messages as they are, for what no other tool can show.

    Each has "version": "v0.9" and one of createSurface, updateComponents, updateDataModel or
    deleteSurface. Surfaces of products are changed by the products' own tools.
    """

    messages: Annotated[tuple[dict[str, Any], ...], Field(min_length=1, max_length=200)]


async def _read_product(asked: ReadProduct, products: ShownProducts) -> str:
    product = products.data(asked.product)
    if asked.part:
        product = find_part(_all_parts(product), asked.part, "part")
    text = json.dumps(product, ensure_ascii=False)
    if len(text) > MOST_RESULT:
        ids = [part["id"] for part in _all_parts(product)][:200]
        message = f"it has {len(text):,} characters: read one part of it, of {', '.join(ids)}"
        raise ToolRefusal(message)
    return text


async def _delete_parts(asked: DeleteParts, products: ShownProducts) -> str:
    product = products.data(asked.product)
    names = set(asked.parts)
    if asked.sheet:
        _delete_in_sheet(find_part(product.get("sheets", ()), asked.sheet, "sheet"), names)
    else:
        for name in names:
            find_part(_all_parts(product), name, "part")
        for kind in LISTS:
            if kind in product:
                product[kind] = without_parts(product[kind], names)
    return await products.put(validate_as(KINDS[product["kind"]], product))


def _delete_in_sheet(sheet: dict[str, Any], names: set[str]) -> None:
    for name in names:
        find_part([*sheet["rows"], *sheet["columns"]], name, "row or column")
    for kind in ("rows", "columns"):
        sheet[kind] = without_parts(sheet[kind], names)
    for row in sheet["rows"]:
        row["cells"] = {name: cell for name, cell in row["cells"].items() if name not in names}


def _all_parts(product: dict[str, Any]) -> list[dict[str, Any]]:
    return [part for kind in LISTS for part in product.get(kind, ())]


async def _delete_product(asked: DeleteProduct, products: ShownProducts) -> str:
    return await products.remove(asked.product)


async def _write_chat(asked: WriteChat, products: ShownProducts) -> str:
    await products.seat.chat(asked.text)
    return "ok: written"


async def _send_a2ui(asked: SendA2ui, products: ShownProducts) -> str:
    for message in asked.messages:
        for body in message.values():
            surface = body.get("surfaceId") if isinstance(body, dict) else None
            if isinstance(surface, str) and products.has(surface):
                refusal = (
                    f"the surface {short_repr(surface)} shows a product: use the product's tools"
                )
                raise ToolRefusal(refusal)
    try:
        await products.seat.show(asked.messages)
    except (TypeError, ValueError) as error:
        raise ToolRefusal(str(error)) from error
    return f"ok: {len(asked.messages)} messages sent; what is wrong with them comes back"


TOOLS = (
    Tool("read_product", ReadProduct, _read_product),
    Tool("delete_parts", DeleteParts, _delete_parts),
    Tool("delete_product", DeleteProduct, _delete_product),
    Tool("write_chat", WriteChat, _write_chat),
    Tool("send_a2ui", SendA2ui, _send_a2ui),
)
