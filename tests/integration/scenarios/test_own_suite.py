"""Scenarios of anybody's own count to no suite of ours."""

import shutil
from pathlib import Path

from modylbench.scenarios.catalogue import scenario
from modylbench.scenarios.loader import LIBRARY, load
from modylbench.scenarios.suites import CORE, OWN
from modylbench.scenarios.variant import instantiate


def test_of_the_core_are_only_scenarios_that_ship(tmp_path: Path) -> None:
    copy = tmp_path / "scientist"
    shutil.copytree(LIBRARY / "scientist", copy, ignore=shutil.ignore_patterns("__pycache__"))

    shipped, copied = instantiate(scenario("scientist"), 1), instantiate(load(copy), 1)

    assert (shipped.source.suite, shipped.scenario.metadata["official"]) == (CORE, True)
    assert (copied.source.suite, copied.scenario.metadata["official"]) == (OWN, False)
    assert copied.scenario.metadata["suite"] == OWN
    assert "suite" not in shipped.scenario.metadata
