"""Which texts of the page are hidden, pale, small, cut or lie on each other?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import quoted
from modylbench.products.findings import SurfaceFinding
from modylbench.surfaces.rendering import contrast
from modylbench.surfaces.rendering.legibility import SMALL_PX

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from modylbench.products.findings import Severity
    from modylbench.surfaces.rendering.facts import PageFacts, PageText
    from modylbench.surfaces.rendering.legibility import Legibility


def text_faults(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    """All that is wrong with texts; those of one component with one fault are one finding."""
    yield from _hidden(texts)
    yield from _invisible(texts)
    yield from _reordered(texts)
    yield from _unreadable(texts)
    yield from _low_contrast(facts, texts)
    yield from _small(texts)
    yield from _clipped(texts)
    yield from _overlapping(facts, texts)


def page_finding(
    severity: Severity, code: str, reason: str, component: str | None, where: str = ""
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


def _hidden(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    # A person cannot read it and a judge that is given the page's text can, so all words are told.
    for item in texts:
        if item.hidden and item.text.role != "icon":
            reason = f"a text that nobody can see: {quoted(item.text.text)} {item.hidden}"
            yield page_finding("error", "hidden_text", reason, item.text.component, item.text.text)


def _invisible(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    for item in texts:
        if item.text.invisible:
            reason = (
                f"words in letters that no font draws: {quoted(item.text.invisible)} in "
                f"{quoted(item.text.text)}"
            )
            yield page_finding(
                "error", "hidden_text", reason, item.text.component, item.text.invisible
            )


def _reordered(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    turned = [item.text for item in texts if item.text.reordered]
    for (component, signs), same in _grouped(turned, lambda text: (text.component, text.reordered)):
        reason = f"{_naming(same)}: drawn in another order than it is stored, by {signs}"
        yield page_finding("warning", "reordered_text", reason, component, same[0].text)


def _unreadable(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    boxed = [item.text for item in texts if item.text.missing and not item.hidden]
    for component, same in _grouped(boxed, lambda text: text.component):
        letters = quoted(same[0].missing)
        reason = f"{_naming(same)}: drawn as boxes, since no font has the letters {letters}"
        yield page_finding("warning", "unreadable_letters", reason, component, same[0].text)


def _low_contrast(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    pale = [(item, _worst_colours(facts, item)) for item in texts if item.low_contrast]
    for _, same in _grouped(pale, lambda pair: (pair[0].text.component, pair[1], pair[0].needs)):
        item, (ink, ground) = same[0]
        reason = (
            f"{_naming([pair[0].text for pair in same])}: {ink} on {ground} is "
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


def _small(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    small = [item.text for item in texts if not item.hidden and item.text.font_px < SMALL_PX]
    for (component, font_px), same in _grouped(small, lambda text: (text.component, text.font_px)):
        reason = f"{_naming(same)}: {font_px:g} px high, expected at least {SMALL_PX:g} px"
        yield page_finding("warning", "small_text", reason, component, same[0].text)


def _clipped(texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    clipped = [item.text for item in texts if item.clipped]
    for component, same in _grouped(clipped, lambda text: text.component):
        first = same[0]
        width, height = first.box[2:]
        reason = (
            f"{_naming(same)}: {first.shown[0]:.0f} x {first.shown[1]:.0f} px of "
            f"{width:.0f} x {height:.0f} can be seen, and no scroll bar leads to the rest"
        )
        yield page_finding("error", "clipped_text", reason, component, first.text)


def _overlapping(facts: PageFacts, texts: Sequence[Legibility]) -> Iterator[SurfaceFinding]:
    pairs = [
        (texts[one].text, texts[other].text)
        for one, other in facts.overlaps
        if not texts[one].hidden and not texts[other].hidden
    ]
    for component, same in _grouped(pairs, lambda pair: pair[0].component):
        one, other = same[0]
        more = f" and {len(same) - 1} more such pairs" if len(same) > 1 else ""
        reason = f"{quoted(one.text)} and {quoted(other.text)} lie on each other{more}"
        yield page_finding("error", "overlapping_text", reason, component, one.text)


def _naming(texts: Sequence[PageText]) -> str:
    first = quoted(texts[0].text)
    return first if len(texts) == 1 else f"{len(texts)} texts such as {first}"


def _grouped(items: Iterable[Any], key: Callable[[Any], Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Items with the same key, in the order in which each key first appears."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    yield from groups.items()
