"""How much of what an agent sent in a turn had been there before?"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.resent import Resent, Stood
from modylbench.evaluation.mutations.snapshot import as_document
from modylbench.surfaces.state.surfaces import Surfaces
from modylbench.surfaces.streams import messages_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.products.work_product import WorkProduct


class Sending:
    """Follows an agent's messages and files, turn by turn."""

    def __init__(self) -> None:
        self._surfaces = Surfaces()
        self._sent: list[Any] = []
        self._handed: list[dict[str, Any]] = []
        self._files: dict[str, dict[str, Any]] = {}

    def take(self, content: bytes) -> None:
        """The messages for the surfaces that came in this turn, as they came."""
        before = [
            part
            for one in self._surfaces.snapshot()
            for part in (*one.components.values(), one.data)
        ]
        messages, _ = messages_in(content)
        for message in messages:
            self._surfaces.take(message)
        self._sent = [before, [_content(message) for message in self._surfaces.drain()]]
        self._surfaces.end_turn()

    def take_products(self, products: Iterable[WorkProduct]) -> None:
        """The products of a file that came in this turn."""
        self._handed += [as_document(product) for product in products]

    def turn_is_over(self) -> Resent:
        """What was sent since the last call; files are compared with those before them."""
        total = Resent()
        if self._sent:
            total += _resent(*self._sent)
        if self._handed:
            total += _resent(list(self._files.values()), self._handed)
            self._files.update((one["id"], one) for one in self._handed)
        self._sent, self._handed = [], []
        return total


def _resent(before: list[Any], sent: list[Any]) -> Resent:
    total = Resent()
    with suppress(ValueError):  # nested too deeply to compare
        stood = Stood(before)
        for one in sent:
            total += stood.resent(one)
    return total


def _content(message: dict[str, Any]) -> Any:
    """What a message of v0.9 sends to its surface."""
    if "updateComponents" in message:
        return message["updateComponents"]["components"]
    if "updateDataModel" in message:
        body = message["updateDataModel"]
        content = body.get("value")
        for step in reversed([step for step in body.get("path", "/").split("/") if step]):
            content = {step: content}
        return content
    return {}
