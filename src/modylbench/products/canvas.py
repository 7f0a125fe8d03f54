"""Drawings: a canvas of elements with arrows between them, and a whiteboard of strokes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from modylbench.products.scalars import (
    IdentifiedPart,
    Label,
    Number,
    Prose,
    Scalar,
    refuse_repeated_ids,
)

CanvasElementId = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
"""Printable ASCII without spaces: drawing programs use colons and leading dashes too."""
CanvasPoint = tuple[Number, Number]
LONGEST_NAME = MOST_STYLES = 200
StyleName = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME)]
MAX_POINTS = 5_000


class CanvasElement(IdentifiedPart):
    """One element; `x` and `y` are its corner in px, `angle` its turn in radians.

    `start` and `end` are the elements that an arrow joins, `parent` is the frame, the group or the
    container that it lies in, `groups` are those that have only a name, the innermost first.
    """

    id: CanvasElementId
    type: Label
    x: Number = 0
    y: Number = 0
    width: Number = 0
    height: Number = 0
    angle: Number = 0
    points: tuple[CanvasPoint, ...] = Field(default=(), max_length=10_000)
    text: Prose = ""
    parent: CanvasElementId | None = None
    start: CanvasElementId | None = None
    end: CanvasElementId | None = None
    groups: tuple[CanvasElementId, ...] = Field(default=(), max_length=50)
    style: dict[StyleName, Scalar] = Field(default_factory=dict, max_length=MOST_STYLES)


class Canvas(IdentifiedPart):
    """A drawing; the elements stand from the back to the front."""

    kind: Literal["canvas"] = "canvas"
    title: Label = ""
    elements: tuple[CanvasElement, ...] = Field(default=(), max_length=10_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Canvas:
        refuse_repeated_ids(self.elements, "element")
        return self


class Stroke(IdentifiedPart):
    """One stroke: a line through its points, in px."""

    id: CanvasElementId
    points: tuple[CanvasPoint, ...] = Field(min_length=1, max_length=MAX_POINTS)
    colour: Label = ""
    width: Annotated[Number, Field(ge=0)] = 1
    tool: Label = ""


class Whiteboard(IdentifiedPart):
    """All strokes, the lowest first."""

    kind: Literal["whiteboard"] = "whiteboard"
    title: Label = ""
    strokes: tuple[Stroke, ...] = Field(default=(), max_length=10_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Whiteboard:
        refuse_repeated_ids(self.strokes, "stroke")
        return self
