"""An oracle who draws a chart with its axes or its series the wrong way round."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from modylbench.agents.distorting.altered import Altered
from modylbench.agents.oracle import Oracle
from modylbench.agents.planted.plant import Plant, first_shown
from modylbench.products.chart import Chart
from modylbench.products.dashboard import Dashboard

if TYPE_CHECKING:
    from modylbench.agents.reference.playbook import Step
    from modylbench.products.chart import Point, Series
    from modylbench.products.work_product import WorkProduct
    from modylbench.scenarios.variant import Variant

LEVELS = ("axes", "series", "axes and series")
PAIR = 2


def planted(variant: Variant, level: int) -> Plant | None:
    """The oracle whose charts are turned round; None where the scenario asks for no chart."""
    what = LEVELS[level]
    product = next(filter(_has_chart, sorted(variant.final_products, key=_rank)), None)
    if product is None:
        return None
    name = product.id

    def alter(step: Step) -> Step:
        turned = (
            _turned(product, what) if product.id == name else product for product in step.products
        )
        return replace(step, products=tuple(turned))

    return Plant(
        f"{what} swapped",
        lambda playbook, pace: Oracle(Altered(playbook, alter), pace),
        turn_index=first_shown(variant, alter),
        product_id=name,
    )


def _rank(product: WorkProduct) -> bool:
    """A chart of its own comes before one on a dashboard."""
    return not isinstance(product, Chart)


def _has_chart(product: WorkProduct) -> bool:
    if isinstance(product, Dashboard):
        return any(widget.chart for widget in product.widgets)
    return isinstance(product, Chart)


def _turned(product: WorkProduct, what: str) -> WorkProduct:
    match product:
        case Chart():
            return _chart(product, what)
        case Dashboard():
            widgets = tuple(
                widget.model_copy(update={"chart": _chart(widget.chart, what)})
                if widget.chart
                else widget
                for widget in product.widgets
            )
            return product.model_copy(update={"widgets": widgets})
        case _:
            return product


def _chart(chart: Chart, what: str) -> Chart:
    update: dict[str, object] = {}
    if "axes" in what:
        update |= {"x_axis": chart.y_axis, "y_axis": chart.x_axis}
    if "series" in what:
        update["series"] = _exchanged(chart.series)
    return chart.model_copy(update=update)


def _exchanged(series: tuple[Series, ...]) -> tuple[Series, ...]:
    """The first and the last series with each other's points; of one alone, its values reversed."""
    if len(series) >= PAIR:
        first, *others, last = series
        return (
            first.model_copy(update={"points": last.points}),
            *others,
            last.model_copy(update={"points": first.points}),
        )
    return tuple(
        series.model_copy(update={"points": _reversed(series.points)}) for series in series
    )


def _reversed(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(
        point.model_copy(update={"y": other.y, "low": other.low, "high": other.high})
        for point, other in zip(points, reversed(points), strict=True)
    )
