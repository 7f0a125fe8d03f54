"""What has a model made so far, and how does a change of it reach the screen?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.agents.llm.tools.tool import ToolRefusal
from modylbench.agents.reference.display import Display
from modylbench.foundation.errors import UnknownName, one_line, short_repr
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.agents.agent import Seat
    from modylbench.products.work_product import WorkProduct

MOST_PRODUCTS = 30  # ours: a screen takes 50 surfaces
MOST_CHARACTERS = 2_000_000  # ours: of one product; a grid of 200 x 50 cells is under 1 MB
MOST_PARTS = 20  # ours: of a line that names them
MOST_TITLE = 80  # ours: characters of a title in a line


class ShownProducts:
    """The products of one meeting, each on the surface that has its id."""

    def __init__(self) -> None:
        self._products: dict[str, WorkProduct] = {}
        self._display = Display()
        self._seat: Seat | None = None

    def sit(self, seat: Seat) -> None:
        """Work at this seat from now on."""
        self._seat = seat

    @property
    def seat(self) -> Seat:
        """The seat that the agent has."""
        if self._seat is None:
            message = "nobody sits at the desk yet"
            raise RuntimeError(message)
        return self._seat

    def has(self, name: str) -> bool:
        """Whether a product has this id, and so a surface."""
        return name in self._products

    def data(self, name: str, kind: str = "") -> dict[str, Any]:
        """A product as JSON, to be changed and put back; raises Refused."""
        if name not in self._products:
            if not self._products:
                message = f"found no product {short_repr(name)}: there are none yet; make one first"
                raise ToolRefusal(message)
            raise ToolRefusal(str(UnknownName("product", name, self._products)))
        product = self._products[name]
        if kind and product.kind != kind:
            message = f"found {short_repr(name)}, a {product.kind}, expected a {kind}"
            raise ToolRefusal(message)
        found: dict[str, Any] = product.model_dump(mode="json")
        return found

    async def put(self, product: WorkProduct) -> str:
        """Show a product that is new or changed; what the model is told of it."""
        is_new = product.id not in self._products
        if is_new and len(self._products) >= MOST_PRODUCTS:
            message = f"{MOST_PRODUCTS} products are on the screen: delete one first"
            raise ToolRefusal(message)
        size = len(product.model_dump_json())
        if size > MOST_CHARACTERS:
            message = (
                f"it has {size:,} characters, expected at most {MOST_CHARACTERS:,}: shorten it"
            )
            raise ToolRefusal(message)
        self._products[product.id] = product
        sent = await self._show()
        if not sent:
            return f"ok: {product.kind} {product.id} was already so; nothing changed"
        return f"ok: {product.kind} {product.id} {'is shown' if is_new else 'is updated'}"

    async def remove(self, name: str) -> str:
        """Take a product off the screen."""
        self.data(name)
        del self._products[name]
        await self._show()
        return f"ok: {name} is gone"

    def lines(self) -> list[str]:
        """What is on the screen, a line for each product with the ids of its parts."""
        return [
            f"- {product.kind} {product.id} {short_repr(one_line(product.title)[:MOST_TITLE])}"
            f"{_parts(product)}"
            for product in self._products.values()
        ]

    async def _show(self) -> int:
        groups = self._display.messages(self._products.values())
        for group in groups:
            await self.seat.show(group)
        return len(groups)


def _parts(product: WorkProduct) -> str:
    match product:
        case Spreadsheet():
            return _list_parts("sheets", [sheet.id for sheet in product.sheets])
        case Document():
            return _list_parts("sections", [section.id for section in product.sections])
        case Chart():
            return _list_parts("series", [series.id for series in product.series])
        case Dashboard():
            return _list_parts("widgets", [widget.id for widget in product.widgets])
        case Code():
            return _list_parts("files", [file.id for file in product.files])


def _list_parts(what: str, ids: Sequence[str]) -> str:
    if not ids:
        return f", no {what}"
    more = f" and {len(ids) - MOST_PARTS} more" if len(ids) > MOST_PARTS else ""
    return f", {what}: {', '.join(ids[:MOST_PARTS])}{more}"
