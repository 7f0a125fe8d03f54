"""All that an agent sends for its surfaces folded into them, stream by stream and turn by turn.

Whoever wants to know what messages show goes this way: the meeting, the evaluation of a recording,
answers and files that were made elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.messages.stream import messages_in
from modylbench.surfaces.state.surfaces import Surfaces

if TYPE_CHECKING:
    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.snapshot import SurfaceSnapshot


@dataclass(frozen=True, slots=True)
class SurfaceTurn:
    """What one turn's messages did to the surfaces.

    `messages` are as the agent sent them, `updates` what a page got of them, in v0.9.
    """

    messages: list[Any]
    findings: tuple[SurfaceFinding, ...]
    before: tuple[SurfaceSnapshot, ...]
    after: tuple[SurfaceSnapshot, ...]
    updates: list[dict[str, Any]]

    @property
    def parts_before(self) -> list[Any]:
        """Every component and all data that stood on the surfaces when the turn began."""
        return [
            part
            for snapshot in self.before
            for part in (*snapshot.components.values(), snapshot.data)
        ]


class SurfaceFold:
    """The surfaces of one meeting, with what was sent for them so far."""

    def __init__(self) -> None:
        self.surfaces = Surfaces()

    def take(self, source: object) -> tuple[list[Any], tuple[SurfaceFinding, ...]]:
        """Take all messages of a stream; they, and what of it could not be taken."""
        messages, broken = messages_in(source)
        refused = [finding for message in messages for finding in self.surfaces.take(message)]
        return messages, (*broken, *refused)

    def take_turn(self, source: object) -> SurfaceTurn:
        """Take all messages of a stream, as one turn, and end it."""
        before = self.surfaces.snapshot()
        messages, refused = self.take(source)
        updates = self.surfaces.drain()
        findings = (*refused, *self.surfaces.end_turn())
        return SurfaceTurn(messages, findings, before, self.surfaces.snapshot(), updates)


def content_of(update: dict[str, Any]) -> tuple[str, Any]:
    """The surface that a message of v0.9 is for, and what it sends to it, placed by its path."""
    body = next(value for key, value in update.items() if key != "version")
    content: Any = {}
    if "updateComponents" in update:
        content = body["components"]
    elif "updateDataModel" in update:
        content = body.get("value")
        for step in reversed([step for step in body.get("path", "/").split("/") if step]):
            content = {step: content}
    return body["surfaceId"], content
