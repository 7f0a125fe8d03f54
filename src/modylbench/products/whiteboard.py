"""A whiteboard: strokes of a pen, in the order they lie on each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from modylbench.products.canvas import ElementId, Point
from modylbench.products.scalars import Identified, Label, Number, refuse_repeated_ids

MAX_POINTS = 5_000


class Stroke(Identified):
    """One stroke: a line through its points, in px."""

    id: ElementId
    points: tuple[Point, ...] = Field(min_length=1, max_length=MAX_POINTS)
    colour: Label = ""
    width: Annotated[Number, Field(ge=0)] = 1
    tool: Label = ""


class Whiteboard(Identified):
    """All strokes, the lowest first."""

    kind: Literal["whiteboard"] = "whiteboard"
    title: Label = ""
    strokes: tuple[Stroke, ...] = Field(default=(), max_length=10_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Whiteboard:
        refuse_repeated_ids(self.strokes, "stroke")
        return self
