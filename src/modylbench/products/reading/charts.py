"""Every point of a chart with the labels of its series, category and axes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products import vocabulary
from modylbench.products.labels import label_words
from modylbench.products.numbers import number_shown, shown_value
from modylbench.products.pointer import join
from modylbench.products.reading import prose
from modylbench.products.reading.observation import (
    Observation,
    field_hints,
    hints_of,
    is_the_topic,
    note_hints,
)
from modylbench.products.units import MULTIPLE, UnitHint

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.chart import Chart, Point, Series
    from modylbench.products.reading.observation import Words

_DEFAULT_NAME = re.compile(
    r"\s*(?:series|data|dataset|trace|values?|unnamed)?[\s_:]*\d*\s*", re.IGNORECASE
)
_WHICH_AXIS = re.compile(
    r"[,(\s]*\b(?:rhs|lhs|right|left)(?: (?:axis|scale|hand side))?\b\)?", re.IGNORECASE
)


def observed(chart: Chart, pointer: str, context: tuple[Words, ...]) -> Iterator[Observation]:
    """Every point of the chart, and the numbers that its title and notes state."""
    above = (
        *(said for said in (_y_words(chart), label_words(chart.title).words) if said),
        *context,
    )
    only = _only_category(chart)
    for series in chart.series:
        row = label_words(_series_label(series))
        is_topic = len(chart.series) == 1 and is_the_topic(row.words, above)
        strong = _strong(chart, series, row.words)
        weak = note_hints(chart.title, *chart.notes)
        where = pointer + join("series", series.id, "points")
        for point in series.points:
            if point.y is not None:
                name = _point_name(chart, point)
                own = () if number_shown(name) else hints_of(name)
                said = label_words(name).words
                yield Observation(
                    f"{where}/{point.id}/y",
                    (shown_value(point.y),),
                    axes=(row.words, () if said == only else said),
                    context=above,
                    strong=(*own, *strong),
                    weak=weak,
                    topic=row.words if is_topic else (),
                )
    yield from prose.observed(chart.title, pointer + join("title"), context, ())
    yield from prose.observed("\n".join(chart.notes), pointer + join("notes"), context, ())


def _series_label(series: Series) -> str:
    return "" if _DEFAULT_NAME.fullmatch(series.label) else _WHICH_AXIS.sub(" ", series.label)


def _only_category(chart: Chart) -> Words | None:
    """What all points are called, if it is no more than "Current" or "Base case"."""
    names = {label_words(str(point.x)).words for series in chart.series for point in series.points}
    only = names.pop() if len(names) == 1 else None
    return only if only and vocabulary.ALONE.issuperset(only) else None


def _y_words(chart: Chart) -> Words:
    return label_words(chart.y_axis.label).words


def _strong(chart: Chart, series: Series, said: Words) -> tuple[UnitHint, ...]:
    """The units of a series, its own before those of the axis that it may share with others."""
    multiple = (
        (UnitHint(MULTIPLE, 1.0),) if said and vocabulary.AS_MULTIPLE.issuperset(said) else ()
    )
    return (
        *field_hints(series.unit),
        *multiple,
        *hints_of(_series_label(series)),
        *field_hints(chart.y_axis.unit),
        *hints_of(chart.y_axis.label),
    )


def _point_name(chart: Chart, point: Point) -> str:
    """A bare "1" under an axis named Year is Year 1."""
    name = point.x if isinstance(point.x, str) else f"{point.x:g}"
    if name.replace(".", "").isdigit() and len(name) < 4:
        return f"{chart.x_axis.label} {name}"
    return name
