"""The readiness timeline: each company's level by year, assessed and planned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.scenarios.library.deep_researcher.companies import ASSESSED, BY_NAME, TARGET

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.library.deep_researcher.research_state import ResearchState
    from modylbench.scenarios.library.deep_researcher.sources import FigureStanding, Key


def readiness_timeline(state: ResearchState) -> Chart:
    """The chart: for each company one series of levels assessed and one of levels planned."""
    series = [series for company in state.companies for series in _series(company, state.readiness)]
    return Chart(
        id="readiness_timeline",
        title="Technology readiness by company and year",
        chart_type="scatter",
        x_axis=Axis(label="Year"),
        y_axis=Axis(label="Technology readiness level (TRL)"),
        series=tuple(series),
        notes=("A dot only where a source states a level for a year.",),
    )


def levels(
    company: str, standing: Mapping[Key, FigureStanding], prefix: str
) -> Iterator[tuple[int, int]]:
    """The years and levels that sources state, in the order of the years."""
    found = []
    for (name, metric), figure in standing.items():
        if name == company and metric.startswith(prefix) and figure.value is not None:
            number = int(metric.removeprefix(prefix))
            value = round(figure.value)
            found.append((number, value) if prefix == ASSESSED else (value, number))
    yield from sorted(found)


def _series(company: str, standing: Mapping[Key, FigureStanding]) -> Iterator[Series]:
    for prefix, basis in ((ASSESSED, "assessed"), (TARGET, "target")):
        points = tuple(
            Point(id=f"y{year}" if prefix == ASSESSED else f"level_{level}", x=year, y=level)
            for year, level in levels(company, standing, prefix)
        )
        if points:
            name = f"{BY_NAME[company].id}_{basis}"
            yield Series(id=name, label=f"{company} ({basis})", points=points)
