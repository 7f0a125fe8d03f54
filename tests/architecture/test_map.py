"""Pages and programs in strings name only modules and files that are there."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
PLACES = (ROOT, ROOT / "src" / "modylbench", ROOT / "src" / "modylbench" / "scenarios")
NAMED = sorted(set(re.findall(r"`((?:[\w<>]+/)+[\w<>.]*)(?::[^`]*)?`", PAGE)))


def test_the_page_names_many() -> None:
    assert len(NAMED) > 60


@pytest.mark.parametrize("named", NAMED)
def test_what_the_page_names_is_there(named: str) -> None:
    path = named.replace("<id>", "financial_analyst")

    assert any((place / path).exists() for place in PLACES), f"there is no {named}"


def test_the_layers_are_those_of_the_contract() -> None:
    drawn = re.search(r"```\nsrc/modylbench/\n(.*?)```", PAGE, re.DOTALL)
    assert drawn is not None
    folders = {
        folder
        for line in drawn[1].splitlines()
        for folder in re.findall(r"(?:^  |\s{5,})([a-z]+)/ ", line)
    }
    packages = {path.parent.name for path in (ROOT / "src" / "modylbench").glob("*/__init__.py")}

    assert folders == packages


WRITTEN = [
    path
    for folder in ("tests", "benchmarks", "docs", "examples")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in {".py", ".md", ".yaml"}
]
IMPORTED = re.compile(r"\bfrom (modylbench[\w.]*) import ([\w, ]+)")
MADE_BY_TESTS = {"newly_added"}


def test_programs_in_strings_and_pages_import_what_is_there() -> None:
    """No type checker sees the imports in a page, or in a program that a test writes down."""
    found = {
        (module, name.split()[0], str(path.relative_to(ROOT)))
        for path in WRITTEN
        for module, names in IMPORTED.findall(path.read_text(encoding="utf-8"))
        for name in names.split(",")
        if name.strip()
    }
    assert len(found) > 1000

    assert [place for place in sorted(found) if not is_there(*place[:2])] == []


def is_there(module: str, name: str) -> bool:
    if name in MADE_BY_TESTS or hasattr(importlib.import_module(module), name):
        return True
    try:
        importlib.import_module(f"{module}.{name}")
    except ImportError:
        return False
    return True
