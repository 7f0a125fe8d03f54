"""A scenario folder on disk: four YAML files and an oracle."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import BadFile
from modylbench.scenarios.guarded import GuardedOracle
from modylbench.scenarios.references import refuse_dangling
from modylbench.scenarios.script import EdgeCases, Script
from modylbench.scenarios.template import Card, Deliverables, Template
from modylbench.scenarios.yaml_file import read_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from modylbench.scenarios.oracle import Oracle

CARD, SCRIPT, EDGE_CASES, PRODUCTS, ORACLE = (
    "scenario.yaml", "script.yaml", "edge_cases.yaml", "products.yaml", "oracle.py",
)  # fmt: skip
ORACLE_NAMES = ("MILESTONES", "RULES", "solve", "products", "attachments")


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A scenario as authored: its folder, its files, and its oracle once it is asked for."""

    folder: Path
    template: Template

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.template.card.id

    def oracle(self) -> Oracle:
        """The scenario's oracle (its module is run the first time)."""
        return GuardedOracle(_module(self.folder, self.id), self.folder / ORACLE)


def load(folder: Path) -> ScenarioSource:
    """The scenario in a folder, or a BadFile that says what is wrong with it."""
    template = Template(
        card=read_yaml(folder / CARD, Card),
        script=read_yaml(folder / SCRIPT, Script),
        edge_cases=read_yaml(folder / EDGE_CASES, EdgeCases),
        deliverables=read_yaml(folder / PRODUCTS, Deliverables),
    )
    refuse_dangling(template, folder, (SCRIPT, EDGE_CASES, PRODUCTS))
    return ScenarioSource(folder, template)


def _module(folder: Path, name: str) -> Any:
    path = folder / ORACLE
    # One name for one file: a scenario loaded twice shares its module, two of one id do not.
    full_name = f"modylbench_oracle_{name}_{abs(hash(str(path.resolve())))}"
    if full_name in sys.modules:
        return sys.modules[full_name]
    spec = importlib.util.spec_from_file_location(full_name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadFile(
            path, "", "is missing; expected the scenario's oracle (see `modylbench scenarios new`)"
        )
    module = importlib.util.module_from_spec(spec)
    sys.modules[full_name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the author's code may raise anything
        del sys.modules[full_name]
        place = f"line {error.lineno}" if isinstance(error, SyntaxError) else ""
        problem = f"cannot be loaded ({type(error).__name__}: {error})"
        raise BadFile(path, place, problem) from error
    for needed in ORACLE_NAMES:
        if not hasattr(module, needed):
            raise BadFile(
                path, "", f"does not define {needed!r}; expected {', '.join(ORACLE_NAMES)}"
            )
    return module
