"""The rules about the code itself that no linter knows."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from modylbench.evaluation.metrics import METRICS

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "modylbench").rglob("*.py"))
UNIT_TESTS = sorted((ROOT / "tests" / "unit").rglob("*.py"))
MACHINE = {
    "tmp_path", "tmp_path_factory", "small_scenario", "write_text", "write_bytes", "tempfile",
    "subprocess", "multiprocessing", "socket", "httpx", "uvicorn",
}  # fmt: skip
VAGUE = {"utils", "helpers", "common", "misc", "base", "core", "manager", "types", "util", "helper"}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_module_says_in_one_line_what_it_answers(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if not source.strip():
        return  # a package's empty __init__

    assert path.stem not in VAGUE
    assert ast.get_docstring(ast.parse(source)), "expected a docstring"


@pytest.mark.parametrize("path", [p for p in SOURCES if p.name == "__init__.py"], ids=name)
def test_packages_run_nothing_on_import(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))

    of_api = ast.FunctionDef if path.parent.name == "modylbench" else ast.Expr
    assert all(isinstance(node, ast.Expr | ast.Assign | of_api) for node in tree.body)


def test_unit_tests_use_no_files_processes_or_sockets() -> None:
    """Those that do stand in tests/integration."""
    assert UNIT_TESTS
    used = {name(path): identifiers(path) & MACHINE for path in UNIT_TESTS}

    assert {path: words for path, words in used.items() if words} == {}


def identifiers(path: Path) -> set[str]:
    """The names, attributes, parameters and imported packages of a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.arg(arg=word):
                found.add(word)
            case ast.Import() | ast.ImportFrom(level=0):
                modules = [alias.name for alias in node.names]
                modules.append(getattr(node, "module", None) or "")
                found.update(module.partition(".")[0] for module in modules)
            case _:
                pass
    return found


def test_no_module_but_the_table_lists_metrics() -> None:
    """So that adding one touches its row, the module that measures it and that module's test."""
    symbols = {metric.symbol for metric in METRICS}
    listing = {
        name(path)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in symbols
    }

    assert listing == {"src/modylbench/evaluation/metrics.py"}


def test_messages_are_folded_into_surfaces_in_one_place() -> None:
    folding = [
        name(path)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Surfaces"
    ]

    assert folding == ["src/modylbench/surfaces/turns.py"]


def test_only_foreign_code_is_caught_broadly() -> None:
    broad = [
        name(path)
        for path in SOURCES
        if re.search(r"except \(?(?:Base)?Exception\b|except:", path.read_text(encoding="utf-8"))
    ]

    assert broad == [
        "src/modylbench/agents/seating/calls.py",
        "src/modylbench/documents/unreadable.py",
        "src/modylbench/meeting/conduct.py",
        "src/modylbench/pipeline/panel/plugins.py",
        "src/modylbench/scenarios/loader.py",
    ]


def test_oracles_add_floats_with_fsum() -> None:
    """The language's own sum of floats changed in Python 3.12, so it would change truth."""
    checked = list((ROOT / "src" / "modylbench" / "scenarios" / "library").rglob("*.py"))
    assert checked
    for path in checked:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            adds = re.search(r"(?<![\w.])sum\(", line) and "# whole numbers" not in line
            assert not adds, f"{name(path)} line {number}: use math.fsum, or say `# whole numbers`"


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        (["--version"], {"pydantic", "yaml", "scipy", "numpy", "rich"}),
        (["doctor"], {"pydantic", "scipy", "numpy", "rich"}),
        (["scenarios", "list"], {"scipy", "numpy", "rich"}),
        (["a2ui", "catalog"], {"a2ui", "pydantic", "scipy", "numpy", "rich", "playwright"}),
        (["a2ui", "render", "--help"], {"a2ui", "pydantic", "scipy", "numpy", "playwright"}),
        (["mutations", "--help"], {"pydantic", "pycrdt", "scipy", "numpy", "rich"}),
        (["verify", "--help"], {"pydantic", "openpyxl", "pypdf", "scipy", "numpy", "rich"}),
        (["scenarios", "schema"], {"scipy", "numpy", "rich"}),
        (["run", "--help"], {"pydantic", "scipy", "numpy", "rich", "playwright", "openai"}),
        (["run", "--agent", "list"], {"scipy", "numpy", "rich", "playwright", "openai"}),
        (["livekit", "--help"], {"pydantic", "livekit", "scipy", "numpy", "rich"}),
        (["livekit", "up", "--help"], {"pydantic", "livekit", "scipy", "numpy", "rich"}),
        (["recording", "--help"], {"pydantic", "scipy", "numpy", "rich"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_light_command_imports_nothing_heavy(command: list[str], heavy: set[str]) -> None:
    script = (
        "import sys; from modylbench.cli.main import cli, run; "
        f"run(lambda: cli.main({command!r}, standalone_mode=False)); "
        "print('\\nmodules', *sys.modules)"
    )
    result = subprocess.run(  # noqa: S603
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    loaded = set(result.stdout.splitlines()[-1].split())

    assert not loaded & heavy


def test_no_file_names_an_address_of_a_registry_or_a_place_on_some_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    forbidden = re.compile(r"pypi\.org|registry\.npmjs|proxy\.golang|deb\.debian|/root/|/home/\w")
    assert listed
    for file in listed:
        path = ROOT / file
        if path == Path(__file__) or not path.is_file():
            continue
        found = forbidden.search(path.read_text(encoding="utf-8", errors="ignore"))
        assert found is None, f"{file}: {found}"
