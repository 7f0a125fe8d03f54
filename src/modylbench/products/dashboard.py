"""Dashboards: widgets that each show one thing."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from modylbench.products.chart import Chart
from modylbench.products.scalars import IdentifiedPart, Label, Prose, Scalar, refuse_repeated_ids
from modylbench.products.spreadsheet import Sheet


class Widget(IdentifiedPart):
    """A figure with its caption, a table, a chart or a text, under a title."""

    title: Label
    value: Scalar = None
    unit: Label | None = None
    text: Prose = ""
    table: Sheet | None = None
    chart: Chart | None = None


class Dashboard(IdentifiedPart):
    """A page of widgets."""

    kind: Literal["dashboard"] = "dashboard"
    title: Label
    widgets: tuple[Widget, ...] = Field(default=(), max_length=500)
    notes: tuple[Prose, ...] = ()

    @model_validator(mode="after")
    def _ids_unique(self) -> Dashboard:
        refuse_repeated_ids(self.widgets, "widget")
        return self
