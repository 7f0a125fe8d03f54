"""How a perfect agent reacts, writes in the chat and points at what it shows."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from modylbench.recording.marks import POINTER

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from modylbench.agents.agent import Seat
    from modylbench.products.quantities.quantity import Quantity
    from modylbench.scenarios.channels.uses import ExpectedUse

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
ACTIVITY = "https://www.w3.org/ns/activitystreams"
REACTS_AFTER_S = 0.4  # ours: what it has heard out and thought over before takes a second or more
REACTS_AMONG_SEVERAL_S = 2.2  # ours: there it may begin before the last word


class ChannelUse:
    """Does what each use of a channel is expected to be, and clears what was drawn for it."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self._quantities = {quantity.id: quantity for quantity in quantities}
        self._drawn: list[str] = []

    @asynccontextmanager
    async def using(self, uses: Sequence[ExpectedUse], seat: Seat) -> AsyncIterator[None]:
        """Meanwhile, react and write; what is drawn comes when it can be seen."""
        written = [use for use in uses if use.channel != "annotation"]
        if not written:
            yield
            return
        writing = asyncio.create_task(self._write(written, seat))
        try:
            yield
            await writing
        finally:
            writing.cancel()

    async def annotate(self, uses: Sequence[ExpectedUse], seat: Seat) -> None:
        """Highlight the target of each."""
        for use in uses:
            quantity = self._quantities.get(use.quantity or "")
            place = getattr(quantity, "at", "")
            if use.channel == "annotation" and quantity is not None and place:
                annotation = highlight(use.id, quantity.product, place, use.model)
                self._drawn.append(use.id)
                await seat.annotate(annotation)

    async def clear(self, seat: Seat) -> None:
        """Take away what was drawn for an earlier turn."""
        while self._drawn:
            await seat.annotate(deletion(self._drawn.pop()))

    async def _write(self, uses: Sequence[ExpectedUse], seat: Seat) -> None:
        is_among_several = len(seat.invitation.people) > 1
        await seat.wait(REACTS_AMONG_SEVERAL_S if is_among_several else REACTS_AFTER_S)
        for use in uses:
            if use.channel == "reaction":
                await seat.react(use.model)
            else:
                await seat.chat(use.model)


def deletion(name: str) -> dict[str, Any]:
    """What takes an annotation of that name away."""
    return {"@context": ACTIVITY, "type": "Delete", "object": f"urn:modyl:{name}"}


def highlight(name: str, surface_id: str, pointer: str, text: str) -> dict[str, Any]:
    """A W3C Web Annotation of a place in what a surface shows, by its pointer."""
    selector = {"type": "FragmentSelector", "conformsTo": POINTER, "value": pointer}
    return {
        "@context": CONTEXT,
        "id": f"urn:modyl:{name}",
        "type": "Annotation",
        "motivation": "highlighting",
        "tool": "highlight",
        "body": {"type": "TextualBody", "value": text},
        "target": {"source": surface_id, "selector": selector},
    }
