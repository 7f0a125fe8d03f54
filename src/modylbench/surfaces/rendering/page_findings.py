"""What is wrong with the page that people see? From measured facts to findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import quoted
from modylbench.surfaces.rendering import contrast
from modylbench.surfaces.rendering.chart_faults import chart_faults
from modylbench.surfaces.rendering.legibility import all_legibility
from modylbench.surfaces.rendering.text_faults import page_finding, text_faults
from modylbench.surfaces.rendering.unseen_faults import unseen_faults

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.products.findings import Severity, SurfaceFinding
    from modylbench.surfaces.rendering.facts import AxeNode, AxeReport, AxeRule, PageFacts
    from modylbench.surfaces.rendering.legibility import Legibility

MOST_OF_A_CODE = 50
# Rules that an agent breaks by what it sends. All others speak of how the renderer builds its
# elements (labels of fields, roles), which no agent can change; the AxeReport has them.
FROM_CONTENT = frozenset(
    {"button-name", "color-contrast", "image-alt", "link-in-text-block", "link-name", "valid-lang"}
)
GRAVE = frozenset({"serious", "critical"})


def page_findings(
    facts: PageFacts, *, axe: AxeReport | None = None, surface_id: str | None = None
) -> tuple[SurfaceFinding, ...]:
    """All that is wrong with a rendered surface, ours first, then what only axe-core saw.

    An error is what a person cannot read or see, or what fails WCAG AA; a warning is what a careful
    author would not leave so. A colour that cannot be measured is no finding: see `page_summary`.
    """
    texts = all_legibility(facts)
    found = [
        *_empty(facts, texts),
        *text_faults(facts, texts),
        *unseen_faults(facts),
        *chart_faults(facts, texts),
        *_images(facts),
        *_overflow(facts),
        *(_axe(axe, facts, texts) if axe else ()),
        *_unmeasured(facts),
    ]
    bounded = _bounded(found)
    return tuple(finding.model_copy(update={"surface_id": surface_id}) for finding in bounded)


def is_empty(facts: PageFacts, texts: Sequence[Legibility]) -> bool:
    """Whether nothing on the surface can be seen."""
    shown = any(not item.hidden for item in texts)
    pictures = any(image.loaded and image.width * image.height > 1 for image in facts.images)
    return not (shown or pictures or facts.media or _graphics_seen(facts))


def _graphics_seen(facts: PageFacts) -> bool:
    for graphic in facts.graphics:
        if graphic.colour is None or graphic.stack is None:
            return True
        pair = contrast.text_and_ground(graphic.colour, facts.stacks[graphic.stack])
        if pair is None or not contrast.look_alike(*pair):
            return True
    return False


def _empty(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    if is_empty(facts, texts) and facts.texts_seen == len(facts.texts):
        reason = "the surface shows nothing: no text, picture or drawing that a person can see"
        yield page_finding("error", "empty_surface", reason, None)


def _images(facts: PageFacts) -> Iterator[SurfaceFinding]:
    for image in facts.images:
        if image.alt is None and not image.decorative:
            reason = "an image has no text that says what it shows"
            yield page_finding("warning", "image_without_alt", reason, image.component)


def _overflow(facts: PageFacts) -> Iterator[SurfaceFinding]:
    if facts.overflow_px > 1:
        reason = f"the surface is {facts.overflow_px:g} px wider than the screen"
        yield page_finding("warning", "overflow", reason, None)


def _axe(
    report: AxeReport, facts: PageFacts, texts: Sequence[Legibility]
) -> Iterator[SurfaceFinding]:
    """What axe-core found and our own walk did not say already."""
    told = {
        # It takes an icon for a text, and asks more of it than of a graphic.
        "color-contrast": {
            item.text.element
            for item in texts
            if item.low_contrast or item.hidden or item.text.role == "icon"
        },
        "image-alt": {image.element for image in facts.images if image.alt is None},
    }
    for rule in (rule for rule in report.violations if rule.rule in FROM_CONTENT):
        known = told.get(rule.rule, set())
        new = [node for node in rule.nodes if node.element is None or node.element not in known]
        if new:
            yield _axe_finding(rule, new)


def _axe_finding(rule: AxeRule, nodes: Sequence[AxeNode]) -> SurfaceFinding:
    first = nodes[0]
    count = len(nodes) + rule.count - len(rule.nodes)
    at = f": {quoted(first.text)}" if first.text else ""
    reason = f"{rule.help} (axe-core {rule.rule}, elements: {count}){at}"
    severity: Severity = "error" if rule.impact in GRAVE else "warning"
    code = "axe_" + "".join(sign if sign.isalnum() else "_" for sign in rule.rule.lower())
    return page_finding(severity, code, reason, first.component, first.text)


def _unmeasured(facts: PageFacts) -> Iterator[SurfaceFinding]:
    if facts.cut or facts.texts_seen > len(facts.texts):
        reason = (
            f"the surface is too large to be measured whole: {len(facts.texts):,} of at least "
            f"{facts.texts_seen:,} texts were"
        )
        yield page_finding("warning", "partly_measured", reason, None)


def _bounded(found: Iterable[SurfaceFinding]) -> Iterator[SurfaceFinding]:
    """At most so many findings of a code; the last of them says how many more there were."""
    by_code: dict[str, list[SurfaceFinding]] = {}
    for finding in found:
        by_code.setdefault(finding.code, []).append(finding)
    for same in by_code.values():
        yield from same[: MOST_OF_A_CODE - 1] if len(same) > MOST_OF_A_CODE else same
        if len(same) > MOST_OF_A_CODE:
            last = same[MOST_OF_A_CODE - 1]
            more = f"{last.reason} (and {len(same) - MOST_OF_A_CODE} more findings of this kind)"
            yield last.model_copy(update={"reason": more})
