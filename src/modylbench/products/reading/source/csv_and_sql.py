"""Tables in CSV files and SQL statements, each value with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from modylbench.products.reading.grids import of_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.grids import NumberGrid, Placed

DELIMITERS = ",;\t|"
_INSERT = re.compile(
    r"\binsert\s+into\s+[\w.\"`\[\]]+\s*\((?P<columns>[^()]*)\)\s*values\s*(?P<rows>(?:\([^()]*\)\s*,?\s*)+)",
    re.IGNORECASE,
)
_VALUES = re.compile(r"\((?P<values>[^()]*)\)")
_VALUE = re.compile(
    r"\s*(?:'(?P<quoted>(?:[^']|'')*)'|\"(?P<double>[^\"]*)\"|(?P<bare>[^,]*?))\s*(?:,|$)"
)
_ALIASED = re.compile(
    r"(?:\bselect|,)\s*(?P<value>-?[\d.]+|'[^']*')\s+as\s+[\"`\[]?(?P<name>\w+)", re.IGNORECASE
)


def of_csv(source: str, pointer: str) -> NumberGrid:
    """A file of delimited values as a grid, its first line the header."""
    first = source.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    field = re.compile(
        rf"(?:\"(?P<quoted>(?:[^\"]|\"\")*)\"|(?P<bare>[^{delimiter}\n]*))(?:{re.escape(delimiter)}|$)"
    )
    rows: list[list[Placed]] = []
    start = 0
    for line in source.split("\n"):
        if line.strip():
            rows.append(list(_fields(line, start, field)))
        start += len(line) + 1
    return of_texts(
        [_with_spaces(row) if not place else row for place, row in enumerate(rows)],
        pointer,
        is_headed=bool(rows),
    )


def _fields(line: str, start: int, field: re.Pattern[str]) -> Iterator[Placed]:
    place = 0
    line = line.rstrip("\r")
    while place <= len(line) and (found := field.match(line, place)) is not None:
        group = "quoted" if found["quoted"] is not None else "bare"
        yield found[group].strip(), start + found.start(group), start + found.end(group)
        if found.end() == place or (
            found.end() == len(line) and not found[0].endswith(tuple(DELIMITERS))
        ):
            return
        place = found.end()


def _with_spaces(header: list[Placed]) -> list[Placed]:
    return [(text.replace("_", " "), start, end) for text, start, end in header]


def of_sql(source: str, pointer: str) -> Iterator[NumberGrid]:
    """The rows that a script inserts, and the values that it selects under a name."""
    for found in _INSERT.finditer(source):
        columns = [(name.strip().strip('"`[]'), 0, 0) for name in found["columns"].split(",")]
        offset = found.start("rows")
        rows = [
            list(_values(row["values"], offset + row.start("values")))
            for row in _VALUES.finditer(found["rows"])
        ]
        yield of_texts([_with_spaces(columns), *rows], pointer, is_headed=True)
    aliased = [
        [(found["name"].replace("_", " "), found.start("name"), found.end("name")),
         (found["value"].strip("'"), found.start("value"), found.end("value"))]
        for found in _ALIASED.finditer(source)
    ]  # fmt: skip
    if aliased:
        yield of_texts(aliased, pointer, is_headed=False)


def _values(text: str, offset: int) -> Iterator[Placed]:
    place = 0
    while (
        place < len(text)
        and (found := _VALUE.match(text, place)) is not None
        and found.end() > place
    ):
        group = next(name for name in ("quoted", "double", "bare") if found[name] is not None)
        yield found[group], offset + found.start(group), offset + found.end(group)
        place = found.end()
