"""A signature changes with what decides a score, and with nothing else."""

import shutil
from pathlib import Path

import pytest

import modylbench
from modylbench.evaluation.evaluate.signatures import (
    code_signature,
    measures,
)

PACKAGE = Path(modylbench.__file__).parent


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


def test_what_is_signed_is_the_same_wherever_it_is_installed(package: Path) -> None:
    assert signed(package) == signed(PACKAGE)


@pytest.mark.parametrize(
    "where",
    ["evaluation/measuring/measure.py", "language/plain.py", "scoring/score.py"],
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
