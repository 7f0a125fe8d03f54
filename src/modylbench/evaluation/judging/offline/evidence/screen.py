"""Evidence of a turn or a product from what could be seen on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.rating import EvidenceReading, measure

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.facts import MeetingFacts, PageFinding, ProductFacts, TurnFacts


UNUSABLE = frozenset({
    "clipped_text", "empty_surface", "low_contrast", "low_graphics_contrast", "overlapping_text",
})  # fmt: skip
MISLEADING = frozenset({"empty_chart", "hidden_text"})


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


@measure("Things on the screen that nobody can read or see")
def unusable(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    """Work that cannot be read is not done for whoever asked for it."""
    return count_findings(
        (finding for finding in turn.screen.findings if finding.code in UNUSABLE), "error"
    )


@measure("Charts without data, words that nobody can see, and words that point at nothing yet")
def misleading(turn: TurnFacts, _: MeetingFacts) -> EvidenceReading:
    """What is shown is then not what the agent says; to be ahead of the page once is no fault."""
    findings = count_findings(
        (finding for finding in turn.screen.findings if finding.code in MISLEADING), "error"
    )
    early = sum(reference.is_early for reference in turn.screen.references)
    names = (*findings.names, "early_reference") if early > 1 else findings.names
    says = f"{findings.value:g} things shown wrongly, {early} words that point at nothing yet"
    return EvidenceReading(findings.value + max(0, early - 1) / 2, says, names)


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
