"""Numbers in a source file: which reader fits its language?"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import yaml

from modylbench.products.reading import tables, texts
from modylbench.products.reading.source import delimited, literals, yaml_source
from modylbench.products.reading.source.python import Parsed
from modylbench.products.reading.source.remarks import Remarks
from modylbench.products.reading.source.scanned import Scanner
from modylbench.products.reading.source.tree import settled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.code import CodeFile
    from modylbench.products.reading.observation import Observation, Words
    from modylbench.products.reading.source.tree import Named

LANGUAGES = {
    "py": "python", "ipynb": "json", "jsonc": "json", "yml": "yaml", "tsv": "csv", "markdown": "md",
    "txt": "md", "rst": "md", "text": "md",
}  # fmt: skip
SETTINGS = frozenset({"yaml", "toml", "ini", "env", "cfg", "conf", "properties", "json"})
"""In these a comment is a setting that was taken out, or an explanation: never a result."""


def observed(file: CodeFile, pointer: str, context: tuple[Words, ...]) -> Iterator[Observation]:
    """Every number that the file gives a name."""
    suffix = PurePosixPath(file.path).suffix.lower().lstrip(".") or PurePosixPath(
        file.path
    ).name.lstrip(".")
    language = LANGUAGES.get(suffix, suffix) or file.language.lower()
    source = file.content
    match language:
        case "md":
            yield from texts.observed(source, pointer, context, ())
        case "csv":
            grid = delimited.of_csv(source, pointer)
            grid.context = context
            yield from tables.observed(grid)
        case "sql":
            for grid in delimited.of_sql(source, pointer):
                grid.context = context
                yield from tables.observed(grid)
        case _:
            yield from _literals(source, language, pointer, context)


def _literals(
    source: str, language: str, pointer: str, context: tuple[Words, ...]
) -> Iterator[Observation]:
    found, docstrings = _named(source, language)
    remarks = Remarks(source, docstrings)
    place = literals.Place(pointer, remarks, context)
    for named in settled(found):
        yield from literals.observed(named, place)
    if language not in SETTINGS:
        yield from remarks.observed(pointer, context)


def _named(source: str, language: str) -> tuple[list[Named], tuple[tuple[int, str], ...]]:
    """What the file names, and its docstrings."""
    try:
        if language in {"python", "json"}:
            parsed = Parsed(source)
            return parsed.named(), parsed.docstrings() if language == "python" else ()
        if language == "yaml":
            return yaml_source.named(source), ()
    except (SyntaxError, ValueError, RecursionError, MemoryError, yaml.YAMLError):
        pass  # read what can be read of a file that is not quite what its name says
    return Scanner(source).named(), ()
