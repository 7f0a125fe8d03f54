"""The shape of the page's data of a work product, state by state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from modylbench.publishing.report.shapes.judgments import JudgedData


class PlaceData(TypedDict):
    """A place in a product.

    It is the element of the replay with the longest `pointer` that this one begins with, step by
    step.
    """

    product_id: str
    """As in `ProductData.product_id`."""
    pointer: str
    """RFC 6901 with ids as steps: `/sheets/debt/rows/senior/cells/year_1`."""
    span: list[int] | None
    """The characters in a text there that are meant, from and to; None: all of it."""


class FindingData(TypedDict):
    """One criterion, checked by code."""

    criterion_id: str
    description: str
    verdict: Literal["passed", "failed", "missing", "unread", "ambiguous", "unverifiable"]
    """Only `passed` passes."""
    voted: bool | None
    """What a majority of the judges says where code cannot tell; None where nobody was asked."""
    required: bool
    found: str
    expected: str
    reason: str
    where: list[PlaceData]
    """The very cells."""


class SurfaceProblem(TypedDict):
    """Something wrong with what could be seen, or with what was sent for it."""

    code: str
    severity: str
    """`error` or `warning`."""
    reason: str
    surface_id: str
    """Where; empty where that is not known."""


class CellData(TypedDict, total=False):
    """One cell of a table; its pointer is the row's and then `/cells/<column id>`."""

    text: str
    formula: str
    """What it is computed by, if that is known."""


class ColumnData(TypedDict):
    """A column."""

    id: str
    """Stays the same when the column moves."""
    label: str
    """Its header, with the unit."""


class RowPart(TypedDict):
    """A row of a table."""

    kind: Literal["row"]
    pointer: str
    """Where it stands: `/sheets/debt/rows/senior`."""
    label: str
    """Its header, with the unit."""
    cells: dict[str, CellData]
    """By column id."""


class TablePart(TypedDict):
    """A table."""

    kind: Literal["table"]
    pointer: str
    title: str
    columns: list[ColumnData]
    """From left to right; before them stands the rows' header."""
    rows: list[int]
    """By their places in `TrialData.parts`."""
    notes: list[str]


class PointData(TypedDict):
    """A point of a chart."""

    pointer: str
    x: str
    """A category or a number, as text."""
    y: float | None
    """Its height; None: a gap."""
    low: float | None
    """The lower bound, if it has one."""
    high: float | None


class SeriesData(TypedDict):
    """A series of a chart."""

    pointer: str
    label: str
    """Its name, with the unit."""
    points: list[PointData]


class ChartPart(TypedDict):
    """A chart."""

    kind: Literal["chart"]
    pointer: str
    """Where it stands; empty where the product is the chart."""
    title: str
    chart_type: str
    """bar, line, area, scatter, pie, waterfall, forest, heatmap, other."""
    x_label: str
    """Of the horizontal axis, with the unit."""
    y_label: str
    series: list[SeriesData]
    notes: list[str]


class TextPart(TypedDict):
    """A heading and a text below it: a section, a widget's figure, a source, notes, a file of code.

    For a place ending in `/body`, `/text` or `/content` a span counts in `text`.
    """

    kind: Literal["text", "code"]
    """Its shape; code is to be shown as it is, with its lines."""
    pointer: str
    heading: str
    level: int
    """Of the heading, from 1."""
    text: str
    """Markdown of the agent's, to be shown as plain text."""


Part = RowPart | TablePart | ChartPart | TextPart


class StateData(TypedDict):
    """What a product looked like from the end of a turn on."""

    turn_index: int
    """The turn after which it first looked so."""
    title: str
    is_there: bool
    """False where the agent took it away."""
    parts: list[int]
    """Places in `TrialData.parts`; a part that did not change keeps its place."""
    left_out: int
    """Parts (rows among them) that are not here because there were too many."""


class ProductData(TypedDict):
    """A work product, from first to last."""

    product_id: str
    """The scenario's name for it, or the agent's where it stands for no deliverable."""
    own_id: str
    """The agent's name for it."""
    kind: str
    """spreadsheet, chart, document, dashboard, code."""
    is_deliverable: bool
    """Whether the scenario asks for it."""
    states: list[StateData]
    """One for every turn after which it looked otherwise than before."""
    judged: JudgedData | None
    """None where it was not judged."""
    findings: list[FindingData]
    """Of its state at the end of the meeting."""
    page_findings: list[SurfaceProblem]
    """What is wrong with how it looks at the end."""
