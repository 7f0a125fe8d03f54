"""The page in a few words for a judge: the yes and no of legibility."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.documents.page import contrast
from modylbench.documents.page.legibility import SMALL_PX, all_legibility
from modylbench.foundation.record import Spec
from modylbench.surfaces.rendering.page_findings import (
    has_axes,
    is_empty,
    page_findings,
    weakest_colour,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from modylbench.documents.page.facts import PageFacts


class PageSummary(Spec):
    """What holds on the whole surface; None where there was nothing to measure.

    `complete` is False where the surface was too large to measure all of it.
    """

    contrast_ok: bool | None
    graphics_contrast_ok: bool | None
    font_size_ok: bool | None
    axis_labels_ok: bool | None
    chart_titles_ok: bool | None
    not_empty: bool
    nothing_clipped: bool | None
    nothing_overlapping: bool | None
    nothing_hidden: bool | None
    texts_measured: int
    texts_unknown: int
    complete: bool


def page_summary(facts: PageFacts) -> PageSummary:
    """The facts of a surface as yes, no, or not measured (SPEC 9)."""
    texts = all_legibility(facts)
    codes = {finding.code for finding in page_findings(facts)}
    asked = [item for item in texts if item.needs is not None]
    measured = [item for item in asked if item.ratio is not None]
    with_axes = [chart for chart in facts.charts if has_axes(chart)]
    weakest = [weakest_colour(facts, chart) for chart in facts.charts]
    return PageSummary(
        contrast_ok=_all((item.ratio or 0.0) >= (item.needs or 0.0) for item in measured),
        graphics_contrast_ok=_all(
            found[0] >= contrast.GRAPHICS_RATIO for found in weakest if found is not None
        ),
        font_size_ok=_all(item.text.font_px >= SMALL_PX for item in texts),
        axis_labels_ok=_without("missing_axis_label", codes, with_axes),
        chart_titles_ok=_without("missing_chart_title", codes, facts.charts),
        not_empty=not is_empty(facts, texts),
        nothing_clipped=_without("clipped_text", codes, texts),
        nothing_overlapping=_without("overlapping_text", codes, texts),
        nothing_hidden=_without("hidden_text", codes, (*texts, *facts.unseen)),
        texts_measured=len(measured),
        texts_unknown=len(asked) - len(measured),
        complete=not facts.cut and facts.texts_seen == len(facts.texts),
    )


def _all(facts: Iterable[bool]) -> bool | None:
    found = list(facts)
    return all(found) if found else None


def _without(code: str, codes: set[str], among: Iterable[object]) -> bool | None:
    return None if next(iter(among), None) is None else code not in codes
