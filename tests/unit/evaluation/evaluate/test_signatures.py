"""What decides a score is signed: all that measuring, judging and weighing import, and no more."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import modylbench
from modylbench.evaluation.evaluate.signatures import (
    MEASURING,
    NOT_DECIDING,
)
from modylbench.foundation.import_closure import import_closure, imported_names

PACKAGE = Path(modylbench.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


def imports_by_ast(path: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    def walk(node: ast.AST) -> Iterator[ast.AST]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
                continue
            yield child
            yield from walk(child)

    for node in walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("modylbench"):
            module = (node.module or "").removeprefix("modylbench").lstrip(".")
            yield module, tuple(alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "modylbench":
                    yield alias.name.removeprefix("modylbench").lstrip("."), ()


def test_every_import_is_seen_as_python_sees_it() -> None:
    assert MODULES
    for path in MODULES:
        found = sorted(imported_names(path.read_text(encoding="utf-8")))
        assert found == sorted(imports_by_ast(path)), path


@pytest.mark.parametrize(
    "path",
    ["surfaces/reading/", "language/spoken/", "products/quantities/closeness.py", "documents/"],
)
def test_what_reads_and_compares_is_signed(path: str) -> None:
    found = [source.path for source in import_closure(MEASURING, besides=NOT_DECIDING)]

    assert any(name.startswith(path) for name in found)
