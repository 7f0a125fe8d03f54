"""A run that is killed at any moment and started again is the same run, byte for byte."""

import hashlib
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json
from tests.staging.multi_party import write_multi_party
from tests.staging.sampling import IS_NIGHTLY

from modylbench.recording.events import PresenceChange
from modylbench.recording.reading import altered_files, read_recording, recording_folders
from modylbench.recording.recording import MeetingRecording
from modylbench.runs.run import lock_run

QUICK = ("--no-audio", "--no-screens", "--judges", "none")
SEEDS = range(6 if IS_NIGHTLY else 4)
SEVERAL = ("--scenarios", "financial_analyst", "--seeds", f"0-{SEEDS[-1]}")
SMALL = ("--scenarios", "scientist", "--seeds", "0", "--beats", "1")
SEEN = (
    "--scenarios", "financial_analyst", "--seeds", "0-1", "--beats", "1", "--judges", "none",
)  # fmt: skip
KILLS = 30 if IS_NIGHTLY else 5


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


def under_way(output: Path) -> set[tuple[Path, int]]:
    """The meetings that have begun and are not over; each start of one has a file of its own."""
    return {
        (path.parent, path.stat().st_ino)
        for path in output.rglob("events.jsonl")
        if not (path.parent / "recording.json").exists()
    }


