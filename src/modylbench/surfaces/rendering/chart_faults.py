"""Which charts of the page lack a title, an axis title, data, or colours that stand out?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import quoted
from modylbench.surfaces.rendering import contrast
from modylbench.surfaces.rendering.text_faults import page_finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from modylbench.products.findings import SurfaceFinding
    from modylbench.surfaces.rendering.facts import PageChart, PageFacts
    from modylbench.surfaces.rendering.legibility import Legibility

WITHOUT_AXES = frozenset({"pie"})
MOST_LINES = 12  # ours: pieces that one title may be broken into
CUT = ("…", "...")


def chart_faults(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    """All that is wrong with charts."""
    by_chart: dict[int, list[str]] = {}
    by_component: dict[str, list[str]] = {}
    for item in texts:
        if not item.hidden and item.text.chart is not None:
            by_chart.setdefault(item.text.chart, []).append(_letters(item.text.text))
        elif not item.hidden and item.text.component is not None:
            by_component.setdefault(item.text.component, []).append(_letters(item.text.text))
    # What was beyond the limits of measuring is not called missing.
    unmeasured = facts.texts_seen > len(facts.texts)
    for index, chart in enumerate(facts.charts):
        inside = by_chart.get(index, [])
        around = by_component.get(chart.component or "", [])
        titled = _is_drawn(chart.title, inside) or _is_drawn(chart.title, around)
        yield from _title(chart, unmeasured or titled)
        if has_axes(chart):
            for axis, label in (("x", chart.x_label), ("y", chart.y_label)):
                yield from _axis(chart, axis, label, unmeasured or _is_drawn(label, inside))
        yield from _data(chart)
        yield from _colours(facts, chart)


def has_axes(chart: PageChart) -> bool:
    """Whether a chart of this type has axes to be labelled."""
    return chart.type not in WITHOUT_AXES


def weakest_colour(facts: PageFacts, chart: PageChart) -> tuple[float, contrast.Colour] | None:
    """The lowest contrast of the series' colours with the chart's ground, where it is known."""
    if chart.stack is None:
        return None
    stack = facts.stacks[chart.stack]
    found = [(contrast.text_ratio(colour, stack), colour) for colour in chart.colours]
    return min(((ratio, colour) for ratio, colour in found if ratio is not None), default=None)


def _letters(text: str) -> str:
    return "".join(text.split())


def _is_drawn(label: str, texts: Sequence[str]) -> bool:
    """Whether a label stands in the drawing: as one text, in pieces, or cut with an ellipsis."""
    wanted = _letters(label)
    return any(_begins(wanted, texts[at : at + MOST_LINES]) for at in range(len(texts)))


def _begins(wanted: str, pieces: Sequence[str]) -> bool:
    so_far = ""
    for piece in pieces:
        so_far += piece
        cut = next((so_far.removesuffix(end) for end in CUT if so_far.endswith(end)), "")
        if so_far == wanted or (cut and wanted.startswith(cut)):
            return True
        if not wanted.startswith(so_far):
            return False
    return False


def _called(chart: PageChart) -> str:
    return (
        f"the chart {quoted(chart.title)}" if chart.title else f"a {chart.type or 'nameless'} chart"
    )


def _title(chart: PageChart, drawn: bool) -> Iterator[SurfaceFinding]:
    if not chart.title:
        reason = f"{_called(chart)} has no title"
    elif not drawn:
        reason = f"{_called(chart)} does not show its title"
    else:
        return
    yield page_finding("warning", "missing_chart_title", reason, chart.component, chart.title)


def _axis(chart: PageChart, axis: str, label: str, drawn: bool) -> Iterator[SurfaceFinding]:
    if not label:
        reason = f"{_called(chart)}: its {axis} axis has no title"
    elif not drawn:
        reason = f"{_called(chart)}: the title {quoted(label)} of its {axis} axis cannot be seen"
    else:
        return
    yield page_finding("warning", "missing_axis_label", reason, chart.component, f"{axis} axis")


def _data(chart: PageChart) -> Iterator[SurfaceFinding]:
    if chart.points == 0 or chart.shapes == 0:
        reason = f"{_called(chart)} shows no data"
        yield page_finding("error", "empty_chart", reason, chart.component, chart.title)


def _colours(facts: PageFacts, chart: PageChart) -> Iterator[SurfaceFinding]:
    weakest = weakest_colour(facts, chart)
    if weakest is None or weakest[0] >= contrast.GRAPHICS_RATIO:
        return
    reason = (
        f"{_called(chart)}: the colour {contrast.hexadecimal(weakest[1])} of a series is "
        f"{weakest[0]:.2f}:1 with its ground, WCAG AA asks for {contrast.GRAPHICS_RATIO:g}:1"
    )
    yield page_finding("error", "low_graphics_contrast", reason, chart.component, chart.title)
