"""Every number of a widget: its figures with their captions, its tables, charts and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.products.labels import label_words
from modylbench.products.plain import plain
from modylbench.products.pointer import join
from modylbench.products.reading import charts, grids, prose, tables, texts
from modylbench.products.reading.observation import (
    Observation,
    field_hints,
    hints_of,
    parted,
    parts,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.dashboard import Widget
    from modylbench.products.reading.observation import Words
    from modylbench.products.units import UnitHint


def _caption(text: str) -> tuple[Words, ...]:
    """What a caption says of the figure above it; a part with a figure of its own is about that."""
    own = [part for part in parted(text) if not prose.figures_in(plain(part))]
    return parts("|".join(own))


def observed(
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
    yield from prose.observed(widget.title, pointer + join("title"), above, ())
    if widget.text:
        yield from texts.observed(widget.text, pointer + join("text"), context, weak)
    if widget.table is not None:
        yield from tables.observed(
            grids.of_sheet(widget.table, pointer + join("table"), context, weak)
        )
    if widget.chart is not None:
        yield from charts.observed(widget.chart, pointer + join("chart"), context)
