"""Numbers in source code: named constants, read and never run."""

from __future__ import annotations

import ast
import re
import warnings
from typing import TYPE_CHECKING

from modylbench.products.labels import label_words
from modylbench.products.numbers import number_shown
from modylbench.products.reading.observation import Observation, hints_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.code import CodeFile

MAX_PARSED = (
    100_000  # ours: longer Python is read line by line, since the parser's memory grows fast
)
_NUMBER = r"[-+]?\(?[$€£]?\d[\d_,]*(?:\.\d+)?(?:[eE][-+]?\d+)?%?\)?"
_NAMED = re.compile(
    rf"(?P<name>[A-Za-z_][\w.\-]*|\"[^\"\n]{{1,80}}\"|'[^'\n]{{1,80}}')\s*"
    rf"(?::\s*[A-Za-z][\w<>\[\]]*\s*=|:=|=>|[:=])\s*[\"']?(?P<number>{_NUMBER})(?P<rest>[^\n]*)"
)
_OPENED = re.compile(
    r"(?P<name>[A-Za-z_][\w]*|\"[^\"\n]{1,80}\"|'[^'\n]{1,80}')\s*(?::=|=>|[:=])?\s*[{(\[]\s*$"
)


def observed(file: CodeFile, pointer: str) -> Iterator[Observation]:
    """Every number that the file gives a name."""
    if file.language.lower() in {"python", "py"} or file.path.endswith(".py"):
        try:
            tree = _parsed(file.content)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            yield from _by_line(file.content, pointer)
        else:
            yield from _assigned(tree, file.content, pointer)
    else:
        yield from _by_line(file.content, pointer)


def _parsed(source: str) -> ast.Module:
    if len(source) > MAX_PARSED:
        message = "too long to parse"
        raise ValueError(message)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _assigned(tree: ast.Module, source: str, pointer: str) -> Iterator[Observation]:
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for node in ast.walk(tree):
        named: list[tuple[str, ast.expr]] = []
        if isinstance(node, ast.Assign):
            named = [(_name(target), node.value) for target in node.targets]
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            named = [(_name(node.target), node.value)]
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Dict):
            named = [("", node.value)]
        for name, value in named:
            for path, number in _numbers(value, (name,) if name else ()):
                line = lines[number.lineno - 1]
                before = starts[number.lineno - 1]
                column = len(line.encode()[: number.col_offset].decode(errors="ignore"))
                end = number.end_col_offset or number.col_offset
                end_column = len(line.encode()[:end].decode(errors="ignore"))
                text = line[column:end_column]
                found = _observation(
                    path,
                    text.replace("_", ""),
                    line[end_column:],
                    pointer,
                    (before + column, before + end_column),
                )
                if found is not None:
                    yield found


def _name(target: ast.expr) -> str:
    if isinstance(target, ast.Name):
        return target.id
    if isinstance(target, ast.Attribute):
        return target.attr
    if isinstance(target, ast.Subscript):
        key = target.slice.value if isinstance(target.slice, ast.Constant) else ""
        return f"{_name(target.value)} {key}"
    return ""


def _numbers(value: ast.expr, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.expr]]:
    if isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant):
                yield from _numbers(item, (*path, str(key.value)))
    elif isinstance(value, ast.Call):
        for keyword in value.keywords:
            if keyword.arg:
                yield from _numbers(keyword.value, (*path, keyword.arg))
        if len(value.args) == 1 and not value.keywords:
            yield from _numbers(value.args[0], path)
    elif isinstance(value, ast.Constant | ast.UnaryOp) and path:
        yield path, value


def _by_line(source: str, pointer: str) -> Iterator[Observation]:
    opened: list[str] = []
    offset = 0
    for line in source.splitlines(keepends=True):
        for found in _NAMED.finditer(line):
            span = (offset + found.start("number"), offset + found.end("number"))
            path = (*opened, found["name"].strip("\"'"))
            observation = _observation(
                path, found["number"].replace("_", ""), found["rest"], pointer, span
            )
            if observation is not None:
                yield observation
        bare = re.sub(r"(?://|#|--).*", "", line).rstrip()
        start = _OPENED.search(bare)
        if start:
            opened.append(start["name"].strip("\"'"))
        elif bare.strip().startswith(("}", ")", "]")) and opened:
            opened.pop()
        offset += len(line)


def _observation(
    path: tuple[str, ...], text: str, rest: str, pointer: str, span: tuple[int, int]
) -> Observation | None:
    shown = number_shown(text.strip("\"'"))
    if shown is None:
        return None
    comment = re.search(r"(?:#|//|--|/\*)(?P<text>.*)", rest)
    names = [label_words(name.replace("_", " ")) for name in path]
    return Observation(
        pointer=pointer,
        shown=(shown,),
        axes=(names[-1].words,),
        context=tuple(name.words for name in names[:-1]),
        strong=(
            *(name.hint for name in names[::-1] if name.hint),
            *hints_of(comment["text"] if comment else None),
        ),
        span=span,
    )
