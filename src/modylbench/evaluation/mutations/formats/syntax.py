"""Whether a source file is what its language allows: read, never run."""

from __future__ import annotations

import ast
import json
import tomllib
import warnings
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Literal
from xml.parsers import expat

import yaml

from modylbench.foundation.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAX_READ = 100_000  # ours: the parsers' memory and time grow fast beyond it
MAX_DEPTH = 200  # ours, of YAML: the parser itself would go on
MAX_DOTS = 200
REASON_LENGTH = 160
_YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class SyntaxCheck:
    """What came of one file; "unchecked" is no pass, and `reason` says why it is not one."""

    path: str
    status: Literal["valid", "invalid", "unchecked"]
    reason: str = ""


class _TooDeepError(Exception):
    """The file may be valid, but reading it would take too long."""


def check_syntax(file: Mapping[str, Any]) -> SyntaxCheck:
    """Whether the file's text is valid in its language."""
    path, source = str(file["path"]), str(file["content"])
    suffix = PurePosixPath(path.lower()).suffix.lstrip(".")
    language = suffix if suffix in PARSERS else str(file["language"]).lower()
    if language not in PARSERS:
        return SyntaxCheck(path, "unchecked", f"no parser for {suffix or language or 'its'!r} here")
    if len(source) > MAX_READ:
        reason = f"found {len(source):,} characters, read at most {MAX_READ:,}"
        return SyntaxCheck(path, "unchecked", reason)
    try:
        PARSERS[language](source)
    except (RecursionError, MemoryError, _TooDeepError):
        return SyntaxCheck(path, "unchecked", "nested too deeply to be read")
    except (SyntaxError, ValueError, yaml.YAMLError, expat.ExpatError) as error:
        return SyntaxCheck(path, "invalid", _reason(error))
    return SyntaxCheck(path, "valid")


def _reason(error: Exception) -> str:
    if isinstance(error, SyntaxError):
        return one_line(f"line {error.lineno}: {error.msg}")[:REASON_LENGTH]
    return one_line(str(error))[:REASON_LENGTH]


def _python(source: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ast.parse(source)


def _json(source: str) -> None:
    json.loads(source, parse_constant=_refuse_constant, parse_int=str, parse_float=str)


def _json_lines(source: str) -> None:
    for line in source.split("\n"):
        if line.strip():
            _json(line)


def _refuse_constant(name: str) -> object:
    message = f"found {name}, which is no JSON"
    raise ValueError(message)


def _yaml(source: str) -> None:
    depth = 0
    for event in yaml.parse(source, Loader=_YAML_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_DEPTH:
            raise _TooDeepError


def _toml(source: str) -> None:
    # The parser takes quadratic time and more for a key of many parts: 90 s for 50,000.
    if any(line.count(".") > MAX_DOTS for line in source.split("\n")):
        raise _TooDeepError
    tomllib.loads(source)


def _xml(source: str) -> None:
    parser = expat.ParserCreate()
    parser.EntityDeclHandler = _refuse_entities
    parser.Parse(source.encode(), True)


def _refuse_entities(*_: Any) -> None:
    message = "found an entity of its own, which is not read"
    raise ValueError(message)


PARSERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("py", "pyi", "python"), _python),
    **dict.fromkeys(("json", "ipynb", "geojson"), _json),
    **dict.fromkeys(("jsonl", "ndjson"), _json_lines),
    **dict.fromkeys(("yaml", "yml"), _yaml),
    "toml": _toml,
    **dict.fromkeys(("xml", "svg"), _xml),
}
"""By suffix or by the name of the language. Others have no parser that ships with Python."""
