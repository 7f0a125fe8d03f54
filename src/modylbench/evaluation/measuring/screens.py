"""What could be seen at the end of each turn, and what was wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.facts import PageFinding, ScreenFacts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.evaluation.views.turns import TurnView
    from modylbench.recording.recording import Frame


def screen_facts(view: TurnView) -> ScreenFacts:
    """The pictures of a turn, and what is wrong with the surfaces as they were left."""
    agent = view.recorded.agent
    return ScreenFacts(
        frames=len(agent.frames),
        findings=tuple(
            finding for frame in agent.frames for finding in _page_findings(frame, view)
        ),
        faults=len(agent.surface_faults),
    )


def last_page_findings(views: Sequence[TurnView]) -> dict[str, tuple[PageFinding, ...]]:
    """What is wrong with the last picture of each product that is there at the end, by its id."""
    last: dict[str | None, tuple[PageFinding, ...]] = {}
    for view in views:
        for frame in view.recorded.agent.frames:
            if frame.outline is not None:  # the last state of its surface in this turn
                last[frame.surface_id] = tuple(_page_findings(frame, view))
    there = {origin.surface_id for origin in views[-1].origins} if views else set()
    found: dict[str, tuple[PageFinding, ...]] = {}
    for surface_id, findings in last.items():
        for finding in findings if surface_id in there else ():
            if finding.product_id:
                found[finding.product_id] = (*found.get(finding.product_id, ()), finding)
    return found


def _page_findings(frame: Frame, view: TurnView) -> Iterator[PageFinding]:
    for raw in frame.findings:
        yield PageFinding(
            code=raw.get("code") or "unknown",
            severity="error" if raw.get("severity") == "error" else "warning",
            reason=raw.get("reason") or "",
            surface_id=frame.surface_id,
            product_id=_product(frame.surface_id, raw.get("component_id"), view),
        )


def _product(surface_id: str | None, component_id: str | None, view: TurnView) -> str:
    """The product that a finding is about: that of its component, or the only one there."""
    there = [origin for origin in view.origins if surface_id and origin.surface_id == surface_id]
    if len(there) == 1:
        return there[0].product_id
    return next((origin.product_id for origin in there if origin.component_id == component_id), "")
