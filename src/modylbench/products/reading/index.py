"""Everything that can be read from one work product, gathered once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.labels import label_words, words
from modylbench.products.numbers import shown_value
from modylbench.products.pointer import join
from modylbench.products.reading import grids, markdown, prose, source_code
from modylbench.products.reading.observation import Observation, hints_of
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from modylbench.products.chart import Point, Series
    from modylbench.products.dashboard import Widget
    from modylbench.products.reading.observation import Words
    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.units import UnitHint
    from modylbench.products.work_product import WorkProduct


@dataclass(frozen=True, slots=True)
class Passage:
    """A text under a heading; `pointers` are the parts of the product that it is made of."""

    product: str
    heading: Words
    text: str
    pointers: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A sheet, section, widget or file: the numbers in it, and which of them answered to what.

    Parts are kept from one index to the next while they stay the same, so that a product in which
    one cell changes is read and searched again only there.
    """

    source: object
    surroundings: object
    observations: tuple[Observation, ...]
    answers: dict[object, tuple[object, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Index:
    """A product and all that was read from it."""

    product: WorkProduct
    parts: tuple[Part, ...]
    passages: tuple[Passage, ...]

    @property
    def observations(self) -> tuple[Observation, ...]:
        """Every number that the product shows."""
        return tuple(observation for part in self.parts for observation in part.observations)


def index(product: WorkProduct, like: Index | None = None) -> Index:
    """Read everything that the product shows; what is the same in `like` is taken from there."""
    known = {id(part.source): part for part in like.parts} if like else {}
    parts: list[Part] = []
    for source, surroundings, read in _sources(product):
        old = known.get(id(source))
        if old is not None and old.source is source and old.surroundings == surroundings:
            parts.append(old)
        else:
            parts.append(Part(source, surroundings, tuple(read())))
    return Index(product, tuple(parts), tuple(_passages(product)))


Source = tuple[object, object, "Callable[[], Iterable[Observation]]"]
"""A part of a product, what around it matters for reading it, and how it is read."""


def _sources(product: WorkProduct) -> Iterator[Source]:
    match product:
        case Spreadsheet():
            weak = hints_of(product.title)
            for sheet in product.sheets:
                pointer = join("sheets", sheet.id)
                yield sheet, weak, partial(_sheet, sheet, pointer, weak)
        case Chart():
            yield product, (), partial(_chart, product, "", ())
        case Document():
            yield from _sections(product)
        case Dashboard():
            weak = hints_of(*product.notes, product.title)
            for widget in product.widgets:
                pointer = join("widgets", widget.id)
                yield widget, weak, partial(_widget, widget, pointer, weak)
        case Code():
            for file in product.files:
                pointer = join("files", file.id, "content")
                yield file, (), partial(source_code.observed, file, pointer)


def _sheet(sheet: Sheet, pointer: str, weak: tuple[UnitHint, ...]) -> Iterator[Observation]:
    return grids.observed(grids.of_sheet(sheet, pointer, (), weak))


def _chart(chart: Chart, pointer: str, context: tuple[Words, ...]) -> Iterator[Observation]:
    for series in chart.series:
        for point in series.points:
            if point.y is not None:
                yield _point(
                    chart,
                    series,
                    point,
                    pointer + join("series", series.id, "points", point.id, "y"),
                    context,
                )


def _point(
    chart: Chart, series: Series, point: Point, pointer: str, context: tuple[Words, ...]
) -> Observation:
    name = point.x if isinstance(point.x, str) else f"{point.x:g}"
    label = label_words(series.label)
    title, y_axis = label_words(chart.title), label_words(chart.y_axis.label)
    unit = (
        *hints_of(series.unit),
        *((label.hint,) if label.hint else ()),
        *hints_of(chart.y_axis.unit, chart.y_axis.label),
    )
    return Observation(
        pointer=pointer,
        shown=(shown_value(point.y or 0),),
        axes=(label.words, _point_words(chart, name)),
        context=(y_axis.words, title.words, *context),
        strong=unit,
        weak=hints_of(chart.title, *chart.notes),
    )


def _point_words(chart: Chart, name: str) -> Words:
    """A bare "1" under an axis named Year is Year 1."""
    if name.replace(".", "").isdigit() and len(name) < 4:
        return words(f"{chart.x_axis.label} {name}")
    return words(name)


def _sections(document: Document) -> Iterator[Source]:
    above: list[tuple[int, Words]] = []
    general = hints_of(document.title)
    for section in document.sections:
        above = [(level, heading) for level, heading in above if level < section.level]
        above.append((section.level, label_words(section.heading).words))
        context = tuple(heading for _, heading in reversed(above))
        weak = (*hints_of(section.heading), *general)
        pointer = join("sections", section.id, "body")
        yield section, (context, weak), partial(_text, section.body, pointer, context, weak)


def _text(
    text: str, pointer: str, context: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    running = text
    for start, end, grid in markdown.tables(text, pointer):
        caption = text[:start].rstrip().rpartition("\n")[2]
        grid.context = (label_words(caption).words, *context) if len(caption) < 200 else context
        grid.weak = (*hints_of(caption), *weak)
        yield from grids.observed(grid)
        running = running[:start] + "\n" * (end - start) + running[end:]
    yield from prose.observed(running, pointer, context, weak)


def _widget(widget: Widget, pointer: str, weak: tuple[UnitHint, ...]) -> Iterator[Observation]:
    title = label_words(widget.title)
    readings = grids.readings_of(widget.value, None)
    hints = (*hints_of(widget.unit), *((title.hint,) if title.hint else ()))
    if readings:
        caption = (label_words(widget.text).words,) if widget.text and len(widget.text) < 80 else ()
        yield Observation(
            pointer + join("value"),
            readings,
            axes=(title.words,),
            aside=caption,
            strong=hints,
            weak=weak,
        )
    if widget.text:
        yield from _text(widget.text, pointer + join("text"), (title.words,), (*hints, *weak))
    if widget.table is not None:
        yield from grids.observed(
            grids.of_sheet(widget.table, pointer + join("table"), (widget.title,), (*hints, *weak))
        )
    if widget.chart is not None:
        yield from _chart(widget.chart, pointer + join("chart"), (title.words,))


def _passages(product: WorkProduct) -> Iterator[Passage]:
    if isinstance(product, Document):
        for place, section in enumerate(product.sections):
            parts = [section]
            for later in product.sections[place + 1 :]:
                if later.level <= section.level:
                    break
                parts.append(later)
            text = "\n\n".join(
                [section.body, *(f"{part.heading}\n{part.body}" for part in parts[1:])]
            )
            yield Passage(
                product.id,
                label_words(section.heading).words,
                text,
                tuple(join("sections", part.id, "body") for part in parts),
            )
    elif isinstance(product, Dashboard):
        for widget in product.widgets:
            if widget.text:
                yield Passage(
                    product.id,
                    label_words(widget.title).words,
                    widget.text,
                    (join("widgets", widget.id, "text"),),
                )
    elif isinstance(product, Spreadsheet):
        for sheet in product.sheets:
            notes = "\n".join(sheet.notes)
            if notes:
                yield Passage(
                    product.id,
                    label_words(sheet.name).words,
                    notes,
                    (join("sheets", sheet.id, "notes"),),
                )
