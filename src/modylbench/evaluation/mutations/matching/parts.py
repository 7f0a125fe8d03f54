"""Which parts does a product have, and what are they called?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from modylbench.products.labels import label_words
from modylbench.products.pointer import join

if TYPE_CHECKING:
    from collections.abc import Iterator

Words = tuple[str, ...]
Group = Literal["line", "cell", "block", "source"]


class Part(NamedTuple):
    """A part with a name of its own.

    A row, a column and a series are all lines: another agent may well turn the table. A cell is
    called by its row and column, in either order. A block is a sheet, section or widget.
    """

    product: str
    pointer: str
    group: Group
    name: frozenset[Words]
    within: Words


def parts_of(product: str, document: dict[str, Any]) -> Iterator[Part]:
    """Every named part of a product of a canonical kind."""
    title = label_words(str(document.get("title", ""))).words
    match document.get("kind"):
        case "spreadsheet":
            for sheet in document["sheets"]:
                yield from _of_sheet(product, sheet, join("sheets", sheet["id"]))
        case "chart":
            yield from _of_series(product, document, "", title)
        case "document":
            yield from _of_document(product, document, title)
        case "dashboard":
            for widget in document["widgets"]:
                yield from _of_widget(product, widget, title)
        case _:
            pass


def _named(text: str) -> frozenset[Words]:
    words = label_words(text).words
    return frozenset({words}) if words else frozenset()


def _of_sheet(product: str, sheet: dict[str, Any], here: str) -> Iterator[Part]:
    name = label_words(sheet["name"]).words
    yield Part(product, here, "block", _named(sheet["name"]), ())
    columns = {column["id"]: _named(column["label"]) for column in sheet["columns"]}
    for own, label in columns.items():
        yield Part(product, here + join("columns", own), "line", label, name)
    for row in sheet["rows"]:
        label, pointer = _named(row["label"]), here + join("rows", row["id"])
        yield Part(product, pointer, "line", label, name)
        for own in row["cells"]:
            cell = pointer + join("cells", own)
            yield Part(product, cell, "cell", label | columns.get(own, frozenset()), name)


def _of_series(product: str, chart: dict[str, Any], here: str, title: Words) -> Iterator[Part]:
    for series in chart["series"]:
        pointer, label = here + join("series", series["id"]), _named(series["label"])
        yield Part(product, pointer, "line", label, title)
        for point in series["points"]:
            place = pointer + join("points", point["id"])
            yield Part(product, place, "cell", label | _named(str(point["x"])), title)


def _of_document(product: str, document: dict[str, Any], title: Words) -> Iterator[Part]:
    for section in document["sections"]:
        pointer = join("sections", section["id"])
        yield Part(product, pointer, "block", _named(section["heading"]), title)
    for citation in document["citations"]:
        pointer, address = join("citations", citation["id"]), citation["url"].strip().rstrip("/")
        yield Part(product, pointer, "source", frozenset({(address,)}), ())


def _of_widget(product: str, widget: dict[str, Any], title: Words) -> Iterator[Part]:
    here = join("widgets", widget["id"])
    yield Part(product, here, "block", _named(widget["title"]), title)
    if widget["table"]:
        yield from _of_sheet(product, widget["table"], here + "/table")
    if widget["chart"]:
        yield from _of_series(product, widget["chart"], here + "/chart", title)
