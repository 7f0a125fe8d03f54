"""What do the answers of a recorded meeting show, turn by turn, and what is wrong with it?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.agents.recorded.agent import ids_drawn
from modylbench.agents.recorded.answers import RecordedFile
from modylbench.agents.reference.display import Display
from modylbench.surfaces.reading.files.reading import products_in
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state.surfaces import Surfaces

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from modylbench.agents.recorded.answers import Delivered, RecordedMeeting, RecordedTurn
    from modylbench.products.work_product import WorkProduct
    from modylbench.surfaces.finding import SurfaceFinding
    from modylbench.surfaces.reading.found import Reading


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """The products at the end of a turn under the agent's own ids, and what was at fault in it."""

    turn: RecordedTurn
    products: tuple[WorkProduct, ...]
    findings: tuple[SurfaceFinding, ...]


def shown_in(meeting: RecordedMeeting) -> Iterator[ShownTurn]:
    """Every answered turn, in order, as it would be played."""
    table = _Table(meeting)
    for turn in meeting.turns:
        yield table.after(turn, is_last=turn is meeting.turns[-1])


class _Table:
    def __init__(self, meeting: RecordedMeeting) -> None:
        self._meeting = meeting
        self._surfaces = Surfaces()
        self._display = Display()
        self._drawn = ids_drawn(message for turn in meeting.turns for message in turn.a2ui_surfaces)
        self._products: dict[str, WorkProduct] = {}
        self._files: dict[str, tuple[WorkProduct, ...]] = {}
        self._reading: Reading | None = None

    def after(self, turn: RecordedTurn, *, is_last: bool) -> ShownTurn:
        handed = (*turn.work_products, *(self._meeting.work_products if is_last else ()))
        findings = [one for message in turn.a2ui_surfaces for one in self._surfaces.take(message)]
        findings += self._handed(handed)
        findings += self._surfaces.end_turn()
        self._reading = read_products(self._surfaces.snapshot(), like=self._reading)
        findings += self._reading.findings
        products = {one.id: one for those in self._files.values() for one in those}
        products |= {product.id: product for product in self._reading.products}
        return ShownTurn(turn, tuple(products.values()), tuple(findings))

    def _handed(self, handed: Iterable[Delivered]) -> Iterator[SurfaceFinding]:
        for one in handed:
            if isinstance(one, RecordedFile):
                reading = products_in(one.name, one.content)
                self._files[one.name] = reading.products
                yield from reading.findings
            elif one.id not in self._drawn:
                self._products[one.id] = one
        for messages in self._display.messages(self._products.values()):
            for message in messages:
                yield from self._surfaces.take(message)
