"""What does the harness see in a stream of messages: surfaces, work products, faults, pictures?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.surfaces.actions import client_errors
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.state import Surfaces
from modylbench.surfaces.streams import messages_in

if TYPE_CHECKING:
    from modylbench.surfaces.finding import SurfaceFinding
    from modylbench.surfaces.reading.found import Reading
    from modylbench.surfaces.rendering.page_summary import PageSummary
    from modylbench.surfaces.rendering.screen import Screen
    from modylbench.surfaces.snapshot import SurfaceSnapshot


@dataclass(frozen=True, slots=True)
class Inspection:
    """A stream, taken to its end: what it shows and what is wrong with it.

    `replies` are the messages that the agent would get back.
    """

    messages: int
    snapshots: tuple[SurfaceSnapshot, ...]
    reading: Reading
    findings: tuple[SurfaceFinding, ...]
    replies: tuple[dict[str, Any], ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing in the stream had to be refused."""
        return not any(finding.severity == "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class View:
    """One surface as a person sees it."""

    surface_id: str
    png: bytes
    text: str
    summary: PageSummary
    findings: tuple[SurfaceFinding, ...]


def inspect(source: str | bytes) -> Inspection:
    """Take all messages of a stream as if they came in one turn."""
    messages, broken = messages_in(source)
    surfaces = Surfaces()
    refused = [finding for message in messages for finding in surfaces.take(message)]
    findings = (*broken, *refused, *surfaces.end_turn())
    snapshots = surfaces.snapshot()
    reading = read_products(snapshots)
    return Inspection(
        messages=len(messages),
        snapshots=snapshots,
        reading=reading,
        findings=(*findings, *reading.findings),
        replies=tuple(client_errors(findings)),
    )


async def views(inspection: Inspection, screen: Screen, *, full_page: bool) -> list[View]:
    """Every surface by itself, with what the page tells about it."""
    from modylbench.surfaces.rendering.facts import axe_report, page_facts
    from modylbench.surfaces.rendering.page_findings import page_findings
    from modylbench.surfaces.rendering.page_summary import page_summary

    seen: list[View] = []
    for snapshot in inspection.snapshots:
        shown = await screen.show([snapshot])
        png = await screen.shot(full_page=full_page)
        facts = page_facts(await screen.ask("facts", None))
        axe = axe_report(await screen.ask("axe", None))
        found = page_findings(facts, axe=axe, surface_id=snapshot.surface_id)
        text = await screen.text()
        seen.append(
            View(snapshot.surface_id, png, text, page_summary(facts), (*shown.findings, *found))
        )
    return seen
