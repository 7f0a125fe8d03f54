"""What decides a score is signed: all that measuring, judging and weighing import, and no more."""

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import modylbench
from modylbench.evaluation.evaluate.signatures import (
    MEASURES,
    NOT_DECIDING,
    code_signature,
    measures,
)
from modylbench.foundation.import_closure import import_closure, imported_names

PACKAGE = Path(modylbench.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.fixture(name="package", scope="module")
def fixture_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's code that may be changed."""
    copy = tmp_path_factory.mktemp("copy") / "modylbench"
    leave_out = shutil.ignore_patterns("__pycache__", "library", "*.js", "*.html")
    shutil.copytree(PACKAGE, copy, ignore=leave_out)
    return copy


def signed(package: Path) -> list[str]:
    measures.cache_clear()
    weighed = [
        code_signature("scoring", "scoring.score", package),
        code_signature("reliability", "reliability.summarize", package),
    ]
    return [signature.sha256 for signature in (*measures(package), *weighed)]


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
    ["surfaces/reading/", "language/spoken/", "evaluation/reference/closeness.py", "documents/"],
)
def test_what_reads_and_compares_is_signed(path: str) -> None:
    found = [source.path for source in import_closure(MEASURES, besides=NOT_DECIDING)]

    assert any(name.startswith(path) for name in found)


def test_what_is_signed_is_the_same_wherever_it_is_installed(package: Path) -> None:
    assert signed(package) == signed(PACKAGE)


@pytest.mark.parametrize(
    "where",
    ["evaluation/measuring/timing.py", "language/plain.py", "scoring/score.py"],
)
def test_a_module_that_comes_into_the_closure_changes_the_signature(
    where: str, package: Path
) -> None:
    before = signed(package)
    importer = package / where
    text = importer.read_text(encoding="utf-8")
    new = package / "foundation" / "newly_added.py"
    new.write_text("FACTOR = 1\n", encoding="utf-8")
    lazily = "\n\ndef _late() -> int:\n    from modylbench.foundation import newly_added\n\n"
    importer.write_text(f"{text}{lazily}    return newly_added.FACTOR\n", encoding="utf-8")
    with_module = signed(package)
    new.write_text("FACTOR = 2\n", encoding="utf-8")
    with_another = signed(package)
    importer.write_text(text, encoding="utf-8")
    new.unlink()

    assert with_module != before
    assert with_another != with_module
    assert signed(package) == before


@pytest.mark.parametrize("where", ["cli/main.py", "publishing/report/report.py", "agents/agent.py"])
def test_a_module_outside_changes_none(where: str, package: Path) -> None:
    before = signed(package)
    path = package / where
    text = path.read_text(encoding="utf-8")
    path.write_text(f"{text}\nFACTOR = 2\n", encoding="utf-8")
    after = signed(package)
    path.write_text(text, encoding="utf-8")

    assert after == before
