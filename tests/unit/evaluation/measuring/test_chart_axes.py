"""Are axes that are named the wrong way round found, and own names left alone?"""

from modylbench.evaluation.measuring.defects import turned_charts
from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.products.dashboard import Dashboard, Widget

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
