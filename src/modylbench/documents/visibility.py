"""Whether a person can see a text of some colour and size on its ground."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Colour = tuple[float, float, float]
"""Red, green and blue from 0 to 1."""

WHITE: Colour = (1.0, 1.0, 1.0)
BLACK: Colour = (0.0, 0.0, 0.0)

LEAST_CONTRAST = 1.3
"""Ours, as WCAG measures it: #DDDDDD on white has 1.36; WCAG asks for 4.5 to read with ease."""

SMALLEST_POINTS = 3.0
"""Ours: nobody reads smaller type."""

LEAST_OPACITY = 0.1
NARROWEST = 0.2
"""Ours: letters squeezed below these shares are a smudge."""

FARTHEST_OFF = 225.0
"""Ours, in points: what is moved so far out of its place is moved off the page."""


def contrast(colour: Colour, other: Colour) -> float:
    """The ratio of two colours by WCAG 2, from 1 to 21.

    >>> round(contrast(BLACK, WHITE)), contrast(WHITE, WHITE)
    (21, 1.0)
    """
    dark, light = sorted((luminance(colour), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    """How bright a colour is, from 0 to 1, as WCAG defines it."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mix_colours(colour: Colour, opacity: float, ground: Colour) -> Colour:
    """A colour laid over a ground."""
    red, green, blue = (
        opacity * above + (1 - opacity) * below for above, below in zip(colour, ground, strict=True)
    )
    return red, green, blue


def stands_out(colour: Colour, grounds: Iterable[Colour], opacity: float = 1.0) -> bool:
    """True where the colour can be told from every ground that may be behind it."""
    return opacity >= LEAST_OPACITY and all(
        contrast(mix_colours(colour, opacity, ground), ground) >= LEAST_CONTRAST
        for ground in grounds
    )


def is_large_enough(points: float, stretch: float = 1.0) -> bool:
    """True for type that a person can read, as high and as wide as it is drawn."""
    return points >= SMALLEST_POINTS and stretch >= NARROWEST


def from_hex(text: str) -> Colour | None:
    """The colour of six hexadecimal digits; None for anything else.

    >>> from_hex("FF0000")
    (1.0, 0.0, 0.0)
    """
    if len(text) != 6 or any(c not in "0123456789abcdefABCDEF" for c in text):
        return None
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


def from_cmyk(cyan: float, magenta: float, yellow: float, black: float) -> Colour:
    """The colour of four inks."""
    red, green, blue = (
        min(max((1 - ink) * (1 - black), 0.0), 1.0) for ink in (cyan, magenta, yellow)
    )
    return red, green, blue
