"""What do the charts show?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.scenarios.library.business_analyst.funnels import CELLS, ROWS, TOTAL
from modylbench.scenarios.library.business_analyst.opportunities import QUARTERS, STAGES
from modylbench.scenarios.library.business_analyst.workbook import PERCENT, identifier, percent

if TYPE_CHECKING:
    from modylbench.scenarios.library.business_analyst.figures import Figures


def funnel_chart(figures: Figures, *, by_segment: bool) -> Chart:
    """How far the opportunities of each quarter got, all together and (if asked) by segment."""
    reach = figures.reach()
    cells = [cell for cell in CELLS if by_segment or cell.startswith(TOTAL)]
    return Chart(
        id="funnel_chart",
        title=f"Funnel within {figures.window_days} days of creation, Q2 against Q3",
        chart_type="bar",
        x_axis=Axis(label="Stage reached"),
        y_axis=Axis(label="Share of created opportunities", unit=PERCENT),
        series=tuple(
            Series(
                id=identifier(cell),
                label=cell.replace("|", " "),
                points=tuple(
                    Point(id=stage, x=stage.capitalize(), y=percent(share))
                    for stage, share in zip(STAGES[1:], reach[cell], strict=True)
                ),
            )
            for cell in cells
        ),
    )


def win_rate_chart(figures: Figures) -> Chart:
    """Both quarters side by side: every segment up, the total down."""
    return Chart(
        id="win_rate_chart",
        title=f"Win rate within {figures.window_days} days, by segment",
        chart_type="bar",
        x_axis=Axis(label="Segment"),
        y_axis=Axis(label="Win rate", unit=PERCENT),
        series=tuple(
            Series(
                id=identifier(quarter),
                label=quarter,
                points=tuple(
                    Point(
                        id=identifier(segment),
                        x=segment,
                        y=percent(figures.win_rates[f"{segment}|{quarter}"]),
                    )
                    for segment in ROWS
                ),
            )
            for quarter in QUARTERS
        ),
    )
