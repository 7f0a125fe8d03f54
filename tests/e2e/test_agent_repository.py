"""The example of an agent's repository works as written."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from tests.staging.processes.pytest_process import pytest_in

EXAMPLE = Path(__file__).parents[2] / "examples" / "agent_repository"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "agent_repository"
    left = shutil.ignore_patterns("results", "__pycache__", ".*_cache")
    return shutil.copytree(EXAMPLE, folder, ignore=left)


def commands() -> list[str]:
    """The pytest commands of the README, as written."""
    text = (EXAMPLE / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^pytest *(.*?) *(?:#.*)?$", text, flags=re.MULTILINE)


def test_its_own_tests_need_no_meeting(repository: Path) -> None:
    done = pytest_in(repository, *commands()[0].split())

    assert done.returncode == 0, done.stdout
    assert "2 passed, 2 skipped" in done.stdout


def test_its_meetings_are_held_and_hold_what_it_asks_of_them(repository: Path) -> None:
    done = pytest_in(repository, *commands()[1].split())

    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 passed" in done.stdout


def test_its_workflow_runs_commands_that_there_are() -> None:
    steps = yaml.safe_load((EXAMPLE / "ci" / "workflow.yml").read_text(encoding="utf-8"))
    runs = [step["run"] for step in steps["jobs"]["meetings"]["steps"] if "run" in step]

    assert runs[1].startswith(f"pytest {commands()[1]}")
    assert runs[2].startswith("modylbench compare baseline")
