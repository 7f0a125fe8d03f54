"""A stream of A2UI messages folded into the surfaces that it leaves, turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.messages.stream import messages_in

if TYPE_CHECKING:
    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.snapshot import SurfaceSnapshot
    from modylbench.surfaces.state.surfaces import Surfaces


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


def take_turn(surfaces: Surfaces, source: object) -> SurfaceTurn:
    """Take all messages of a stream, as one turn, and end it."""
    before = surfaces.snapshot()
    messages, broken = messages_in(source)
    refused = [finding for message in messages for finding in surfaces.take(message)]
    updates = surfaces.drain()
    findings = (*broken, *refused, *surfaces.end_turn())
    return SurfaceTurn(messages, findings, before, surfaces.snapshot(), updates)


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
