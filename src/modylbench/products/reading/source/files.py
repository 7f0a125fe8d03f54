"""Numbers in a source file, by the reader that fits its language."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import yaml

from modylbench.products.reading import tables, texts
from modylbench.products.reading.source import csv_and_sql, literals, markup
from modylbench.products.reading.source.brackets import Scanner
from modylbench.products.reading.source.literals import with_fixed_values
from modylbench.products.reading.source.parsed_literals import PythonLiterals, named_values
from modylbench.products.reading.source.remarks import Remarks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.code import CodeFile
    from modylbench.products.reading.observation import Observation, Words
    from modylbench.products.reading.source.literals import NamedLiteral

LANGUAGES = {
    "py": "python", "python": "python", "json": "json", "jsonc": "json", "jsonl": "json",
    "ndjson": "json", "ipynb": "json", "yaml": "yaml", "yml": "yaml", "csv": "csv", "tsv": "csv",
    "sql": "sql", "md": "text", "markdown": "text", "txt": "text", "rst": "text", "text": "text",
    "html": "html", "htm": "html", "xml": "xml", "svg": "html",
    **dict.fromkeys(("toml", "ini", "env", "cfg", "conf", "properties"), "settings"),
}  # fmt: skip
SETTINGS = frozenset({"yaml", "json", "xml", "settings"})
"""In these a comment is a setting that was taken out, or an explanation: never a result."""


def file_observations(
    file: CodeFile, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    """Every number that the file gives a name."""
    language, source = language_of(file), file.content
    match language:
        case "text":
            yield from texts.text_observations(source, pointer, context, ())
        case "html":
            yield from markup.page_observations(source, pointer, context)
        case "csv":
            grid = csv_and_sql.of_csv(source, pointer)
            grid.context = context
            yield from tables.table_observations(grid)
        case "sql":
            for grid in csv_and_sql.of_sql(source, pointer):
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
    place = literals.LiteralContext(pointer, remarks, context)
    for named in with_fixed_values(found):
        yield from literals.literal_observations(named, place)
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
            return markup.named_elements(source), ()
    except (SyntaxError, ValueError, RecursionError, MemoryError, yaml.YAMLError):
        pass  # read what can be read of a file that is not quite what its name says
    return Scanner(source).named_literals(), ()
