"""A copied example is imported where nothing else lies."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = "agent_repository"  # is copied whole, and is one in which modylbench is installed
FILES = sorted(file for file in (ROOT / "examples").glob("*/*.py") if file.parent.name != PROJECT)
PYTHON = ROOT / ".cache" / "agents" / "bin" / "python"


@pytest.mark.skipif(not PYTHON.exists(), reason="needs the environment of the agents")
@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_copy_is_imported_where_nothing_else_lies(file: Path, tmp_path: Path) -> None:
    shutil.copy(file, tmp_path)
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import {file.stem}"

    done = subprocess.run(  # noqa: S603
        [PYTHON, "-I", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
