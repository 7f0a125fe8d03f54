"""Everything that can be read from one work product, gathered once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from modylbench.products.chart import Chart
from modylbench.products.code import Code
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.pointer import join
from modylbench.products.quantities import vocabulary
from modylbench.products.quantities.labels import label_words, period_places
from modylbench.products.reading import dashboards, grids, prose, tables, texts
from modylbench.products.reading.numerals import has_decimal_commas, with_points
from modylbench.products.reading.observation import note_hints
from modylbench.products.reading.set_aside import SET_ASIDE, is_set_aside, names_set_aside
from modylbench.products.reading.source import files
from modylbench.products.spreadsheet import Spreadsheet
from modylbench.products.terminal import Terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from modylbench.products.quantities.units import UnitHint
    from modylbench.products.reading.observation import Observation, Words
    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.work_product import WorkProduct


@dataclass(frozen=True, slots=True)
class TextPassage:
    """A text under a heading; `pointers` are the parts of the product that it is made of."""

    product: str
    heading: Words
    text: str
    pointers: tuple[str, ...]
    is_set_aside: bool = False
    """It says of itself that it is an older version or a side case."""


@dataclass(frozen=True, slots=True, eq=False)
class ProductPart:
    """A sheet, section, widget or file: the numbers in it, and which of them answered to what.

    Parts are kept from one index to the next while they stay the same, so that a product in which
    one cell changes is read and searched again only there.
    """

    source: object
    surroundings: object
    observations: tuple[Observation, ...]
    answers: dict[object, tuple[object, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """A product and all that was read from it."""

    product: WorkProduct
    parts: tuple[ProductPart, ...]
    passages: tuple[TextPassage, ...]
    is_swapped: bool = False
    """Its numbers had decimal commas, which are points here."""

    @property
    def observations(self) -> tuple[Observation, ...]:
        """Every number that the product shows."""
        return tuple(observation for part in self.parts for observation in part.observations)


def index(product: WorkProduct, like: Index | None = None) -> Index:
    """Read everything that the product shows; what is the same in `like` is taken from there."""
    is_swapped = like.is_swapped if like else has_decimal_commas(product)
    if is_swapped:
        product = with_points(product)
    known = {id(part.source): part for part in like.parts} if like else {}
    parts: list[ProductPart] = []
    for source, surroundings, read in _sources(product):
        old = known.get(id(source))
        if old is not None and old.source is source and old.surroundings == surroundings:
            parts.append(old)
        else:
            parts.append(ProductPart(source, surroundings, tuple(read())))
    return Index(product, tuple(parts), tuple(_passages(product)), is_swapped)


PartObservations = tuple[object, object, "Callable[[], Iterable[Observation]]"]
"""A part of a product, what around it matters for reading it, and how it is read."""


def _sources(product: WorkProduct) -> Iterator[PartObservations]:
    above = _of_title(product.title)
    match product:
        case Spreadsheet():
            weak = note_hints(product.title)
            for sheet in product.sheets:
                pointer = join("sheets", sheet.id)
                around = _with_mark(above, is_aside=is_set_aside(sheet.name, sheet.notes))
                yield sheet, (around, weak), partial(_sheet, sheet, pointer, around, weak)
        case Chart():
            yield product, (), partial(dashboards.chart_observations, product, "", ())
        case Document():
            yield from _sections(product, above)
        case Dashboard():
            weak = note_hints(*product.notes, product.title)
            for widget in product.widgets:
                around = _with_mark(above, is_aside=names_set_aside(widget.title))
                read = partial(
                    dashboards.widget_observations, widget, join("widgets", widget.id), around, weak
                )
                yield widget, (around, weak), read
            notes = partial(
                prose.prose_observations, "\n".join(product.notes), join("notes"), above, ()
            )
            yield product.notes, above, notes
        case Code():
            for file in product.files:
                pointer = join("files", file.id, "content")
                yield file, above, partial(files.file_observations, file, pointer, above)
        case Terminal():
            pass  # what a command printed is no statement: whoever needs it reads it as that


def _with_mark(above: tuple[Words, ...], *, is_aside: bool) -> tuple[Words, ...]:
    """What stands above, and that it is set aside; last, since the nearest heading comes first."""
    return (*above, SET_ASIDE) if is_aside else above


def _of_title(title: str) -> tuple[Words, ...]:
    """What a product's title says of all its numbers: the period, or that it is a case apart."""
    said = label_words(title).words
    places = period_places(said)
    period = (
        tuple(word for place in places for word in said[place : place + 2])
        if len(places) == 1
        else ()
    )
    cases = tuple(word for word in said if word in vocabulary.OTHER_CASES_IN_TITLES)
    return tuple(label for label in (period, cases) if label)


def _sheet(
    sheet: Sheet, pointer: str, above: tuple[Words, ...], weak: tuple[UnitHint, ...]
) -> Iterator[Observation]:
    yield from tables.table_observations(grids.of_sheet(sheet, pointer, above, weak))
    context = (label_words(sheet.name).words, *above)
    yield from prose.prose_observations(
        "\n".join(sheet.notes), pointer + join("notes"), context, ()
    )


def _sections(document: Document, title: tuple[Words, ...]) -> Iterator[PartObservations]:
    above: list[tuple[int, str]] = []
    stated = note_hints(document.title)
    for section in document.sections:
        above = [(level, heading) for level, heading in above if level < section.level]
        above.append((section.level, section.heading))
        headings = [heading for _, heading in reversed(above)]
        context = _with_mark(
            (*(label_words(heading).words for heading in headings), *title),
            is_aside=any(map(names_set_aside, headings)),
        )
        weak = (*note_hints(section.heading), *stated)
        pointer = join("sections", section.id, "body")
        yield (
            section,
            (context, weak),
            partial(texts.text_observations, section.body, pointer, context, weak),
        )


def _passages(product: WorkProduct) -> Iterator[TextPassage]:
    if isinstance(product, Document):
        yield from _with_those_below(product)
    elif isinstance(product, Dashboard):
        for widget in product.widgets:
            if widget.text:
                pointer = join("widgets", widget.id, "text")
                yield TextPassage(
                    product.id,
                    label_words(widget.title).words,
                    widget.text,
                    (pointer,),
                    names_set_aside(widget.title),
                )
    elif isinstance(product, Spreadsheet):
        for sheet in product.sheets:
            notes = "\n".join(sheet.notes)
            if notes:
                yield TextPassage(
                    product.id,
                    label_words(sheet.name).words,
                    notes,
                    (join("sheets", sheet.id, "notes"),),
                    is_set_aside(sheet.name, sheet.notes),
                )


def _with_those_below(document: Document) -> Iterator[TextPassage]:
    """Every section with those below it."""
    for place, section in enumerate(document.sections):
        parts = [section]
        for later in document.sections[place + 1 :]:
            if later.level <= section.level:
                break
            parts.append(later)
        text = "\n\n".join([section.body, *(f"{part.heading}\n{part.body}" for part in parts[1:])])
        pointers = tuple(join("sections", part.id, "body") for part in parts)
        yield TextPassage(
            document.id,
            label_words(section.heading).words,
            text,
            pointers,
            names_set_aside(section.heading),
        )
