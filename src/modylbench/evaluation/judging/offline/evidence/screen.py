"""Evidence of a turn or a product from what could be seen on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.rating import EvidenceReading, measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.facts import MeetingFacts, PageFinding, ProductFacts, TurnFacts


def count_findings(findings: Iterable[PageFinding], severity: str) -> EvidenceReading:
    """How many different things of that severity are wrong with what could be seen."""
    different = {
        (finding.code, finding.surface_id or "", finding.reason)
        for finding in findings
        if finding.severity == severity
    }
    codes = tuple(sorted({code for code, _, _ in different}))
    return EvidenceReading(
        len(different), f"{len(different)} {severity}s of layout or legibility", codes
    )


@measure("Whether there are pictures of the screen")
def has_pictures(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading | None:
    frames = turn.screen.frames
    return EvidenceReading(1.0, f"{frames} pictures of the screen") if frames else None


@measure("Different errors of layout or legibility on the screen")
def turn_errors(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    return count_findings(turn.screen.findings, "error")


@measure("Different warnings of layout or legibility on the screen")
def turn_warnings(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    return count_findings(turn.screen.findings, "warning")


@measure("Messages for the screen that were refused")
def refusals(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    return EvidenceReading(
        turn.screen.faults, f"{turn.screen.faults} messages for the screen were refused"
    )


@measure("Different errors of layout or legibility in it")
def product_errors(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return count_findings(product.page_findings, "error")


@measure("Different warnings of layout or legibility in it")
def product_warnings(product: ProductFacts, _: MeetingFacts) -> EvidenceReading:
    return count_findings(product.page_findings, "warning")
