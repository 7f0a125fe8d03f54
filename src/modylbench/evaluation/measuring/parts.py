"""Content in the wrong place: under another part's heading, or in another product's name.

A part is a section, a sheet or a tile. It is known by its words and numbers, whatever it is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from modylbench.language.content_words import content_words, words_in
from modylbench.language.plain import plain, word_set
from modylbench.products.dashboard import Dashboard
from modylbench.products.document import Document
from modylbench.products.quantities.numbers import figures_within
from modylbench.products.reading.product_texts import product_texts
from modylbench.products.spreadsheet import Spreadsheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from modylbench.products.dashboard import Widget
    from modylbench.products.spreadsheet import Sheet
    from modylbench.products.work_product import WorkProduct

    ContentTokens = frozenset[str | float]

SAME_NAME = 0.6  # ours: of the words of both; then they are called the same
SAME_CONTENT = 0.5  # ours: of the words and numbers of both; even own wording seldom has so many
OTHER_CONTENT = 0.5  # ours: who has less than half of that in common is about another thing
FEWEST = 3  # ours: words and numbers; fewer cannot be known again
COPIED = 0.8  # ours: of the words and numbers of both; two deliverables never have so many
HOLLOW = 0.06  # ours: of the words and numbers due; honest conclusions have several times that
SILENT = (
    0.25  # ours: the same where code hears none of the conclusions; a fuller text may be misread
)
FEWEST_TO_CONCLUDE = 8  # ours: of less nobody knows which words another needs
CONCLUDING = word_set(
    "summary synopsis conclusion conclusions recommendation recommendations decision "
    "decisions verdict "
    "shortlist diagnosis actions action steps takeaways findings answer outlook"
)
MOST_PARTS = 200  # ours: of one product


class LabelledPart(NamedTuple):
    """A part of a product: what it is called, and the words and numbers in it."""

    name: str
    content: ContentTokens


def hollow_conclusions(
    own: WorkProduct, perfect: WorkProduct, *, is_silent: bool = False
) -> tuple[str, ...]:
    """Its parts that should conclude, by their names, and say next to nothing of what is due there.

    Nobody needs our words; who has none of them and none of the figures has not concluded. In a
    product that `is_silent` on all that decides, a part with few of them and few words is hollow.
    """
    right = [
        part
        for part in _parts(perfect)
        if len(part.content) >= FEWEST_TO_CONCLUDE
        and not CONCLUDING.isdisjoint(words_in(part.name))
    ]
    return tuple(
        part.name
        for part in _parts(own)
        for due in right
        if _is_same_name(part.name, due.name)
        and (
            len(part.content & due.content) < HOLLOW * len(due.content)
            or (is_silent and len(part.content) < SILENT * len(due.content))
        )
    )


@dataclass(frozen=True, slots=True)
class MisplacedParts:
    """Of the parts that are called like a perfect one's, those with the content of another."""

    compared: int = 0
    misplaced: tuple[str, ...] = ()


def misplaced_parts(own: WorkProduct, perfect: WorkProduct) -> MisplacedParts:
    """The parts whose content a perfect product has under another name."""
    right = [part for part in _parts(perfect) if len(part.content) >= FEWEST]
    compared = 0
    misplaced: list[str] = []
    for part in _parts(own):
        same = max(right, key=lambda other: shared_share(part.content, other.content), default=None)
        named = [other for other in right if _is_same_name(part.name, other.name)]
        if same is None or not named:
            continue
        like = shared_share(part.content, same.content)
        if like < SAME_CONTENT:
            continue
        compared += 1
        here = max(shared_share(part.content, other.content) for other in named)
        if here < OTHER_CONTENT * like and not _name_in_common(part.name, same.name):
            misplaced.append(part.name)
    return MisplacedParts(compared, tuple(misplaced))


def copied_products(
    own: Mapping[str, WorkProduct], perfect: Mapping[str, WorkProduct]
) -> dict[str, str]:
    """The deliverables that are only another one under their own name, with that one's."""
    content = {name: content_tokens(product) for name, product in own.items()}
    right = {name: content_tokens(product) for name, product in perfect.items() if name in own}
    found: dict[str, str] = {}
    for name in right:
        for other in right:
            is_copy = (
                name != other
                and len(content[name]) >= FEWEST
                and shared_share(content[name], content[other]) >= COPIED
                and shared_share(right[name], right[other]) < SAME_CONTENT
                and shared_share(content[name], right[name])
                < shared_share(content[other], right[other])
            )
            if is_copy:
                found[name] = other
    return found


def shared_share(first: ContentTokens, other: ContentTokens) -> float:
    """The part of all words and numbers of both that they have in common."""
    every = len(first | other)
    return len(first & other) / every if every else 0.0


def content_tokens(product: WorkProduct) -> ContentTokens:
    """The words and numbers of a product, without its title."""
    return frozenset(token for part in _parts(product) for token in part.content)


def _name_in_common(name: str, other: str) -> bool:
    return not frozenset(content_words(name)).isdisjoint(content_words(other))


def _is_same_name(name: str, other: str) -> bool:
    words, theirs = frozenset(content_words(name)), frozenset(content_words(other))
    if not words or not theirs:
        return plain(name).strip() == plain(other).strip()
    return len(words & theirs) >= SAME_NAME * len(words | theirs)


def _parts(product: WorkProduct) -> Iterator[LabelledPart]:
    match product:
        case Document():
            for section in product.sections[:MOST_PARTS]:
                yield LabelledPart(section.heading, _tokens(section.body))
        case Spreadsheet():
            for sheet in product.sheets[:MOST_PARTS]:
                yield LabelledPart(sheet.name, _of_sheet(sheet))
        case Dashboard():
            for widget in product.widgets[:MOST_PARTS]:
                yield LabelledPart(widget.title, _of_widget(widget))
        case _:
            texts = " ".join(text.text for text in product_texts(product))
            yield LabelledPart(product.title, _tokens(texts))


def _of_sheet(sheet: Sheet) -> ContentTokens:
    texts = [column.label for column in sheet.columns] + [row.label for row in sheet.rows]
    values = [cell.value for row in sheet.rows for cell in row.cells.values()]
    texts += [value for value in values if isinstance(value, str)] + list(sheet.notes)
    numbers = {
        round(abs(value), 2)
        for value in values
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
    return _tokens("\n".join(texts)) | numbers


def _of_widget(widget: Widget) -> ContentTokens:
    tokens = _tokens(f"{widget.text}\n{widget.value if widget.value is not None else ''}")
    if widget.table is not None:
        tokens |= _of_sheet(widget.table)
    if widget.chart is not None:
        chart = widget.chart
        tokens |= _tokens("\n".join(series.label for series in chart.series))
        tokens |= {
            round(abs(point.y), 2)
            for series in chart.series
            for point in series.points
            if isinstance(point.y, int | float)
        }
    return tokens


def _tokens(text: str) -> ContentTokens:
    numbers = {round(abs(figure.shown.number), 2) for figure in figures_within(plain(text))}
    return frozenset(content_words(text)) | numbers
