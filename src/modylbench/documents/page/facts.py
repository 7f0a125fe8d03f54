"""Facts measured on the rendered page, as web/src/facts.js returns them."""

from __future__ import annotations

import json
from typing import Literal

from pydantic import NonNegativeFloat, NonNegativeInt

from modylbench.documents.page.contrast import Layer, RgbaColour
from modylbench.foundation.record import Spec

Role = Literal["text", "placeholder", "disabled", "icon"]


class PageText(Spec):
    """One piece of text as drawn.

    `box` is x, y, width, height on the page in CSS pixels; `shown` is how much of that width and
    height a person can see or scroll to. `stacks` are what lies under its beginning, middle and
    end; `unknown` says why its colours could not be measured. `invisible` holds words written in
    letters that no font draws; `reordered` the signs that draw it in another order than it is
    stored; `missing` the letters that no font has, which are drawn as boxes.
    """

    text: str
    cut: bool
    invisible: str
    reordered: str
    missing: str
    kind: Literal["html", "svg"]
    role: Role
    aria_hidden: bool
    component: str | None
    chart: NonNegativeInt | None
    element: NonNegativeInt
    font_px: NonNegativeFloat
    weight: NonNegativeFloat
    box: tuple[float, float, float, float]
    shown: tuple[NonNegativeFloat, NonNegativeFloat]
    in_view: bool
    covered: bool
    foreground: RgbaColour | None
    stacks: tuple[NonNegativeInt, ...]
    unknown: str


class PageGraphic(Spec):
    """One colour that shapes are painted with, what it is painted on, and how many have it."""

    colour: RgbaColour | None
    stack: NonNegativeInt | None
    shapes: NonNegativeInt


class PageChart(Spec):
    """One chart: what its component says it drew, and what it is drawn with."""

    component: str | None
    element: NonNegativeInt
    type: str
    title: str
    x_label: str
    y_label: str
    points: NonNegativeInt | None
    shapes: NonNegativeInt
    colours: tuple[RgbaColour, ...]
    stack: NonNegativeInt | None


class PageImage(Spec):
    """One image, with what is said in its place."""

    component: str | None
    element: NonNegativeInt
    alt: str | None
    decorative: bool
    loaded: bool
    width: NonNegativeFloat
    height: NonNegativeFloat


class PageUnseen(Spec):
    """Words that a machine reads on the page and a person does not see.

    They are the value of a field that shows dots, the text of an image too small to show anything,
    or phrases of an element's label that are drawn nowhere. `size` is the element's.
    """

    component: str | None
    how: Literal["dots", "small image", "label"]
    text: str
    size: tuple[NonNegativeFloat, NonNegativeFloat]


class PageClosedPart(Spec):
    """Tabs or a dialog that are not open, and the ids of what they hold."""

    component: str | None
    kind: Literal["tabs", "dialog"]
    holds: tuple[str, ...]


class PageFacts(Spec):
    """All that was measured on one surface; `cut` where it was too large to measure all."""

    texts: tuple[PageText, ...]
    texts_seen: NonNegativeInt
    graphics: tuple[PageGraphic, ...]
    charts: tuple[PageChart, ...]
    stacks: tuple[tuple[Layer, ...], ...]
    images: tuple[PageImage, ...]
    unseen: tuple[PageUnseen, ...]
    closed: tuple[PageClosedPart, ...]
    media: NonNegativeInt
    overlaps: tuple[tuple[NonNegativeInt, NonNegativeInt], ...]
    width: NonNegativeFloat
    height: NonNegativeFloat
    overflow_px: NonNegativeFloat
    elements: NonNegativeInt
    cut: bool


class AxeNode(Spec):
    """One element that a rule of axe-core speaks of."""

    element: NonNegativeInt | None
    component: str | None
    text: str
    ratio: float | None
    undecided: str


class AxeRule(Spec):
    """One rule of axe-core with the elements that break it; `count` may be more than `nodes`."""

    rule: str
    impact: Literal["minor", "moderate", "serious", "critical"]
    help: str
    count: NonNegativeInt
    nodes: tuple[AxeNode, ...]


class AxeReport(Spec):
    """What axe-core found, could not decide, or why it was not asked."""

    skipped: str
    violations: tuple[AxeRule, ...]
    incomplete: tuple[AxeRule, ...]


def page_facts(raw: object) -> PageFacts:
    """The facts as the page returned them."""
    return PageFacts.model_validate_json(json.dumps(raw))


def axe_report(raw: object) -> AxeReport:
    """What axe-core said, as the page returned it."""
    return AxeReport.model_validate_json(json.dumps(raw))
