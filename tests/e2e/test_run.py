"""Is a run killed at any moment and started again the same run, byte for byte?"""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from modylbench.recording.reading import altered, found, read

QUICK = ("--no-audio", "--no-screens")
SEVERAL = ("--beats", "1", "--seeds", "0-2")
KILLS = 30


def command(output: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "modylbench", "run", "--output", str(output), *options]


def run(output: Path, *options: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(  # noqa: S603
        command(output, *options), capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == code, done.stderr
    return done


def digests(output: Path) -> dict[str, str]:
    """Every file of a run by its relative path."""
    return {
        str(path.relative_to(output)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(output.rglob("*"))
        if path.is_file()
    }


def recordings(output: Path) -> dict[Path, tuple[int, int]]:
    """What would tell if a recording that was kept had been written again."""
    return {
        path: (path.stat().st_ino, path.stat().st_mtime_ns)
        for path in output.rglob("recording.json")
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    output = tmp_path_factory.mktemp("undisturbed")
    run(output, *QUICK, *SEVERAL)
    return digests(output)


def test_a_run_killed_at_thirty_moments_ends_with_the_same_bytes(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    moments = random.Random("thirty moments")  # noqa: S311
    kept: dict[Path, tuple[int, int]] = {}
    killed = 0
    for _ in range(KILLS):
        process = subprocess.Popen(  # noqa: S603
            command(tmp_path, *QUICK, *SEVERAL),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(moments.uniform(0.0, 1.6))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            killed += 1
        process.wait()
        now = recordings(tmp_path)
        assert {path: now[path] for path in kept} == kept, "a recording was made again"
        kept = now

    run(tmp_path, *QUICK, *SEVERAL)

    assert killed > KILLS // 2
    assert digests(tmp_path) == undisturbed


def test_several_at_once_give_the_same_bytes_as_one_after_the_other(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    run(tmp_path, *QUICK, *SEVERAL, "--jobs", "2")

    assert digests(tmp_path) == undisturbed


def test_audio_and_screens_are_the_same_bytes_again(tmp_path: Path) -> None:
    part = ("--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1")
    run(tmp_path / "one", *part)
    run(tmp_path / "two", *part)

    first = digests(tmp_path / "one")
    assert digests(tmp_path / "two") == first
    assert any(name.endswith("agent.wav") for name in first)
    assert any(name.endswith("room.wav") for name in first)
    assert any(name.endswith(".png") for name in first)


def test_what_is_kept_is_said_and_nothing_else_is_written(tmp_path: Path) -> None:
    part = (*QUICK, "--scenarios", "scientist", "--seeds", "4", "--beats", "1", "--json")
    first = json.loads(run(tmp_path, *part).stdout)
    before = digests(tmp_path)
    again = json.loads(run(tmp_path, *part).stdout)

    assert [trial["was_kept"] for trial in first["trials"]] == [False]
    assert [trial["was_kept"] for trial in again["trials"]] == [True]
    assert digests(tmp_path) == before
    (folder,) = found(Path(first["run"]))
    assert altered(read(folder), folder) == []


def test_without_an_agent_the_oracle_is_taken_and_named(tmp_path: Path) -> None:
    part = (*QUICK, "--scenarios", "scientist", "--seeds", "0", "--beats", "1")

    assert "no --agent named, so oracle" in run(tmp_path, *part).stderr
    assert "no --agent named" not in run(tmp_path, *part, "--agent", "oracle").stderr


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--agent", "oracel"), "did you mean 'oracle'?"),
        (("--scenarios", "financial"), "did you mean 'financial_analyst'?"),
        (("--scenarios", ","), "expected names or `all`"),
        (("--k", "3", "--seeds", "1"), "found both --k and --seeds"),
        (("--k", "0"), "0 is not in the range"),
        (("--seeds", "x"), "expected numbers and ranges"),
        (("--beats", "9"), "expected some of 1-8"),
        (("--edge-cases", "earthquake"), "unknown edge case 'earthquake'"),
        (("--voice", "rhvoic"), "did you mean 'rhvoice'?"),
        (("--voice", "elevenlabs:x"), "set ELEVENLABS_API_KEY"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_one_line_before_anything_is_held(
    options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = run(tmp_path, *options, code=2)

    assert told in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.strip().splitlines()[-1].startswith("modylbench: ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine")

    done = run(tmp_path / "results", *QUICK, "--scenarios", "scientist", code=2)

    assert "cannot be made" in done.stderr
