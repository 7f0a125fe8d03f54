"""Defects that can be seen in a product alone."""

import pytest

from modylbench.evaluation.measuring.defects import is_placeholder, placeholder_share, turned_charts
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget
from modylbench.products.document import Document, Section
from modylbench.products.spreadsheet import Cell, Column, Row, Sheet, Spreadsheet

HOLDING = [
    "TBD", "tbc", "**TBD**", "- to be confirmed", "N/A", "n.a.", "[insert figure here]", "???",
    "...", "To be determined.", "will be added later", "Placeholder", "Lorem ipsum dolor sit amet",
    "XXX", "Coming soon!", "TODO", "pending",
]  # fmt: skip
SAYING = [
    "0", "-", "12.5%", "Net debt", "The start date is to be confirmed by the regulator.",
    "Pending approval, we begin in May", "NA region", "No", "None of the lenders agreed.", "Q3",
]  # fmt: skip


@pytest.mark.parametrize("text", HOLDING)
def test_holds_a_place(text: str) -> None:
    assert is_placeholder(text)


@pytest.mark.parametrize("text", SAYING)
def test_says_something(text: str) -> None:
    assert not is_placeholder(text)


def test_cells_are_counted_and_empty_ones_are_not() -> None:
    cells = {
        "a": Cell(value="TBD"),
        "b": Cell(value=0),
        "c": Cell(),
        "d": Cell(value=2, text="n/a"),
    }
    columns = tuple(Column(id=name, label="TBD") for name in cells)
    sheet = Sheet(id="s", name="TBD", columns=columns, rows=(Row(id="r", label="x", cells=cells),))

    assert placeholder_share(Spreadsheet(id="p", title="TBD", sheets=(sheet,))) == 2 / 3


def test_nothing_to_count_is_no_share() -> None:
    sections = (Section(id="s", heading="Summary"),)

    assert placeholder_share(Document(id="d", title="x", sections=sections)) is None


CHART = Chart(
    id="savings",
    title="Savings by depot",
    chart_type="bar",
    x_axis=Axis(label="Depot"),
    y_axis=Axis(label="Annual savings", unit="$M"),
    series=(
        Series(
            id="s",
            label="Savings",
            points=(Point(id="a", x="North", y=3.0), Point(id="b", x="South", y=2.0)),
        ),
    ),
)
TURNED = CHART.model_copy(update={"x_axis": CHART.y_axis, "y_axis": CHART.x_axis})


def renamed(x: str, y: str) -> Chart:
    return CHART.model_copy(update={"x_axis": Axis(label=x), "y_axis": Axis(label=y)})


def test_axes_called_crosswise_are_a_fault_in_a_chart_and_on_a_dashboard() -> None:
    def page(chart: Chart) -> Dashboard:
        return Dashboard(id="d", title="Page", widgets=(Widget(id="w", title="C", chart=chart),))

    assert turned_charts(TURNED, CHART) == (CHART.title,)
    assert turned_charts(page(TURNED), page(CHART)) == (CHART.title,)


def test_own_names_missing_names_and_the_right_names_are_none() -> None:
    others = (CHART, renamed("Site", "Benefit per year"), renamed("", ""), renamed("Depots", "$M"))

    assert [turned_charts(other, CHART) for other in others] == [()] * len(others)


def test_a_chart_that_has_numbers_along_x_is_drawn_the_other_way_and_not_wrong() -> None:
    points = (Point(id="a", x=3.0, y=1.0), Point(id="b", x=2.0, y=2.0))
    series = (CHART.series[0].model_copy(update={"points": points}),)

    assert turned_charts(TURNED.model_copy(update={"series": series}), CHART) == ()
