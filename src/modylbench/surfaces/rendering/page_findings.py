"""What is wrong with the page that people see, finding by finding and in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.documents.page import contrast
from modylbench.documents.page.legibility import SMALL_PX, all_legibility
from modylbench.foundation.errors import short_repr
from modylbench.foundation.record import Spec
from modylbench.products.findings import SurfaceFinding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from modylbench.documents.page.facts import (
        AxeNode,
        AxeReport,
        AxeRule,
        PageChart,
        PageFacts,
        PageText,
        PageUnseen,
    )
    from modylbench.documents.page.legibility import Legibility
    from modylbench.products.findings import FindingSeverity


MOST_OF_A_CODE = 50
# Rules that an agent breaks by what it sends. All others speak of how the renderer builds its
# elements (labels of fields, roles), which no agent can change; the AxeReport has them.
FROM_CONTENT = frozenset(
    {"button-name", "color-contrast", "image-alt", "link-in-text-block", "link-name", "valid-lang"}
)
GRAVE = frozenset({"serious", "critical"})
WITHOUT_AXES = frozenset({"pie"})
MOST_LINES = 12  # ours: pieces that one title may be broken into
CUT = ("…", "...")


def page_findings(
    facts: PageFacts, *, axe: AxeReport | None = None, surface_id: str | None = None
) -> tuple[SurfaceFinding, ...]:
    """All that is wrong with a rendered surface, ours first, then what only axe-core saw.

    An error is what a person cannot read or see, or what fails WCAG AA; a warning is what a careful
    author would not leave so. A colour that cannot be measured is no finding: see `page_summary`.
    """
    texts = all_legibility(facts)
    found = [
        *_empty_surface(facts, texts),
        *text_faults(facts, texts),
        *unseen_faults(facts),
        *chart_faults(facts, texts),
        *_images(facts),
        *_overflow(facts),
        *(_axe(axe, facts, texts) if axe else ()),
        *_partly_measured(facts),
    ]
    bounded = _limit_findings(found)
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


def _empty_surface(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
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
    elements_reported = {
        # It takes an icon for a text, and asks more of it than of a graphic.
        "color-contrast": {
            item.text.element
            for item in texts
            if item.low_contrast or item.hidden or item.text.role == "icon"
        },
        "image-alt": {image.element for image in facts.images if image.alt is None},
    }
    for rule in (rule for rule in report.violations if rule.rule in FROM_CONTENT):
        known = elements_reported.get(rule.rule, set())
        new = [node for node in rule.nodes if node.element is None or node.element not in known]
        if new:
            yield _axe_finding(rule, new)


def _axe_finding(rule: AxeRule, nodes: Sequence[AxeNode]) -> SurfaceFinding:
    first = nodes[0]
    count = len(nodes) + rule.count - len(rule.nodes)
    at = f": {short_repr(first.text)}" if first.text else ""
    reason = f"{rule.help} (axe-core {rule.rule}, elements: {count}){at}"
    severity: FindingSeverity = "error" if rule.impact in GRAVE else "warning"
    code = "axe_" + "".join(sign if sign.isalnum() else "_" for sign in rule.rule.lower())
    return page_finding(severity, code, reason, first.component, first.text)


def _partly_measured(facts: PageFacts) -> Iterator[SurfaceFinding]:
    if facts.cut or facts.texts_seen > len(facts.texts):
        reason = (
            f"the surface is too large to be measured whole: {len(facts.texts):,} of at least "
            f"{facts.texts_seen:,} texts were"
        )
        yield page_finding("warning", "partly_measured", reason, None)


def _limit_findings(findings: Iterable[SurfaceFinding]) -> Iterator[SurfaceFinding]:
    """At most so many findings of a code; the last of them says how many more there were."""
    by_code: dict[str, list[SurfaceFinding]] = {}
    for finding in findings:
        by_code.setdefault(finding.code, []).append(finding)
    for same in by_code.values():
        yield from same[: MOST_OF_A_CODE - 1] if len(same) > MOST_OF_A_CODE else same
        if len(same) > MOST_OF_A_CODE:
            last = same[MOST_OF_A_CODE - 1]
            more = f"{last.reason} (and {len(same) - MOST_OF_A_CODE} more findings of this kind)"
            yield last.model_copy(update={"reason": more})


def text_faults(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    """All that is wrong with texts; those of one component with one fault are one finding."""
    yield from _hidden_texts(texts)
    yield from _invisible_words(texts)
    yield from _reordered_texts(texts)
    yield from _unreadable_letters(texts)
    yield from _low_contrast_texts(facts, texts)
    yield from _small_texts(texts)
    yield from _clipped_texts(texts)
    yield from _overlapping_texts(facts, texts)


def page_finding(
    severity: FindingSeverity, code: str, reason: str, component: str | None, where: str = ""
) -> SurfaceFinding:
    """A finding from the rendered page."""
    return SurfaceFinding(
        source="page",
        severity=severity,
        code=code,
        reason=reason,
        component_id=component,
        where=where,
    )


def _hidden_texts(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    # A person cannot read it and a judge that is given the page's text can, so all words are told.
    for item in texts:
        if item.hidden and item.text.role != "icon":
            reason = f"a text that nobody can see: {short_repr(item.text.text)} {item.hidden}"
            yield page_finding("error", "hidden_text", reason, item.text.component, item.text.text)


def _invisible_words(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    for item in texts:
        if item.text.invisible:
            reason = (
                f"words in letters that no font draws: {short_repr(item.text.invisible)} in "
                f"{short_repr(item.text.text)}"
            )
            yield page_finding(
                "error", "hidden_text", reason, item.text.component, item.text.invisible
            )


def _reordered_texts(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    turned = [item.text for item in texts if item.text.reordered]
    for (component, signs), same in _group_by(
        turned, lambda text: (text.component, text.reordered)
    ):
        reason = f"{_name_texts(same)}: drawn in another order than it is stored, by {signs}"
        yield page_finding("warning", "reordered_text", reason, component, same[0].text)


def _unreadable_letters(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    boxed = [item.text for item in texts if item.text.missing and not item.hidden]
    for component, same in _group_by(boxed, lambda text: text.component):
        letters = short_repr(same[0].missing)
        reason = f"{_name_texts(same)}: drawn as boxes, since no font has the letters {letters}"
        yield page_finding("warning", "unreadable_letters", reason, component, same[0].text)


def _low_contrast_texts(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    pale = [(item, _worst_colours(facts, item)) for item in texts if item.low_contrast]
    for _, same in _group_by(pale, lambda pair: (pair[0].text.component, pair[1], pair[0].needs)):
        item, (ink, ground) = same[0]
        reason = (
            f"{_name_texts([pair[0].text for pair in same])}: {ink} on {ground} is "
            f"{_ratio(item.ratio or 1)}, WCAG AA asks for {_ratio(item.needs or 1)}"
        )
        yield page_finding("error", "low_contrast", reason, item.text.component, item.text.text)


def _worst_colours(facts: PageFacts, item: Legibility) -> tuple[str, str]:
    """The colours, as seen, at the place where a measured text stands out least."""
    ink = item.text.foreground or contrast.CLEAR
    stack = min(
        (facts.stacks[at] for at in item.text.stacks),
        key=lambda stack: contrast.text_ratio(ink, stack) or 1.0,
    )
    text, ground = contrast.text_and_ground(ink, stack) or (ink, contrast.WHITE)
    return contrast.hexadecimal(text), contrast.hexadecimal(ground)


def _ratio(value: float) -> str:
    """Rounded down, so that 4.499 does not read as the 4.5 it misses."""
    return f"{int(value * 100) / 100:g}:1"


def _small_texts(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    small = [item.text for item in texts if not item.hidden and item.text.font_px < SMALL_PX]
    for (component, font_px), same in _group_by(small, lambda text: (text.component, text.font_px)):
        reason = f"{_name_texts(same)}: {font_px:g} px high, expected at least {SMALL_PX:g} px"
        yield page_finding("warning", "small_text", reason, component, same[0].text)


def _clipped_texts(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    clipped = [item.text for item in texts if item.clipped]
    for component, same in _group_by(clipped, lambda text: text.component):
        first = same[0]
        width, height = first.box[2:]
        reason = (
            f"{_name_texts(same)}: {first.shown[0]:.0f} x {first.shown[1]:.0f} px of "
            f"{width:.0f} x {height:.0f} can be seen, and no scroll bar leads to the rest"
        )
        yield page_finding("error", "clipped_text", reason, component, first.text)


def _overlapping_texts(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    pairs = [
        (texts[first].text, texts[second].text)
        for first, second in facts.overlaps
        if not texts[first].hidden and not texts[second].hidden
    ]
    for component, same in _group_by(pairs, lambda pair: pair[0].component):
        upper, lower = same[0]
        more = f" and {len(same) - 1} more such pairs" if len(same) > 1 else ""
        reason = f"{short_repr(upper.text)} and {short_repr(lower.text)} lie on each other{more}"
        yield page_finding("error", "overlapping_text", reason, component, upper.text)


def _name_texts(texts: Sequence[PageText]) -> str:
    first = short_repr(texts[0].text)
    return first if len(texts) == 1 else f"{len(texts)} texts such as {first}"


def _group_by(items: Iterable[Any], key: Callable[[Any], Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Items with the same key, in the order in which each key first appears."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    yield from groups.items()


def unseen_faults(facts: PageFacts) -> Iterator[SurfaceFinding]:
    """Words that are not drawn, and what is behind tabs and dialogs that are not open."""
    for words in facts.unseen:
        reason = f"words that nobody can see: {short_repr(words.text)} {_unseen_reason(words)}"
        yield page_finding("error", "hidden_text", reason, words.component, words.text)
    for part in facts.closed:
        behind = "other tabs" if part.kind == "tabs" else "a dialog that is not open"
        held = ", ".join(short_repr(name) for name in part.holds)
        reason = f"no picture shows what is in {behind}: {held}"
        yield page_finding("warning", "not_pictured", reason, part.component)


def _unseen_reason(words: PageUnseen) -> str:
    match words.how:
        case "dots":
            return "is the value of a field that shows dots"
        case "small image":
            width, height = words.size
            return f"is the text of an image of {width:g} x {height:g} px"
        case "label":
            return "is in the label of an element and drawn nowhere"


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


def weakest_colour(facts: PageFacts, chart: PageChart) -> tuple[float, contrast.RgbaColour] | None:
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
    return any(_begins_with(wanted, texts[at : at + MOST_LINES]) for at in range(len(texts)))


def _begins_with(wanted: str, pieces: Sequence[str]) -> bool:
    so_far = ""
    for piece in pieces:
        so_far += piece
        cut = next((so_far.removesuffix(end) for end in CUT if so_far.endswith(end)), "")
        if so_far == wanted or (cut and wanted.startswith(cut)):
            return True
        if not wanted.startswith(so_far):
            return False
    return False


def _chart_name(chart: PageChart) -> str:
    return (
        f"the chart {short_repr(chart.title)}"
        if chart.title
        else f"a {chart.type or 'nameless'} chart"
    )


def _title(chart: PageChart, drawn: bool) -> Iterator[SurfaceFinding]:
    if not chart.title:
        reason = f"{_chart_name(chart)} has no title"
    elif not drawn:
        reason = f"{_chart_name(chart)} does not show its title"
    else:
        return
    yield page_finding("warning", "missing_chart_title", reason, chart.component, chart.title)


def _axis(chart: PageChart, axis: str, label: str, drawn: bool) -> Iterator[SurfaceFinding]:
    if not label:
        reason = f"{_chart_name(chart)}: its {axis} axis has no title"
    elif not drawn:
        reason = (
            f"{_chart_name(chart)}: the title {short_repr(label)} of its {axis} axis cannot be seen"
        )
    else:
        return
    yield page_finding("warning", "missing_axis_label", reason, chart.component, f"{axis} axis")


def _data(chart: PageChart) -> Iterator[SurfaceFinding]:
    if chart.points == 0 or chart.shapes == 0:
        reason = f"{_chart_name(chart)} shows no data"
        yield page_finding("error", "empty_chart", reason, chart.component, chart.title)


def _colours(facts: PageFacts, chart: PageChart) -> Iterator[SurfaceFinding]:
    weakest = weakest_colour(facts, chart)
    if weakest is None or weakest[0] >= contrast.GRAPHICS_RATIO:
        return
    reason = (
        f"{_chart_name(chart)}: the colour {contrast.hexadecimal(weakest[1])} of a series is "
        f"{weakest[0]:.2f}:1 with its ground, WCAG AA asks for {contrast.GRAPHICS_RATIO:g}:1"
    )
    yield page_finding("error", "low_graphics_contrast", reason, chart.component, chart.title)


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
        contrast_ok=_all_or_none((item.ratio or 0.0) >= (item.needs or 0.0) for item in measured),
        graphics_contrast_ok=_all_or_none(
            found[0] >= contrast.GRAPHICS_RATIO for found in weakest if found is not None
        ),
        font_size_ok=_all_or_none(item.text.font_px >= SMALL_PX for item in texts),
        axis_labels_ok=_lacks_code("missing_axis_label", codes, with_axes),
        chart_titles_ok=_lacks_code("missing_chart_title", codes, facts.charts),
        not_empty=not is_empty(facts, texts),
        nothing_clipped=_lacks_code("clipped_text", codes, texts),
        nothing_overlapping=_lacks_code("overlapping_text", codes, texts),
        nothing_hidden=_lacks_code("hidden_text", codes, (*texts, *facts.unseen)),
        texts_measured=len(measured),
        texts_unknown=len(asked) - len(measured),
        complete=not facts.cut and facts.texts_seen == len(facts.texts),
    )


def page_checks(facts: PageFacts) -> dict[str, bool | None]:
    """The yes, no and not measured of a surface by their names."""
    summary = page_summary(facts)
    counted = {"texts_measured", "texts_unknown", "complete"}
    return {name: held for name, held in summary if name not in counted}


def _all_or_none(facts: Iterable[bool]) -> bool | None:
    found = list(facts)
    return all(found) if found else None


def _lacks_code(code: str, codes: set[str], among: Iterable[object]) -> bool | None:
    return None if next(iter(among), None) is None else code not in codes
