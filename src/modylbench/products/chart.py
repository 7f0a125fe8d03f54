"""Charts: labelled series of points on labelled axes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from modylbench.foundation.record import Spec
from modylbench.products.scalars import IdentifiedPart, Label, Number, Prose, refuse_repeated_ids

ChartType = Literal[
    "bar", "line", "area", "scatter", "pie", "waterfall", "forest", "heatmap", "other"
]


class Axis(Spec):
    """One axis: what it shows and in which unit."""

    label: Label = ""
    unit: Label | None = None


class Point(IdentifiedPart):
    """One point: a category or number on x, a number or nothing on y, bounds where it has them."""

    x: Label | Number
    y: Number | None = None
    low: Number | None = None
    high: Number | None = None


class Series(IdentifiedPart):
    """One series of points."""

    label: Label
    unit: Label | None = None
    points: tuple[Point, ...] = Field(default=(), max_length=20_000)

    @model_validator(mode="after")
    def _ids_unique(self) -> Series:
        refuse_repeated_ids(self.points, "point")
        return self


class Chart(IdentifiedPart):
    """A chart."""

    kind: Literal["chart"] = "chart"
    title: Label
    chart_type: ChartType
    x_axis: Axis = Axis()
    y_axis: Axis = Axis()
    series: tuple[Series, ...] = Field(default=(), max_length=200)
    notes: tuple[Prose, ...] = ()

    @model_validator(mode="after")
    def _ids_unique(self) -> Chart:
        refuse_repeated_ids(self.series, "series")
        return self
