"""Every number of a chart, and of a dashboard's widgets with their captions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.language.plain import plain
from modylbench.products.pointer import join
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import label_words
from modylbench.products.quantities.numbers import number_shown, shown_value
from modylbench.products.quantities.units import MULTIPLE, UnitHint
from modylbench.products.reading import grids, prose, tables, texts
from modylbench.products.reading.observation import (
    Observation,
    caption_parts,
    field_hints,
    hints_of,
    is_the_topic,
    note_hints,
    split_caption,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.chart import Chart, Point, Series
    from modylbench.products.dashboard import Widget
    from modylbench.products.reading.observation import Words

_DEFAULT_NAME = re.compile(
    r"\s*(?:series|data|dataset|trace|values?|unnamed)?[\s_:]*\d*\s*", re.IGNORECASE
)
_WHICH_AXIS = re.compile(
    r"[,(\s]*\b(?:rhs|lhs|right|left)(?: (?:axis|scale|hand side))?\b\)?", re.IGNORECASE
)


def _caption(text: str) -> tuple[Words, ...]:
    """What a caption says of the figure above it; a part with a figure of its own is about that."""
    own = [part for part in split_caption(text) if not prose.figures_in(plain(part))]
    return caption_parts("|".join(own))


def widget_observations(
    widget: Widget, pointer: str, above: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    """Every number of a widget; `above` is what the dashboard's title says of all of them."""
    title = label_words(widget.title)
    stated = (*field_hints(widget.unit), *hints_of(widget.title))
    readings = grids.readings_of(widget.value, None)
    if readings:
        yield Observation(
            pointer + join("value"),
            readings,
            axes=(title.words,),
            aside=_caption(widget.text),
            context=above,
            strong=stated,
            weak=weak,
        )
    context, weak = (title.words, *above), (*stated, *weak)
    yield from prose.prose_observations(widget.title, pointer + join("title"), above, ())
    if widget.text:
        yield from texts.text_observations(widget.text, pointer + join("text"), context, weak)
    if widget.table is not None:
        yield from tables.table_observations(
            grids.of_sheet(widget.table, pointer + join("table"), context, weak)
        )
    if widget.chart is not None:
        yield from chart_observations(widget.chart, pointer + join("chart"), context)


def chart_observations(
    chart: Chart, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    """Every point of the chart, and the numbers that its title and notes state."""
    above = (
        *(said for said in (_y_words(chart), label_words(chart.title).words) if said),
        *context,
    )
    only = _only_category(chart)
    for series in chart.series:
        row = label_words(_series_label(series))
        is_topic = len(chart.series) == 1 and is_the_topic(row.words, above)
        strong = _series_units(chart, series, row.words)
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
    yield from prose.prose_observations(chart.title, pointer + join("title"), context, ())
    yield from prose.prose_observations(
        "\n".join(chart.notes), pointer + join("notes"), context, ()
    )


def _series_label(series: Series) -> str:
    return "" if _DEFAULT_NAME.fullmatch(series.label) else _WHICH_AXIS.sub(" ", series.label)


def _only_category(chart: Chart) -> Words | None:
    """What all points are called, if it is no more than "Current" or "Base case"."""
    names = {label_words(str(point.x)).words for series in chart.series for point in series.points}
    only = names.pop() if len(names) == 1 else None
    return only if only and vocabulary.ALONE.issuperset(only) else None


def _y_words(chart: Chart) -> Words:
    return label_words(chart.y_axis.label).words


def _series_units(chart: Chart, series: Series, said: Words) -> tuple[UnitHint, ...]:
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
