"""What does the forest plot of the subgroups show?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.scenarios.library.scientist.analysis import OVERALL
from modylbench.scenarios.library.scientist.protocol import HIGH, LEVEL_NAMES
from modylbench.scenarios.library.scientist.workbook import comparison_name

if TYPE_CHECKING:
    from modylbench.scenarios.library.scientist.stage import Stage


def subgroup_figure(stage: Stage) -> Chart:
    """One line a subgroup, the overall estimate last once it has been asked for."""
    names = {**LEVEL_NAMES, **({OVERALL: "Overall"} if stage.has("overall_row") else {})}
    points = tuple(
        Point(
            id=level,
            x=name,
            y=round(contrast["difference"], 2),
            low=round(contrast["lower"], 2),
            high=round(contrast["upper"], 2),
        )
        for level, name in names.items()
        for contrast in [stage.analysis["subgroups"][level]]
    )
    return Chart(
        id="subgroup_figure",
        title="Exploratory subgroups: seated SBP, change from baseline to week 12",
        chart_type="forest",
        x_axis=Axis(label="Subgroup"),
        y_axis=Axis(label="Adjusted mean difference; below zero favours the high dose"),
        series=(Series(id="high_dose", label=comparison_name(HIGH), points=points),),
        notes=("In mmHg. Bars are 95% confidence intervals, not adjusted for multiplicity.",),
    )