def killed_in_a_meeting(output: Path, options: tuple[str, ...], *, wait_s: float) -> bool:
    """Start the run, kill it some time after a meeting has begun; whether one was under way."""
    left = under_way(output)
    process = subprocess.Popen(  # noqa: S603
        command(output, *options), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while process.poll() is None and not _looked(output) - left:
        time.sleep(0.002)
    time.sleep(wait_s)
    process.kill()
    is_killed = process.wait() == -signal.SIGKILL
    return is_killed and bool(under_way(output))


def _looked(output: Path) -> set[tuple[Path, int]]:
    with suppress(FileNotFoundError):  # what a cut meeting left is thrown away while we look
        return under_way(output)
    return set()


def changes_of_presence(recording: MeetingRecording) -> set[tuple[str, str]]:
    """Who came and who left while the meeting went on."""
    return {
        (event.kind, event.identity)
        for event in recording.events
        if isinstance(event, PresenceChange)
    }


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    output = tmp_path_factory.mktemp("undisturbed")
    run(output, *QUICK, *SEVERAL)
    return digests(output)


def test_a_run_killed_again_and_again_ends_with_the_same_bytes(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    moments = random.Random("thirty moments")  # noqa: S311
    kept: dict[Path, tuple[int, int]] = {}
    kills = 0
    for _ in range(KILLS):
        kills += killed_in_a_meeting(tmp_path, (*QUICK, *SEVERAL), wait_s=moments.uniform(0.0, 0.5))
        now = recordings(tmp_path)
        assert {path: now[path] for path in kept} == kept, "a recording was made again"
        kept = now
        if len(kept) == len(SEEDS):  # all are held: begin again, with nothing
            shutil.rmtree(tmp_path / next(tmp_path.iterdir()).name)
            kept = {}

    run(tmp_path, *QUICK, *SEVERAL)

    assert kills >= KILLS * 2 // 3
    assert digests(tmp_path) == undisturbed


def test_a_meeting_of_five_that_is_killed_ends_with_the_same_bytes(tmp_path: Path) -> None:
    folder = write_multi_party(tmp_path / "scenario", people=5)
    several = ("--scenarios", str(folder), "--seeds", "0-1")
    run(tmp_path / "undisturbed", *QUICK, *several)
    kills = 0
    for wait_s in (0.0, 0.05, 0.1, 0.2) if IS_NIGHTLY else (0.0, 0.1):
        kills += killed_in_a_meeting(tmp_path / "killed", (*QUICK, *several), wait_s=wait_s)

    run(tmp_path / "killed", *QUICK, *several)

    assert kills
    assert digests(tmp_path / "killed") == digests(tmp_path / "undisturbed")
    recordings_of_five = [
        read_recording(path.parent) for path in (tmp_path / "killed").rglob("recording.json")
    ]
    assert {recording.seed for recording in recordings_of_five} == {0, 1}
    for recording in recordings_of_five:
        assert len(recording.participants) == 6
        assert {("joined", "analyst"), ("left", "auditor")} <= changes_of_presence(recording)


@pytest.mark.nightly
@pytest.mark.parametrize("people", [1, 5])
def test_killed_with_audio_and_screens_it_ends_with_the_same_bytes(
    people: int, tmp_path: Path
) -> None:
    folder = write_multi_party(tmp_path / "scenario", people=5)
    seen = SEEN if people == 1 else (SEEN[0], str(folder), *SEEN[2:])
    run(tmp_path / "undisturbed", *seen)
    for wait_s in (0.0, 0.7, 1.5):
        killed_in_a_meeting(tmp_path / "killed", seen, wait_s=wait_s)

    run(tmp_path / "killed", *seen)

    assert digests(tmp_path / "killed") == digests(tmp_path / "undisturbed")


def test_workers_end_with_the_process_that_was_killed(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    for wait_s in (0.0, 0.3, 0.6) if IS_NIGHTLY else (0.3,):
        killed_in_a_meeting(tmp_path, (*QUICK, *SEVERAL, "--jobs", "2"), wait_s=wait_s)

    run(tmp_path, *QUICK, *SEVERAL, "--jobs", "2")

    assert digests(tmp_path) == undisturbed


@pytest.mark.parametrize(
    "what",
    [
        pytest.param("another trial's", marks=pytest.mark.nightly),
        "a file less",
        pytest.param("no record", marks=pytest.mark.nightly),
    ],
)
def test_what_is_not_this_trials_whole_recording_is_held_again(what: str, tmp_path: Path) -> None:
    part = (*QUICK, "--scenarios", "scientist", "--seeds", "0-1", "--beats", "1")
    first = run_for_json("run", "--output", tmp_path, *part)
    before = digests(tmp_path)
    own, other = (Path(trial["folder"]) for trial in first["trials"])
    match what:
        case "another trial's":
            shutil.rmtree(own)
            shutil.copytree(other, own)
        case "a file less":
            next(own.glob("surfaces/*.json")).unlink()
        case _:
            (own / "recording.json").write_text("{}")

    again = run_for_json("run", "--output", tmp_path, *part)

    assert [trial["was_kept"] for trial in again["trials"]] == [False, True]
    assert digests(tmp_path) == before


def test_two_at_once_do_not_work_on_one_run(tmp_path: Path) -> None:
    part = (*QUICK, *SMALL)
    (folder,) = [tmp_path / path.name for path in _prepared(tmp_path, part)]
    with lock_run(folder):
        done = run(tmp_path, *part, code=2)

    assert "another process is at work on this run" in done.stderr


def _prepared(output: Path, part: tuple[str, ...]) -> list[Path]:
    run_command("run", "--output", output, *part)
    return [path for path in output.iterdir() if path.is_dir()]


@pytest.mark.nightly  # by day the test before says it of what was killed
def test_several_at_once_give_the_same_bytes_as_one_after_the_other(
    undisturbed: dict[str, str], tmp_path: Path
) -> None:
    run(tmp_path, *QUICK, *SEVERAL, "--jobs", "2")

    assert digests(tmp_path) == undisturbed


def test_audio_and_screens_are_the_same_bytes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = (*SEEN[:2], "--seeds", "0", "--beats", "1", "--judges", "none")
    for name in ("one", "two"):
        monkeypatch.setenv("MODYLBENCH_CACHE", str(tmp_path / "cache" / name))
        run(tmp_path / name, *part)  # each synthesises all that is said

    first = digests(tmp_path / "one")
    assert digests(tmp_path / "two") == first
    assert any(name.endswith("agent.wav") for name in first)
    assert any(name.endswith("room.wav") for name in first)
    assert any(name.endswith(".png") for name in first)


def test_what_is_kept_is_said_and_nothing_else_is_written(tmp_path: Path) -> None:
    part = ("run", "--output", tmp_path, *QUICK, *SMALL)
    first = run_for_json(*part)
    before = digests(tmp_path)
    again = run_for_json(*part)

    assert [trial["was_kept"] for trial in first["trials"]] == [False]
    assert [trial["was_kept"] for trial in again["trials"]] == [True]
    assert digests(tmp_path) == before
    (folder,) = recording_folders(Path(first["run"]))
    assert altered_files(read_recording(folder), folder) == []


def test_without_an_agent_the_oracle_is_taken_and_named(tmp_path: Path) -> None:
    part = ("run", "--output", tmp_path, *QUICK, *SMALL)

    assert "no --agent named, so oracle" in run_command(*part).stderr
    assert "no --agent named" not in run_command(*part, "--agent", "oracle").stderr


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
        (("--voice", "rhvoice", "--no-audio"), "found both --no-audio and --voice"),
        (("--base-url", "http://127.0.0.1:1"), "which asks no service"),
        (("--voice", "elevenlabs:x"), "set ELEVENLABS_API_KEY"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_one_line_before_anything_is_held(
    options: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    said = run_command("run", "--output", tmp_path, *options, code=2).stderr

    assert told in said
    assert said.strip().splitlines()[-1].startswith("modylbench: ")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_a_file_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine")

    done = run(tmp_path / "results", *QUICK, "--scenarios", "scientist", code=2)

    assert "cannot be made" in done.stderr
    assert "Traceback" not in done.stderr
