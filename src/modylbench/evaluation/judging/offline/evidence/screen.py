"""What does the screen say of a turn or a product?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.judging.offline.rating import Measure, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.evaluation.facts import MeetingFacts, PageFinding, ProductFacts, TurnFacts


def counted(findings: Iterable[PageFinding], severity: str) -> Reading:
    """How many different things of that severity are wrong with what could be seen."""
    different = {
        (finding.code, finding.surface_id or "", finding.reason)
        for finding in findings
        if finding.severity == severity
    }
    codes = tuple(sorted({code for code, _, _ in different}))
    return Reading(len(different), f"{len(different)} {severity}s of layout or legibility", codes)


def _has_pictures(turn: TurnFacts, _: MeetingFacts) -> Reading | None:
    frames = turn.screen.frames
    return Reading(1.0, f"{frames} pictures of the screen") if frames else None


def _errors(turn: TurnFacts, _: MeetingFacts) -> Reading:
    return counted(turn.screen.findings, "error")


def _warnings(turn: TurnFacts, _: MeetingFacts) -> Reading:
    return counted(turn.screen.findings, "warning")


def _refused(turn: TurnFacts, _: MeetingFacts) -> Reading:
    return Reading(turn.screen.faults, f"{turn.screen.faults} messages for the screen were refused")


def _product_errors(product: ProductFacts, _: MeetingFacts) -> Reading:
    return counted(product.page_findings, "error")


def _product_warnings(product: ProductFacts, _: MeetingFacts) -> Reading:
    return counted(product.page_findings, "warning")


PICTURES = Measure("Whether there are pictures of the screen", _has_pictures)
ERRORS = Measure("Different errors of layout or legibility on the screen", _errors)
WARNINGS = Measure("Different warnings of layout or legibility on the screen", _warnings)
REFUSED = Measure("Messages for the screen that were refused", _refused)
PRODUCT_ERRORS = Measure("Different errors of layout or legibility in it", _product_errors)
PRODUCT_WARNINGS = Measure("Different warnings of layout or legibility in it", _product_warnings)
