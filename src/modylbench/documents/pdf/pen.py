"""What does a PDF page paint with: which colours, how opaque, and where?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pypdf.generic import ArrayObject, DictionaryObject

from modylbench.documents.pdf.operands import dictionary, finite, number
from modylbench.documents.visibility import BLACK, Colour, from_cmyk

if TYPE_CHECKING:
    from modylbench.documents.pdf.glyph import Box

_INKS = {"/Separation", "/DeviceN"}
_UNKNOWN = {"/Indexed", "/Pattern", "/Lab"}
UNSEEN_MODES = {3, 7}


@dataclass(frozen=True, slots=True)
class Pen:
    """The colours of fills and strokes, with their opacity, and the box that is painted in."""

    colour: Colour = BLACK
    opacity: float = 1.0
    space: str = ""
    stroke: Colour = BLACK
    stroke_opacity: float = 1.0
    stroke_space: str = ""
    clip: Box | None = None

    def of_text(self, mode: int) -> tuple[Colour, float]:
        """The colour of letters drawn in this mode, and its opacity."""
        if mode % 4 == 1:
            return self.stroke, self.stroke_opacity
        if mode % 4 == 2 and self.opacity < self.stroke_opacity:
            return self.stroke, self.stroke_opacity
        return self.colour, self.opacity

    def clipped(self, box: Box | None) -> Pen:
        """The pen, painting only in this box as well."""
        return self if box is None else replace(self, clip=box.within(self.clip))

    def with_state(self, states: DictionaryObject, name: object) -> Pen:
        """The pen with a named state: only its opacity matters to us."""
        state = dictionary(states.get(name))
        fill, stroke = state.get("/ca"), state.get("/CA")
        return replace(
            self,
            opacity=self.opacity if fill is None else _share(fill),
            stroke_opacity=self.stroke_opacity if stroke is None else _share(stroke),
        )

    def in_space(self, spaces: DictionaryObject, operands: list[Any], *, strokes: bool) -> Pen:
        """The pen in another space of colours, where it is black at first."""
        name = operands[0] if operands else ""
        found = spaces.get(name, name)
        found = found.get_object() if hasattr(found, "get_object") else found
        kind = str(found[0]) if isinstance(found, ArrayObject) and found else str(found)
        if strokes:
            return replace(self, stroke=BLACK, stroke_space=kind)
        return replace(self, colour=BLACK, space=kind)

    def painted(self, operands: list[Any], *, strokes: bool, space: str | None = None) -> Pen:
        """The pen with the colour of so many numbers."""
        numbers = [o for o in operands if isinstance(o, int | float)]
        kind = space if space is not None else self.stroke_space if strokes else self.space
        colour = _colour(numbers, kind)
        if strokes:
            return replace(self, stroke=colour, stroke_space=kind)
        return replace(self, colour=colour, space=kind)


def _colour(numbers: list[Any], space: str) -> Colour:  # noqa: PLR0911 - one for each space
    """A colour that we cannot know is taken for black."""
    if space in _UNKNOWN:
        return BLACK
    if space in _INKS:
        gray = 1 - max((_share(each) for each in numbers), default=1.0)
        return gray, gray, gray
    match len(numbers):
        case 1:
            gray = _share(numbers[0])
            return gray, gray, gray
        case 3:
            return _share(numbers[0]), _share(numbers[1]), _share(numbers[2])
        case 4:
            return from_cmyk(*(number(numbers, place) for place in range(4)))
        case _:
            return BLACK


def _share(value: object) -> float:
    return min(max(finite(value), 0.0), 1.0)
