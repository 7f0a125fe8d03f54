"""Numbers in a source file, by the reader that fits its language."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import yaml

from modylbench.language.plain import word_set
from modylbench.products.reading import tables, texts
from modylbench.products.reading.grids import of_texts
from modylbench.products.reading.source.brackets import Scanner
from modylbench.products.reading.source.literals import (
    Leaf,
    LiteralContext,
    Mapping,
    NamedLiteral,
    literal_observations,
    with_fixed_values,
)
from modylbench.products.reading.source.parsed_literals import PythonLiterals, named_values
from modylbench.products.reading.source.remarks import Remarks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.code import CodeFile
    from modylbench.products.reading.grids import NumberGrid, Placed
    from modylbench.products.reading.observation import Observation, Words


LANGUAGES = {
    "py": "python", "python": "python", "json": "json", "jsonc": "json", "jsonl": "json",
    "ndjson": "json", "ipynb": "json", "yaml": "yaml", "yml": "yaml", "csv": "csv", "tsv": "csv",
    "sql": "sql", "md": "text", "markdown": "text", "txt": "text", "rst": "text", "text": "text",
    "html": "html", "htm": "html", "xml": "xml", "svg": "html",
    **dict.fromkeys(("toml", "ini", "env", "cfg", "conf", "properties"), "settings"),
}  # fmt: skip
SETTINGS = frozenset({"yaml", "json", "xml", "settings"})
"""In these a comment is a setting that was taken out, or an explanation: never a result."""
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
MAX_READ = 500_000  # ours: the rest of a longer page is not read
UNSEEN = (("<script", "</script>"), ("<style", "</style>"), ("<!--", "-->"))
_ROW = re.compile(r"<tr\b[^<>]*>", re.IGNORECASE)
_CELL = re.compile(r"<t(?P<kind>[hd])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<(?P<close>/)?(?P<name>[a-zA-Z][\w:.-]*)[^<>]*>")
_INLINE = word_set("a abbr b code em i mark q s small span strong sub sup u")
_HEADING = re.compile(r"h[1-6]", re.IGNORECASE)
_ELEMENT = re.compile(
    r"<(?P<name>[a-zA-Z_][\w.-]*)(?P<attributes>[^<>]*)>(?P<text>[^<>]*)</(?P=name)>"
)
_UNIT = re.compile(r"\b(?:unit|units|currency)\s*=\s*[\"'](?P<unit>[^\"'<>]*)[\"']")


def file_observations(
    file: CodeFile, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    """Every number that the file gives a name."""
    language, source = language_of(file), file.content
    match language:
        case "text":
            yield from texts.text_observations(source, pointer, context, ())
        case "html":
            yield from page_observations(source, pointer, context)
        case "csv":
            grid = of_csv(source, pointer)
            grid.context = context
            yield from tables.table_observations(grid)
        case "sql":
            for grid in of_sql(source, pointer):
                grid.context = context
                yield from tables.table_observations(grid)
        case _:
            yield from _literals(source, language, pointer, context)


def language_of(file: CodeFile) -> str:
    """The language by the file's suffix, by what it says of itself, or by its name."""
    path = PurePosixPath(file.path.lower())
    for name in (path.suffix.lstrip("."), file.language.lower(), path.name.lstrip(".")):
        if name in LANGUAGES:
            return LANGUAGES[name]
    return "other"


def _literals(
    source: str, language: str, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    found, docstrings = _named_literals(source, language)
    remarks = Remarks(source, docstrings)
    surroundings = LiteralContext(pointer, remarks, context)
    for named in with_fixed_values(found):
        yield from literal_observations(named, surroundings)
    if language not in SETTINGS:
        yield from remarks.observations(pointer, context)


def _named_literals(
    source: str, language: str
) -> tuple[list[NamedLiteral], tuple[tuple[int, str], ...]]:
    """What the file names, and its docstrings."""
    try:
        if language in {"python", "json"}:
            parsed = PythonLiterals(source)
            return parsed.named_literals(), parsed.docstrings() if language == "python" else ()
        if language == "yaml":
            return named_values(source), ()
        if language == "xml":
            return named_elements(source), ()
    except (SyntaxError, ValueError, RecursionError, MemoryError, yaml.YAMLError):
        pass  # read what can be read of a file that is not quite what its name says
    return Scanner(source).named_literals(), ()


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


def page_observations(
    source: str, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    """Every number of a page, in its tables and in its text."""
    page = source[:MAX_READ]
    for opening, closing in UNSEEN:
        page = _blank_regions(page, list(_regions(page, opening, closing)))
    regions = list(_regions(page, "<table", "</table>"))
    for start, end in regions:
        grid = _grid(page[start:end], start, pointer)
        if grid is not None:
            grid.context = context
            yield from tables.table_observations(grid)
    running = _TAG.sub(_as_markdown, _blank_regions(page, regions))
    yield from texts.text_observations(running, pointer, context, ())


def named_elements(source: str) -> list[NamedLiteral]:
    """Every element that holds a text and nothing else, under its own name."""
    found: list[NamedLiteral] = []
    for element in _ELEMENT.finditer(source[:MAX_READ]):
        value = Leaf(element["text"].strip(), element.start("text"), element.end("text"))
        unit = _UNIT.search(element["attributes"])
        unit_leaf = Leaf(unit["unit"], 0, 0) if unit else None
        found.append(
            NamedLiteral(
                (element["name"],),
                Mapping((("value", value), ("unit", unit_leaf))) if unit else value,
            )
        )
    return found


def _grid(text: str, offset: int, pointer: str) -> NumberGrid | None:
    """A table as a grid; its first row is the header where all its cells say so."""
    rows: list[list[Placed]] = []
    is_headed = False
    starts = [match.end() for match in _ROW.finditer(text)]
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        cells = list(_CELL.finditer(text, start, end))
        if cells:
            is_headed = is_headed or (not rows and all(cell["kind"] in "hH" for cell in cells))
            ends = [*(cell.start() for cell in cells[1:]), end]
            rows.append(
                [
                    _cell(text, cell.end(), stop, offset)
                    for cell, stop in zip(cells, ends, strict=True)
                ]
            )
    return of_texts(rows, pointer, is_headed=is_headed) if rows else None


def _cell(text: str, start: int, end: int, offset: int) -> Placed:
    content = _TAG.sub(_blank_match, text[start:end])
    stripped = content.strip()
    first = start + len(content) - len(content.lstrip())
    return stripped, offset + first, offset + first + len(stripped)


def _regions(page: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    """Where a tag opens and closes; one that is never closed runs to the end of the page."""
    lowered = page.lower() if page.isascii() else page
    start = lowered.find(opening)
    while start >= 0:
        close = lowered.find(closing, start)
        end = close + len(closing) if close >= 0 else len(page)
        yield start, end
        start = lowered.find(opening, end)


def _blank_regions(page: str, regions: list[tuple[int, int]]) -> str:
    """The page with these regions blanked, all else in its place."""
    pieces: list[str] = []
    done = 0
    for start, end in regions:
        pieces += [page[done:start], re.sub(r"[^\n]", " ", page[start:end])]
        done = end
    return "".join([*pieces, page[done:]])


def _blank_match(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def _as_markdown(tag: re.Match[str]) -> str:
    """A tag as the Markdown that takes as many characters."""
    length = len(tag[0])
    if tag["name"].lower() in _INLINE:
        return " " * length
    if _HEADING.fullmatch(tag["name"]) and not tag["close"]:
        return f"\n{'#' * min(int(tag['name'][1]), 2)} ".ljust(length)
    return "\n".ljust(length)
