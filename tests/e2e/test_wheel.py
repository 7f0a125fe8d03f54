"""The wheel works in a bare virtual environment."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: object, cwd: Path | None = None) -> str:
    result = subprocess.run(  # noqa: S603
        [str(part) for part in command],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        timeout=600,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    # The environment of the tests has the pinned build backend, so nothing is fetched for it.
    run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
        "-w", folder, ROOT,
    )  # fmt: skip
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    listed = run("git", "ls-files", "src/modylbench", cwd=ROOT).split()
    expected = {file.removeprefix("src/") for file in listed}
    built = {"host.html", "host.js", "document.js", "build.json", "catalog.json", "LICENSES.txt"}
    expected |= {f"modylbench/surfaces/page/{name}" for name in built}
    drawn = {"report.js", "report.css", "LICENSES.txt"}
    expected |= {f"modylbench/publishing/page/{name}" for name in drawn}

    names = zipfile.ZipFile(wheel).namelist()
    assert expected <= set(names)
    (entries,) = (name for name in names if name.endswith("entry_points.txt"))
    assert "[pytest11]" in zipfile.ZipFile(wheel).read(entries).decode()


@pytest.mark.nightly
def test_the_wheel_works_in_a_bare_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "bare", with_pip=True)
    python = tmp_path / "bare" / "bin" / "python"
    run(python, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", wheel)
    command = tmp_path / "bare" / "bin" / "modylbench"

    assert "CloudSync LBO Model" in run(command, "scenarios", "list", cwd=tmp_path)
    assert "every criterion bites" in run(
        command, "scenarios", "check", "--seeds", "0-1", cwd=tmp_path
    )
    assert "ok       scipy" in run(command, "doctor", cwd=tmp_path)
    product = {"id": "note", "kind": "document", "title": "Note", "sections": []}
    text = {"id": "root", "component": "Text", "text": "Revenue is $50M"}
    stream: list[dict[str, object]] = [
        {"createSurface": {"surfaceId": "s", "catalogId": "urn:modylbench:a2ui:catalog:1"}},
        {"updateComponents": {"surfaceId": "s", "components": [text]}},
    ]
    (tmp_path / "stream.json").write_text(
        json.dumps([{"version": "v0.9", **message} for message in stream]), encoding="utf-8"
    )
    rendered = run(command, "a2ui", "render", "stream.json", cwd=tmp_path)
    assert "no picture   " in rendered
    assert "pip install 'modylbench[screens]'" in rendered
    served = subprocess.run(  # noqa: S603
        [str(command), "leaderboard", "serve"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
        timeout=60,
    )
    assert served.returncode == 2
    assert len(served.stderr.splitlines()) == 1
    assert "pip install 'modylbench[leaderboard]'" in served.stderr
    (tmp_path / "1.json").write_text(json.dumps(product), encoding="utf-8")
    assert "turn 1: 1 edits" in run(
        command, "mutations", "--scenario", "financial_analyst", "1.json", cwd=tmp_path
    )
