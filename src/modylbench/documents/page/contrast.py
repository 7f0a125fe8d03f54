"""WCAG 2 contrast: how far apart two colours are, and whether it is enough for a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from modylbench.documents.visibility import luminance

if TYPE_CHECKING:
    from collections.abc import Sequence

RgbaColour = tuple[float, float, float, float]
"""Red, green and blue from 0 to 255 in sRGB, and alpha from 0 to 1."""

WHITE: RgbaColour = (255.0, 255.0, 255.0, 1.0)
CLEAR: RgbaColour = (0.0, 0.0, 0.0, 0.0)
OPAQUE = 0.999  # styles carry alpha with three digits

# WCAG 2.2, success criteria 1.4.3 (text) and 1.4.11 (graphics), level AA.
TEXT_RATIO = 4.5
LARGE_TEXT_RATIO = 3.0
GRAPHICS_RATIO = 3.0
LARGE_PX = 24.0  # 18 point
LARGE_BOLD_PX = 18.66  # 14 point
BOLD = 700.0

# Ours: no standard says when two colours are one to a person.
ALIKE_RATIO = 1.25
ALIKE_PARTS = 32.0


class Layer(NamedTuple):
    """One paint under a text, and the opacity of the group that holds it and all above it.

    A colour of None is one that no style tells: an image, a gradient.
    """

    colour: RgbaColour | None
    opacity: float = 1.0


def relative_luminance(colour: RgbaColour) -> float:
    """How bright an opaque colour is, from 0 to 1, as WCAG defines it.

    >>> relative_luminance(WHITE)
    1.0
    """
    red, green, blue = (part / 255 for part in colour[:3])
    return luminance((red, green, blue))


def ratio(first: RgbaColour, second: RgbaColour) -> float:
    """The contrast of two opaque colours, from 1 to 21.

    >>> round(ratio((119, 119, 119, 1), WHITE), 2)
    4.48
    """
    darker, lighter = sorted((relative_luminance(first), relative_luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def is_large(font_px: float, weight: float) -> bool:
    """Whether WCAG counts a text as large: 24 px, or 18.66 px and bold."""
    return font_px >= LARGE_PX or (font_px >= LARGE_BOLD_PX and weight >= BOLD)


def ratio_needed(font_px: float, weight: float) -> float:
    """The contrast that AA asks of a text."""
    return LARGE_TEXT_RATIO if is_large(font_px, weight) else TEXT_RATIO


def blend(top: RgbaColour, bottom: RgbaColour) -> RgbaColour:
    """One colour painted on another, in sRGB as browsers do it."""
    alpha = top[3] + bottom[3] * (1 - top[3])
    if alpha == 0:
        return CLEAR
    share = top[3] / alpha
    red, green, blue = (
        t * share + b * (1 - share) for t, b in zip(top[:3], bottom[:3], strict=True)
    )
    return (red, green, blue, alpha)


def composite_colour(stack: Sequence[Layer]) -> RgbaColour | None:
    """What a stack of paints looks like on a white page; None where an unknown one shows."""
    canvases: list[RgbaColour | None] = [WHITE]
    opacities: list[float] = []
    for layer in stack:
        if layer.opacity < 1:
            canvases.append(CLEAR)
            opacities.append(layer.opacity)
        canvases[-1] = _paint(layer.colour, canvases[-1])
    while opacities:
        group, opacity = canvases.pop(), opacities.pop()
        # An unknown group that nobody can see leaves what is below it as it was.
        canvases[-1] = (
            _paint(_with_opacity(group, opacity), canvases[-1]) if opacity else canvases[-1]
        )
    return canvases[0]


def _paint(top: RgbaColour | None, bottom: RgbaColour | None) -> RgbaColour | None:
    if top is None or (bottom is None and top[3] < OPAQUE):
        return None
    return blend(top, bottom or CLEAR)


def _with_opacity(colour: RgbaColour | None, share: float) -> RgbaColour | None:
    return None if colour is None else (*colour[:3], colour[3] * share)


def ink_share(ink: RgbaColour, stack: Sequence[Layer]) -> float:
    """How much of a text's own colour comes through, from 0 (transparent) to 1."""
    share = ink[3]
    for layer in stack:
        share *= layer.opacity
    return share


def text_and_ground(
    ink: RgbaColour, stack: Sequence[Layer]
) -> tuple[RgbaColour, RgbaColour] | None:
    """A text and what it is painted on, as seen; None where a colour is unknown."""
    ground = composite_colour(stack)
    text = composite_colour([*stack, Layer(ink)])
    return None if ground is None or text is None else (text, ground)


def text_ratio(ink: RgbaColour, stack: Sequence[Layer]) -> float | None:
    """The contrast of a text with what it is painted on; None where a colour is unknown."""
    pair = text_and_ground(ink, stack)
    return None if pair is None else ratio(*pair)


def look_alike(first: RgbaColour, second: RgbaColour) -> bool:
    """Whether two opaque colours are the same to a person: as bright, and in no part far apart.

    Yellow on white has hardly any contrast and is seen all the same.
    """
    apart = max(abs(a - b) for a, b in zip(first[:3], second[:3], strict=True))
    return ratio(first, second) < ALIKE_RATIO and apart < ALIKE_PARTS


def hexadecimal(colour: RgbaColour) -> str:
    """An opaque colour as people write it.

    >>> hexadecimal((255, 127.6, 0, 1))
    '#ff8000'
    """
    return "#" + "".join(f"{round(part):02x}" for part in colour[:3])
