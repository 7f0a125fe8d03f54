"""A signature changes with what decides a score, and with nothing else."""

import shutil
from pathlib import Path

import pytest

import modylbench
from modylbench.evaluation.evaluate.signatures import (
    MEASURING,
    NOT_DECIDING,
    code_signature,
    measuring_signatures,
)
from modylbench.foundation.import_closure import import_closure

PACKAGE = Path(modylbench.__file__).parent


@pytest.fixture(name="package", scope="module")
def fixture_package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's code that may be changed."""
    copy = tmp_path_factory.mktemp("copy") / "modylbench"
    leave_out = shutil.ignore_patterns("__pycache__", "library", "*.js", "*.html")
    shutil.copytree(PACKAGE, copy, ignore=leave_out)
    return copy


def signed(package: Path) -> list[str]:
    measuring_signatures.cache_clear()
    weighed = [
        code_signature("scoring", "scoring.score", package),
        code_signature("reliability", "reliability.summarize", package),
    ]
    return [signature.sha256 for signature in (*measuring_signatures(package), *weighed)]


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


def test_no_module_outside_the_closure_changes_a_signature(package: Path) -> None:
    before = signed(package)
    entries = (*MEASURING, "scoring.score", "reliability.summarize")
    inside = {source.path for source in import_closure(entries, package, besides=NOT_DECIDING)}
    outside = [
        path for path in package.rglob("*.py") if str(path.relative_to(package)) not in inside
    ]
    for path in outside:
        path.write_text(f"{path.read_text(encoding='utf-8')}\nFACTOR = 2\n", encoding="utf-8")

    assert {"cli/main.py", "agents/agent.py"} <= {str(p.relative_to(package)) for p in outside}
    assert signed(package) == before
