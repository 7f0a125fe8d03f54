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
    while place <= len(line) and (match := field.match(line, place)) is not None:
        group = "quoted" if match["quoted"] is not None else "bare"
        yield match[group].strip(), start + match.start(group), start + match.end(group)
        if match.end() == place or (
            match.end() == len(line) and not match[0].endswith(tuple(DELIMITERS))
        ):
            return
        place = match.end()


def _with_spaces(header: list[Placed]) -> list[Placed]:
    return [(text.replace("_", " "), start, end) for text, start, end in header]


def of_sql(source: str, pointer: str) -> Iterator[NumberGrid]:
    """The rows that a script inserts, and the values that it selects under a name."""
    for match in _INSERT.finditer(source):
        columns = [(name.strip().strip('"`[]'), 0, 0) for name in match["columns"].split(",")]
        offset = match.start("rows")
        rows = [
            list(_values(row["values"], offset + row.start("values")))
            for row in _VALUES.finditer(match["rows"])
        ]
        yield of_texts([_with_spaces(columns), *rows], pointer, is_headed=True)
    aliased = [
        [(match["name"].replace("_", " "), match.start("name"), match.end("name")),
         (match["value"].strip("'"), match.start("value"), match.end("value"))]
        for match in _ALIASED.finditer(source)
    ]  # fmt: skip
    if aliased:
        yield of_texts(aliased, pointer, is_headed=False)


def _values(text: str, offset: int) -> Iterator[Placed]:
    place = 0
    while (
        place < len(text)
        and (match := _VALUE.match(text, place)) is not None
        and match.end() > place
    ):
        group = next(name for name in ("quoted", "double", "bare") if match[name] is not None)
        yield match[group], offset + match.start(group), offset + match.end(group)
        place = match.end()
