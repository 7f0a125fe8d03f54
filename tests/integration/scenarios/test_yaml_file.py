"""YAML with cycles or impossible numbers is refused like any other mistake."""

from pathlib import Path

import pytest

from modylbench.foundation.errors import BadFile
from modylbench.scenarios.yaml_file import read_yaml
from modylbench.scoring.rules import ScoringRules


@pytest.mark.parametrize("text", ["version: &a [*a]", "version: &a {x: *a, y: .nan}"])
def test_an_alias_to_what_it_stands_in_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(text)

    with pytest.raises(BadFile, match="expected no circles"):
        read_yaml(file, ScoringRules)


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text("floor: .nan")

    with pytest.raises(BadFile, match="expected finite numbers"):
        read_yaml(file, ScoringRules)
