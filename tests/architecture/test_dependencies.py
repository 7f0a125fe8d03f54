"""Everything that is imported is declared, and every extra says what it brings."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from modylbench.foundation.extras import EXTRAS
from modylbench.providers.model_services import SERVICES

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OF_OTHER_NAMES = {
    "a2ui": "a2ui-agent-sdk",
    "anthropic": "pydantic-ai-slim",  # by its extras of these names
    "google": "pydantic-ai-slim",
    "PIL": "pillow",
    "pydantic_ai": "pydantic-ai-slim",
    "pydantic_core": "pydantic",  # of one make: each pins the other
    "markdown_it": "markdown-it-py",
    "yaml": "pyyaml",
}
OF_WHOEVER_LOADS_US = {"pytest"}
NOT_FOR_PEOPLE = {"dev", "docs", "ray"}


def packages(lines: list[str]) -> set[str]:
    return {canonicalize_name(Requirement(line).name) for line in lines}


def imported() -> dict[str, str]:
    """The modules of others that ours import, each with one of ours that does."""
    named = (service.package_error for service in SERVICES.values())  # imported by their names
    found = {
        re.split(r"[.:]", error)[0]: "src/modylbench/providers/model_services.py" for error in named
    }
    for path in sorted((ROOT / "src" / "modylbench").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names.append(node.module)
            for name in names:
                found.setdefault(name.partition(".")[0], str(path.relative_to(ROOT)))
    return {
        name: path
        for name, path in found.items()
        if name not in sys.stdlib_module_names and name != "modylbench"
    }


def test_every_package_that_is_imported_is_declared() -> None:
    extras = PROJECT["optional-dependencies"]
    declared = packages(PROJECT["dependencies"]).union(*map(packages, extras.values()))
    undeclared = {
        name: path
        for name, path in imported().items()
        if canonicalize_name(OF_OTHER_NAMES.get(name, name)) not in declared
        and name not in OF_WHOEVER_LOADS_US
    }

    assert undeclared == {}


@pytest.mark.parametrize("name", sorted({*PROJECT["optional-dependencies"]} - NOT_FOR_PEOPLE))
def test_what_is_said_of_an_extra_is_what_it_brings(name: str) -> None:
    assert set(EXTRAS[name].modules) == packages(PROJECT["optional-dependencies"][name])


def test_setup_installs_every_extra_but_those_of_developers() -> None:
    script = (ROOT / "scripts" / "setup.sh").read_text(encoding="utf-8")
    wanted = sorted({*PROJECT["optional-dependencies"]} - NOT_FOR_PEOPLE)

    assert f'-e ".[{",".join(wanted)}]"' in script
