"""ARCHITECTURE.md names only files and folders that are there."""

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
