"""Named literals in Python, JSON and YAML, parsed and never run."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Any

import yaml

from modylbench.products.reading.source.literals import Leaf, Listing, Mapping, NamedLiteral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from modylbench.products.reading.source.literals import LiteralNode

HOLDERS = {(name,) for name in ("Field", "field", "Decimal", "Fraction", "float", "int", "Money")}
MAX_PARSED = 100_000  # ours: longer source is scanned, since the parser's memory grows fast
MAX_DEPTH = 40  # ours: deeper nesting is no table of results
_YAML_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class PythonLiterals:
    """Python or JSON source as named literals, with their places."""

    def __init__(self, source: str) -> None:
        if len(source) > MAX_PARSED:
            message = "too long to parse"
            raise ValueError(message)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.tree = ast.parse(source)
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def named_literals(self) -> list[NamedLiteral]:
        """Every value that the source gives a name."""
        return [named for node in ast.walk(self.tree) for named in self._named_in(node)]

    def docstrings(self) -> tuple[tuple[int, str], ...]:
        """Every text that stands by itself."""
        return tuple(
            (leaf.start, leaf.text)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(leaf := self._value(node.value), Leaf)
        )

    def _named_in(self, node: ast.AST) -> Iterator[NamedLiteral]:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield NamedLiteral(_name(target), self._value(value), is_variable=True)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield NamedLiteral(_name(target), self._value(value), is_variable=True)
            case ast.AugAssign(target=target) | ast.For(target=target):
                yield NamedLiteral(_name(target), None, is_variable=True)
            case (
                ast.Return(value=ast.Dict() as value)
                | ast.Expr(value=ast.Call() | ast.Dict() | ast.List() as value)
            ):
                yield NamedLiteral((), self._value(value))
            case ast.arguments():
                yield from self._defaults(node)
            case _:
                pass

    def _defaults(self, arguments: ast.arguments) -> Iterator[NamedLiteral]:
        positional = [*arguments.posonlyargs, *arguments.args]
        with_default = positional[len(positional) - len(arguments.defaults) :]
        for argument, default in zip(with_default, arguments.defaults, strict=True):
            yield NamedLiteral((argument.arg,), self._value(default))
        for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if value is not None:
                yield NamedLiteral((argument.arg,), self._value(value))

    def _value(self, value: ast.expr) -> LiteralNode:
        match value:
            case ast.Constant() | ast.UnaryOp():
                return self._leaf(value) if _is_literal(value) else None
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                named = (
                    (key.value, value) for key, value in pairs if isinstance(key, ast.Constant)
                )
                return Mapping(tuple((str(key), self._value(value)) for key, value in named))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return Listing(tuple(self._value(item) for item in items))
            case ast.Call():
                return self._call(value)
            case _:
                return None

    def _call(self, call: ast.Call) -> LiteralNode:
        """A call as the data it is given; a number only where the call does not compute one."""
        named = tuple((word.arg, self._value(word.value)) for word in call.keywords if word.arg)
        first = self._value(call.args[0]) if len(call.args) == 1 else None
        if isinstance(first, Leaf):
            return Mapping((("value", first), *named)) if _name(call.func) in HOLDERS else None
        if not named:
            return first
        labels = dict(named).get("index")
        if isinstance(first, Listing) and isinstance(labels, Listing):
            return _by_label(labels, first)
        return Mapping((*first.items, *named) if isinstance(first, Mapping) else named)

    def _leaf(self, node: ast.expr) -> Leaf:
        start, end = (
            self._place(node.lineno, node.col_offset),
            self._place(node.end_lineno, node.end_col_offset),
        )
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            quotes = max(0, (end - start - len(node.value)) // 2)
            return Leaf(node.value, start + quotes, end - quotes)
        text = (
            "".join(self.lines)[start:end]
            if node.end_lineno != node.lineno
            else self.lines[node.lineno - 1]
        )
        first = self.starts[node.lineno - 1]
        return Leaf(text[start - first : end - first], start, end)

    def _place(self, line: int | None, column: int | None) -> int:
        """The parser counts columns in bytes."""
        text = self.lines[(line or 1) - 1]
        inside = (
            (column or 0) if text.isascii() else len(text.encode()[:column].decode(errors="ignore"))
        )
        return self.starts[(line or 1) - 1] + inside


def _by_label(labels: Listing, values: Listing) -> LiteralNode:
    names = (label.text if isinstance(label, Leaf) else "" for label in labels.items)
    return Mapping(tuple(zip(names, values.items, strict=False)))


def _is_literal(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        number = node.operand.value if isinstance(node.operand, ast.Constant) else None
        return isinstance(node.op, ast.USub | ast.UAdd) and isinstance(number, int | float)
    value = node.value if isinstance(node, ast.Constant) else None
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _name(target: ast.expr) -> tuple[str, ...]:
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return (name,)
        case ast.Subscript(value=whole, slice=ast.Constant(value=key)):
            return (*_name(whole), str(key))
        case _:
            return ()


def named_values(source: str) -> list[NamedLiteral]:
    """Every value of the file; raises yaml.YAMLError where it is not YAML or nested too deeply."""
    return [NamedLiteral((), document) for document in _documents(source)]


def _documents(source: str) -> Iterator[LiteralNode]:
    """The documents of the file, from events: the library's own tree recurses without limit."""
    open_parts: list[list[LiteralNode]] = [[]]
    for event in yaml.parse(source, Loader=_YAML_LOADER):
        match event:
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                open_parts.append([])
                if len(open_parts) > MAX_DEPTH:
                    message = f"nested more than {MAX_DEPTH} levels"
                    raise yaml.YAMLError(message)
            case yaml.MappingEndEvent():
                parts = open_parts.pop()
                open_parts[-1].append(_mapping(parts))
            case yaml.SequenceEndEvent():
                open_parts[-2].append(Listing(tuple(open_parts[-1])))
                open_parts.pop()
            case yaml.ScalarEvent():
                open_parts[-1].append(_leaf(event))
            case yaml.AliasEvent():
                open_parts[-1].append(None)
            case _:
                pass
    yield from open_parts[0]


def _mapping(parts: list[LiteralNode]) -> Mapping:
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return Mapping(tuple((key.text, value) for key, value in pairs if isinstance(key, Leaf)))


def _leaf(event: yaml.ScalarEvent) -> Leaf:
    quoted = event.style in {"'", '"'}
    start, end = (mark.index if mark else 0 for mark in (event.start_mark, event.end_mark))
    return Leaf(str(event.value), start + quoted, end - quoted)
