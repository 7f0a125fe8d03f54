"""How ready is each company's technology, by year: as assessed, and as planned?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.chart import Axis, Chart, Point, Series
from modylbench.scenarios.library.deep_researcher.companies import BY_NAME
from modylbench.scenarios.library.deep_researcher.metrics import ASSESSED, TARGET

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.scenarios.library.deep_researcher.sources import Key, Standing
    from modylbench.scenarios.library.deep_researcher.stage import Stage


def readiness_timeline(stage: Stage) -> Chart:
    """The chart: for each company one series of levels assessed and one of levels planned."""
    series = [series for company in stage.companies for series in _series(company, stage.readiness)]
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
    company: str, standing: Mapping[Key, Standing], prefix: str
) -> Iterator[tuple[int, int]]:
    """The years and levels that sources state, in the order of the years."""
    found = []
    for (name, metric), one in standing.items():
        if name == company and metric.startswith(prefix) and one.value is not None:
            number = int(metric.removeprefix(prefix))
            value = round(one.value)
            found.append((number, value) if prefix == ASSESSED else (value, number))
    yield from sorted(found)


def _series(company: str, standing: Mapping[Key, Standing]) -> Iterator[Series]:
    for prefix, basis in ((ASSESSED, "assessed"), (TARGET, "target")):
        points = tuple(
            Point(id=f"y{year}" if prefix == ASSESSED else f"level_{level}", x=year, y=level)
            for year, level in levels(company, standing, prefix)
        )
        if points:
            name = f"{BY_NAME[company].id}_{basis}"
            yield Series(id=name, label=f"{company} ({basis})", points=points)
