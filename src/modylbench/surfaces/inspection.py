"""What the harness sees in a stream of messages: surfaces, work products, faults, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.actions import client_errors
from modylbench.surfaces.reading.read import read_products
from modylbench.surfaces.turns import SurfaceFold

if TYPE_CHECKING:
    from modylbench.surfaces.reading.result import WorkProductReading
    from modylbench.surfaces.rendering.page_findings import PageSummary
    from modylbench.surfaces.rendering.screen import Screen
    from modylbench.surfaces.snapshot import SurfaceSnapshot


@dataclass(frozen=True, slots=True)
class Inspection:
    """A stream, taken to its end: what it shows and what is wrong with it.

    `showable` are the ids of the surfaces that a page can hold; `replies` are the messages that
    the agent would get back.
    """

    messages: int
    snapshots: tuple[SurfaceSnapshot, ...]
    showable: tuple[str, ...]
    reading: WorkProductReading
    findings: tuple[SurfaceFinding, ...]
    replies: tuple[dict[str, Any], ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing in the stream had to be refused."""
        return not any(finding.severity == "error" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class RenderedSurface:
    """One surface as a person sees it; without a picture where the page could not show it."""

    surface_id: str
    png: bytes | None
    text: str
    summary: PageSummary | None
    findings: tuple[SurfaceFinding, ...]


def inspect(source: str | bytes) -> Inspection:
    """Take all messages of a stream as if they came in one turn."""
    fold = SurfaceFold()
    turn = fold.take_turn(source)
    reading = read_products(turn.after)
    shown = {
        message["createSurface"]["surfaceId"]
        for message in fold.surfaces.rebuild_messages()
        if "createSurface" in message
    }
    return Inspection(
        messages=len(turn.messages),
        snapshots=turn.after,
        showable=tuple(sorted(shown)),
        reading=reading,
        findings=(*turn.findings, *reading.findings),
        replies=tuple(client_errors(turn.findings, fold.surfaces)),
    )


async def render_surfaces(
    inspection: Inspection, screen: Screen, *, full_page: bool
) -> list[RenderedSurface]:
    """Every surface that a page can hold, by itself, with what the page tells about it.

    One that makes the page fail has no picture and a finding; the others are still seen.
    """
    return [
        await _view(snapshot, screen, full_page=full_page)
        for snapshot in inspection.snapshots
        if snapshot.surface_id in inspection.showable
    ]


async def _view(snapshot: SurfaceSnapshot, screen: Screen, *, full_page: bool) -> RenderedSurface:
    from modylbench.documents.page.facts import axe_report, page_facts
    from modylbench.providers.browser import PageFailure
    from modylbench.surfaces.rendering.page_findings import page_findings, page_summary

    name = snapshot.surface_id
    try:
        shown = await screen.show([snapshot])
        png = await screen.shot(full_page=full_page)
        facts = page_facts(await screen.ask("facts", None))
        axe = axe_report(await screen.ask("axe", None))
        text = await screen.text()
    except PageFailure as error:
        failed = SurfaceFinding(
            source="page",
            severity="error",
            code="page_failed",
            reason=f"it cannot be shown: {error}",
            surface_id=name,
        )
        return RenderedSurface(name, None, "", None, (failed,))
    found = page_findings(facts, axe=axe, surface_id=name)
    return RenderedSurface(name, png, text, page_summary(facts), (*shown.findings, *found))
