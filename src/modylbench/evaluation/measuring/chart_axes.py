"""Are the axes of a chart named the wrong way round?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.evaluation.measuring.wording import stem, words_in
from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.chart import Axis
    from modylbench.products.work_product import WorkProduct


def turned_charts(own: WorkProduct, perfect: WorkProduct) -> tuple[str, ...]:
    """The titles of its charts whose axes are called crosswise what a perfect one calls them.

    Only where both give the points alike: categories along x in both, or numbers in both.
    """
    theirs = list(_charts(perfect))
    return tuple(
        chart.title
        for chart in _charts(own)
        if (like := _counterpart(chart, theirs)) is not None and _is_crosswise(chart, like)
    )


def _charts(product: WorkProduct) -> Iterator[Chart]:
    if isinstance(product, Chart):
        yield product
    elif isinstance(product, Dashboard):
        yield from (widget.chart for widget in product.widgets if widget.chart is not None)


def _counterpart(chart: Chart, others: list[Chart]) -> Chart | None:
    """The perfect chart with the most names of points and series in common."""
    names = _names(chart)
    ranked = sorted(others, key=lambda other: len(names & _names(other)), reverse=True)
    return ranked[0] if ranked and names & _names(ranked[0]) else None


def _names(chart: Chart) -> set[str]:
    points = {str(point.x).lower() for series in chart.series for point in series.points}
    return points | {series.label.lower() for series in chart.series}


def _is_crosswise(own: Chart, perfect: Chart) -> bool:
    if _has_names(own) != _has_names(perfect):
        return False
    x, y = _said(own.x_axis), _said(own.y_axis)
    right_x, right_y = _said(perfect.x_axis), _said(perfect.y_axis)
    straight = len(x & right_x) + len(y & right_y)
    crossed = len(x & right_y), len(y & right_x)
    return all(crossed) and sum(crossed) > straight


def _has_names(chart: Chart) -> bool:
    return any(isinstance(point.x, str) for series in chart.series for point in series.points)


def _said(axis: Axis) -> frozenset[str]:
    return frozenset(stem(word) for word in words_in(axis.label))
