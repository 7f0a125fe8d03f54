"""How does an element of a page look, and can a person see its text?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from modylbench.documents.page.colours import colour
from modylbench.documents.page.declarations import points, resolved, share, split
from modylbench.documents.visibility import (
    BLACK,
    FARTHEST_OFF,
    LEAST_OPACITY,
    NARROWEST,
    WHITE,
    Colour,
    is_large_enough,
    mix_colours,
    stands_out,
)

if TYPE_CHECKING:
    from collections.abc import Callable

FARTHEST_RIGHT = 3_000.0
LOWEST_BOX = 3.0
"""Ours, in points: a box that cuts off what is larger than this shows nothing."""

MOST_VARIABLES = 1_000
_DEFAULT = {"inherit", "initial", "unset", "revert", "revert-layer"}
_SIZES = {
    "xx-small": 7.0, "x-small": 7.5, "small": 10.0, "medium": 12.0, "large": 13.5,
    "x-large": 18.0, "xx-large": 24.0, "xxx-large": 36.0,
}  # fmt: skip
_STEPS = {"smaller": 1 / 1.2, "larger": 1.2}
_CALL = re.compile(r"(?P<name>[a-z0-9-]+)\((?P<inside>[^()]*)\)")
_COLOURED = re.compile(r"(?:rgba?|hsla?)\([^()]*\)|#[0-9a-f]{3,8}\b|(?<![\w-])[a-z]{3,}(?![\w(-])")
_FONT_SIZE = re.compile(r"(?:^|\s)(?P<size>[\d.]+(?:[a-z]+|%)?|[a-z]+(?:-[a-z]+)*)\s*(?:/|\s|$)")


@dataclass(frozen=True, slots=True)
class Look:
    """What an element has from its style and from the elements around it."""

    colour: Colour = BLACK
    clarity: float = 1.0
    """The opacity of the colour, beside that of the whole element."""
    opacity: float = 1.0
    grounds: tuple[Colour, ...] = (WHITE,)
    """All the colours that may be behind it; none where they cannot be known."""
    has_fill: bool = False
    """True where letters are filled with a colour of their own, whatever `color` says."""
    points: float = 12.0
    scale: float = 1.0
    shift: float = 0.0
    is_hidden: bool = False
    is_followed: bool = True
    """False where a style says what we cannot follow."""
    covers: bool = False
    """True for a painted box that may lie over other text."""
    variables: dict[str, str] = field(default_factory=dict)

    @property
    def is_seen(self) -> bool:
        """True where a person sees its text."""
        return (
            not self.is_hidden
            and self.is_followed
            and bool(self.grounds)
            and is_large_enough(self.points * self.scale, self.scale)
            and self.shift > -FARTHEST_OFF
            and self.shift < FARTHEST_RIGHT
            and stands_out(self.colour, self.grounds, self.opacity * self.clarity)
        )

    @property
    def is_known(self) -> bool:
        """True where it is known whether a person sees it."""
        return self.is_hidden or (self.is_followed and bool(self.grounds))


def styled(around: Look, style: dict[str, str]) -> Look:
    """The look of an element with this style inside another."""
    if around.covers:
        around = replace(around, covers=False)
    if not style:
        return around
    look = around
    own = {name.lower(): value for name, value in style.items() if name.startswith("--")}
    if own:
        both = {**around.variables, **own}
        look = replace(look, variables=dict(list(both.items())[-MOST_VARIABLES:]))
    given: dict[str, str] = {}
    for name, value in style.items():
        known = resolved(value, look.variables) if "var(" in value else value
        if name in _PROPERTIES and known is None:
            look = replace(look, is_followed=False)
        elif known is not None:
            given[name] = known
    sizes_first = sorted(given, key=lambda name: not name.startswith("font"))
    for name in sizes_first:  # other lengths are told in ems
        if name in _PROPERTIES:
            look = _PROPERTIES[name](look, around, given[name])
    return _together(look, around, given)


def _together(look: Look, around: Look, given: dict[str, str]) -> Look:
    """What several properties say together."""
    clipped = any(given.get(f"overflow{axis}", "visible").split()[0:1] not in (["visible"], [])
                  for axis in ("", "-x", "-y"))  # fmt: skip
    for name in ("height", "max-height", "width", "max-width", "block-size", "inline-size"):
        size = points(given.get(name, "auto"), look.points, FARTHEST_OFF)
        if clipped and size is not None and size <= LOWEST_BOX:
            look = replace(look, is_hidden=True)
    position = given.get("position", "static")
    is_painted = any(
        value not in {"none", "transparent", *_DEFAULT}
        for name, value in given.items()
        if name.startswith("background") and not name.endswith("clip")
    )
    if position in {"absolute", "fixed", "sticky"} and is_painted:
        look = replace(look, covers=True)
    if position != "static":
        for name in ("left", "top", "right", "bottom", "inset"):
            for part in given.get(name, "").split():
                look = _moved(look, -1 if name in {"right", "bottom"} else 1, part, name=name)
    if "text" in (given.get("background-clip"), given.get("-webkit-background-clip")):
        first = look.grounds[0] if look.grounds else None
        if first is not None and look.clarity < LEAST_OPACITY:
            look = replace(look, colour=first, clarity=1.0)
        look = replace(look, grounds=around.grounds)
    return look


def _moved(look: Look, sign: int, text: str, *, name: str = "") -> Look:
    """The look with a part of its shift out of place; only a way off the page counts."""
    if text in {"auto", "normal"} | _DEFAULT:
        return look
    by = points(text, look.points, 100.0)
    if by is None:
        return replace(look, is_followed=False)
    far = by if name in {"right", "bottom"} else by * sign
    if far <= -FARTHEST_OFF / 2 or far >= FARTHEST_RIGHT:
        return replace(look, shift=min(look.shift, 0.0) + far if far < 0 else look.shift + far)
    return look


def _hides(*values: str) -> Callable[[Look, Look, str], Look]:
    def apply(look: Look, _: Look, value: str) -> Look:
        return replace(look, is_hidden=True) if value in values else look

    return apply


def _must_be(*values: str) -> Callable[[Look, Look, str], Look]:
    """A property that we follow only where it says nothing much."""

    def apply(look: Look, _: Look, value: str) -> Look:
        is_plain = value in values or value in _DEFAULT
        return look if is_plain else replace(look, is_followed=False)

    return apply


def _opacity(look: Look, _: Look, value: str) -> Look:
    if value in _DEFAULT:
        return look
    found = share(value)
    if found is None:
        return replace(look, is_followed=False)
    return replace(look, opacity=look.opacity * min(max(found, 0.0), 1.0))


def _filter(look: Look, around: Look, value: str) -> Look:
    for call in _CALL.finditer(value):
        if call["name"] == "opacity":
            look = _opacity(look, around, call["inside"])
        elif call["name"] not in {"drop-shadow", "grayscale", "sepia"}:
            look = replace(look, is_followed=False)
    return replace(look, is_followed=False) if "url(" in value else look


def _letters(look: Look, around: Look, value: str) -> Look:
    look = replace(look, has_fill=False)
    if value == "currentcolor":
        return look
    return replace(_text_colour(look, around, value), has_fill=True)


def _text_colour(look: Look, around: Look, value: str) -> Look:
    if look.has_fill:
        return look
    if value in _DEFAULT or value == "currentcolor":
        own = BLACK if value == "initial" else around.colour
        return replace(look, colour=own, clarity=1.0 if value == "initial" else around.clarity)
    if value in {"canvastext", "windowtext", "buttontext"}:
        return replace(look, colour=BLACK, clarity=1.0)
    found = colour(value)
    if found is None:
        return replace(look, is_followed=False)
    return replace(look, colour=found[0], clarity=found[1])


def _ground(look: Look, _: Look, value: str) -> Look:
    if value in _DEFAULT or value in {"none", "transparent", ""}:
        return look
    if "url(" in value or "image(" in value or "element(" in value or "?" in value:
        return replace(look, grounds=())
    known = [found for word in _COLOURED.findall(value) if (found := colour(word)) is not None]
    is_mix = "gradient(" in value
    if not known:
        is_unclear = "(" in value or is_mix or value.startswith("#")
        return replace(look, grounds=()) if is_unclear else look
    behind = look.grounds[:4]
    grounds = tuple(
        dict.fromkeys(
            mix_colours(*each, ground) for each in known[: 8 if is_mix else 1] for ground in behind
        )
    )
    is_opaque = all(opacity >= 1 for _, opacity in known)
    if not behind and is_opaque:
        grounds = tuple(dict.fromkeys(each for each, _ in known[: 8 if is_mix else 1]))
    return replace(look, grounds=grounds[:8])


def _size(look: Look, around: Look, value: str) -> Look:
    if value in _DEFAULT:
        return replace(look, points=12.0 if value == "initial" else around.points)
    found = _SIZES.get(value) or (
        around.points * _STEPS[value]
        if value in _STEPS
        else points(value, around.points, around.points)
    )
    if found is None:
        inner = _CALL.fullmatch(value)  # clamp() and the like: all their lengths must be readable
        parts = split(inner["inside"], ",") if inner and inner["name"] in _CHOICES else []
        known = [points(part, around.points, around.points) for part in parts]
        found = min((each for each in known if each is not None), default=None)
        if found is None or (None in known and inner is not None and inner["name"] != "clamp"):
            return replace(look, is_followed=False)
    return replace(look, points=found)


_CHOICES = {"clamp", "min", "max"}


def _font(look: Look, around: Look, value: str) -> Look:
    for found in _FONT_SIZE.finditer(f" {value} "):
        word = found["size"]
        is_weight = word.isdecimal() and len(word) == 3 and "/" not in found[0]
        if word in _SIZES or word in _STEPS or (word[0] in "0123456789." and not is_weight):
            return _size(look, around, word)
    is_named = value in _DEFAULT | {"caption", "icon", "menu", "message-box", "small-caption"}
    return look if is_named else replace(look, is_followed=False)


def _scale(look: Look, _: Look, value: str) -> Look:
    if value in _DEFAULT | {"none", "normal"}:
        return look
    known = [share(part) for part in re.split(r"[\s,]+", value.strip())]
    if None in known:
        return replace(look, is_followed=False)
    least = min(abs(each) for each in known if each is not None)
    return replace(look, scale=look.scale * min(least, 10.0))


def _transform(look: Look, around: Look, value: str) -> Look:
    for call in _CALL.finditer(value):
        name, inside = call["name"], call["inside"]
        if name in {"scale", "scalex", "scaley", "scale3d", "scalez"}:
            look = _scale(look, around, inside)
        elif name in {"translate", "translatex", "translatey", "translate3d", "translatez"}:
            look = _translate(look, around, inside)
        elif name not in {"rotate", "rotatez"}:
            look = replace(look, is_followed=False)
    return (
        look if value in _DEFAULT | {"none"} or "(" in value else replace(look, is_followed=False)
    )


def _translate(look: Look, _: Look, value: str) -> Look:
    for part in re.split(r"[\s,]+", value.strip()):
        look = look if part == "none" else _moved(look, 1, part)
    return look


def _margin(look: Look, _: Look, value: str) -> Look:
    for part in value.split():
        known = points(part, look.points, 100.0)
        look = _moved(look, 1, part) if known is not None else look
    return look


def _spacing(look: Look, _: Look, value: str) -> Look:
    known = points(value, look.points)
    is_over = known is not None and known <= -0.4 * look.points
    return replace(look, is_hidden=True) if is_over else look


def _line(look: Look, _: Look, value: str) -> Look:
    number = share(value) if not value.endswith("%") else None
    known = number * look.points if number is not None else points(value, look.points, look.points)
    is_flat = known is not None and known < NARROWEST * look.points
    return replace(look, is_hidden=True) if is_flat else look


def _order(look: Look, _: Look, value: str) -> Look:
    return replace(look, is_followed=False) if value.startswith("-") else look


_PROPERTIES: dict[str, Callable[[Look, Look, str], Look]] = {
    "font": _font,
    "font-size": _size,
    "display": _hides("none"),
    "visibility": _hides("hidden", "collapse"),
    "content-visibility": _hides("hidden"),
    "-webkit-text-security": _hides("disc", "circle", "square"),
    "opacity": _opacity,
    "filter": _filter,
    "-webkit-filter": _filter,
    "background": _ground,
    "background-color": _ground,
    "background-image": _ground,
    "color": _text_colour,
    "-webkit-text-fill-color": _letters,
    "zoom": _scale,
    "scale": _scale,
    "transform": _transform,
    "-webkit-transform": _transform,
    "translate": _translate,
    "text-indent": _margin,
    "margin": _margin,
    "margin-left": _margin,
    "margin-top": _margin,
    "margin-inline-start": _margin,
    "letter-spacing": _spacing,
    "line-height": _line,
    "z-index": _order,
    "clip": _must_be("auto"),
    "clip-path": _must_be("none"),
    "-webkit-clip-path": _must_be("none"),
    "mask": _must_be("none"),
    "-webkit-mask": _must_be("none"),
    "mask-image": _must_be("none"),
    "-webkit-mask-image": _must_be("none"),
    "mix-blend-mode": _must_be("normal"),
    "animation": _must_be("none"),
    "animation-name": _must_be("none"),
    "unicode-bidi": _must_be("normal", "embed", "isolate", "plaintext"),
    "color-scheme": _must_be("light", "normal", "light dark", "only light"),
    "all": _must_be(),
}
