"""Whether a person can read a text that is drawn on the page, and if not, why."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.documents.page import contrast

if TYPE_CHECKING:
    from collections.abc import Callable

    from modylbench.documents.page.facts import PageFacts, PageText

# Ours: no standard says from where on a text is hidden rather than hard to read.
HIDDEN_PRESENCE = 0.1
HIDDEN_FONT_PX = 4.0
HIDDEN_PX = 2.0

# Ours: WCAG has no least size. Below 9 px (6.75 point) the lower-case letters of common fonts are
# under 5 pixels high, and a shared screen of 1280 x 720 blurs them.
SMALL_PX = 9.0

# Ours: the box of a line is taller than its letters, so that losing its edge loses nothing.
LOST_PX = 1.5
LOST_SHARE_OF_FONT = 0.25


ColourPair = tuple[contrast.RgbaColour, contrast.RgbaColour]


class Legibility(NamedTuple):
    """How a text comes across; `ratio` is None where its colours could not be measured.

    `hidden` says why nobody can see it, and is "" where one can. `needs` is None for what WCAG
    exempts: text of a control that is switched off.
    """

    text: PageText
    hidden: str
    ratio: float | None
    needs: float | None
    clipped: bool

    @property
    def low_contrast(self) -> bool:
        """Whether it is seen, measured, and under what AA asks."""
        measured = self.ratio is not None and self.needs is not None and not self.hidden
        return measured and (self.ratio or 0.0) < (self.needs or 0.0)


def all_legibility(facts: PageFacts) -> tuple[Legibility, ...]:
    """How every text of the page comes across, in the page's order."""
    known: dict[tuple[contrast.RgbaColour, int], ColourPair | None] = {}

    def pair(ink: contrast.RgbaColour, at: int) -> ColourPair | None:
        if (ink, at) not in known:
            known[ink, at] = contrast.text_and_ground(ink, facts.stacks[at])
        return known[ink, at]

    return tuple(_legibility(text, facts, pair) for text in facts.texts)


def _legibility(
    text: PageText, facts: PageFacts, pair: Callable[[contrast.RgbaColour, int], ColourPair | None]
) -> Legibility:
    ink = text.foreground
    found = [] if text.unknown or ink is None else [pair(ink, at) for at in text.stacks]
    # A text is measured only where all its places are.
    pairs = [] if None in found else [pair for pair in found if pair is not None]
    hidden = _hidden_reason(text, facts, pairs)
    return Legibility(
        text=text,
        hidden=hidden,
        ratio=min((contrast.ratio(*pair) for pair in pairs), default=None),
        needs=_needs(text),
        clipped=not hidden and _is_clipped(text),
    )


def _needs(text: PageText) -> float | None:
    match text.role:
        case "disabled":
            return None
        case "icon":
            return contrast.GRAPHICS_RATIO
        case "text" | "placeholder":
            return contrast.ratio_needed(text.font_px, text.weight)


def _hidden_reason(text: PageText, facts: PageFacts, pairs: list[ColourPair]) -> str:
    width, height = text.box[2:]
    reasons = {
        "is transparent": _presence(text, facts) < HIDDEN_PRESENCE,
        f"is {text.font_px:g} px high": text.font_px < HIDDEN_FONT_PX,
        "lies outside of what can be shown": not (width and height)
        or min(text.shown) < min(HIDDEN_PX, width, height),
        "is covered by something else": text.covered,
        "has the colour of what is behind it": bool(pairs)
        and all(contrast.look_alike(*pair) for pair in pairs),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _presence(text: PageText, facts: PageFacts) -> float:
    if text.foreground is None:
        return 1.0
    found = [contrast.ink_share(text.foreground, facts.stacks[at]) for at in text.stacks]
    return max(found, default=text.foreground[3])


def _is_clipped(text: PageText) -> bool:
    lost_x, lost_y = (whole - shown for whole, shown in zip(text.box[2:], text.shown, strict=True))
    slack = LOST_SHARE_OF_FONT * text.font_px
    # The box around a turned label is wider than its letters too.
    return lost_y > slack or lost_x > (slack if text.kind == "svg" else LOST_PX)
