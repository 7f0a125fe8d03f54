"""The products that a model has made, their parts, and how a change reaches the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.agents.reference.display import Display
from modylbench.foundation.errors import UnknownName, and_more, one_line, short_repr
from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.agents.agent import Seat
    from modylbench.products.work_product import WorkProduct

MOST_PRODUCTS = 30  # ours: a screen takes 50 surfaces
MOST_CHARACTERS = 2_000_000  # ours: of one product; a grid of 200 x 50 cells is under 1 MB
MOST_PARTS = 20  # ours: of a line that names them
MOST_TITLE = 80  # ours: characters of a title in a line
PartFields = dict[str, Any]


class ToolRefusal(Exception):
    """A call that cannot be done; the message tells the model what to do instead."""


class ShownProducts:
    """The products of one meeting, each on the surface that has its id."""

    def __init__(self) -> None:
        self._products: dict[str, WorkProduct] = {}
        self._display = Display()
        self._seat: Seat | None = None

    def take_seat(self, seat: Seat) -> None:
        """Work at this seat from now on."""
        self._seat = seat

    @property
    def seat(self) -> Seat:
        """The seat that the agent has."""
        if self._seat is None:
            message = "the agent has no seat yet"
            raise RuntimeError(message)
        return self._seat

    def has(self, name: str) -> bool:
        """Whether a product has this id, and so a surface."""
        return name in self._products

    def product(self, name: str) -> WorkProduct:
        """The product of that id; raises ToolRefusal."""
        if name not in self._products:
            if not self._products:
                message = f"found no product {short_repr(name)}: there are none yet; make one first"
                raise ToolRefusal(message)
            raise ToolRefusal(str(UnknownName("product", name, self._products)))
        return self._products[name]

    def data(self, name: str, kind: str = "") -> dict[str, Any]:
        """A product as JSON, to be changed and put back; raises ToolRefusal."""
        product = self.product(name)
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
        groups = list(self._display.messages(self._products.values()))
        for group in groups:
            await self.seat.show(group)
        return len(groups)


def _parts(product: WorkProduct) -> str:  # noqa: PLR0911 - one a kind
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
        case Terminal():
            return _list_parts("entries", [entry.id for entry in product.entries])


def _list_parts(what: str, ids: Sequence[str]) -> str:
    if not ids:
        return f", no {what}"
    return f", {what}: {', '.join(ids[:MOST_PARTS])}{and_more(ids, MOST_PARTS)}"


def find_part(parts: Iterable[PartFields], name: str, what: str) -> PartFields:
    """The part with this id; raises ToolRefusal with the nearest one that there is."""
    by_id = {part["id"]: part for part in parts}
    if name not in by_id:
        raise ToolRefusal(
            str(UnknownName(what, name, by_id)) if by_id else f"there is no {what} yet"
        )
    return by_id[name]


def put_parts(parts: list[PartFields], new: Iterable[PartFields], *, after: str, what: str) -> None:
    """Replace the parts that are there by id; put the others after one, or at the end."""
    places = {part["id"]: place for place, part in enumerate(parts)}
    fresh = []
    for part in new:
        if part["id"] in places:
            parts[places[part["id"]]] = part
        else:
            fresh.append(part)
    if after:
        find_part(parts, after, what)
    place = places[after] + 1 if after else len(parts)
    parts[place:place] = fresh


def without_parts(parts: Iterable[PartFields], names: set[str]) -> list[PartFields]:
    """The parts that have none of these ids."""
    return [part for part in parts if part["id"] not in names]


def written_fields(part: Any) -> PartFields:
    """What of a part was written by the model, as JSON."""
    dumped: PartFields = part.model_dump(mode="json", exclude_unset=True)
    return dumped
