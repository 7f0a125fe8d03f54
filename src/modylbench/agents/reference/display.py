"""The messages that make an agent's surfaces show its products."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.surfaces.showing import VERSION, messages_for, updates_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.snapshot import A2uiMessage


class Display:
    """The products that are shown so far, each on the surface that has its id."""

    def __init__(self) -> None:
        self._shown: dict[str, WorkProduct] = {}

    def messages(self, products: Iterable[WorkProduct]) -> Iterator[list[A2uiMessage]]:
        """The messages that make the surfaces show these and no others, product by product.

        What is not taken, since somebody cut in, is not shown: it comes the next time.
        """
        wanted = {product.id: product for product in products}
        for name in [name for name in self._shown if name not in wanted]:
            del self._shown[name]
            yield [_deletion(name)]
        for product in wanted.values():
            messages = self._messages_for(product)
            self._shown[product.id] = product
            if messages:
                yield messages

    def _messages_for(self, product: WorkProduct) -> list[A2uiMessage]:
        old = self._shown.get(product.id)
        if old is product:
            return []
        if old is None:
            return messages_for(product, product.id)
        return updates_for(old, product, product.id)


def _deletion(surface_id: str) -> A2uiMessage:
    return {"version": VERSION, "deleteSurface": {"surfaceId": surface_id}}
