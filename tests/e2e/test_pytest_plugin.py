"""An agent's developer gets meetings as tests, and only when asking for them."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import settings
from tests.staging.commands import run_command
from tests.staging.processes.pytest_process import QUICK, pytest_in

from modylbench.runs.run import lock_run

AGENT = """
class Agent:
    async def answer(self, heard, seat):
        await seat.say("I have noted that.")
        await seat.wait_for_playout()
"""
OWN = """
import sys
def test_own():
    print("loaded", *sorted(name for name in sys.modules if name.startswith("modylbench")))
def test_of_the_run(modylbench_run):
    assert set(modylbench_run.scorecards) == {("financial_analyst", 0), ("financial_analyst", 1)}
    assert (modylbench_run.folder / "reliability.json").is_file()
"""
TIMED = """
import sys, time, pytest
took = []
for _ in range(5):
    for name in [name for name in sys.modules if name.startswith("modylbench")]:
        del sys.modules[name]
    before = time.perf_counter()
    import modylbench.cli.pytest_plugin.plugin
    took.append(time.perf_counter() - before)
print(min(took))
"""


class Held(NamedTuple):
    """A developer's folder with the run of a weak agent, and that of the oracle against it."""

    folder: Path
    weak: subprocess.CompletedProcess[str]
    oracle: subprocess.CompletedProcess[str]

    @property
    def weak_run(self) -> Path:
        return next((self.folder / "results").glob("agent-*"))

    @property
    def oracle_run(self) -> Path:
        return next((self.folder / "results").glob("oracle-*"))


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    (folder / "agent.py").write_text(AGENT, encoding="utf-8")
    (folder / "test_own.py").write_text(OWN, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def held(repository: Path) -> Held:
    weak = pytest_in(repository, "-v", "--modylbench-agent", "agent.py:Agent", *QUICK)
    run = next((repository / "results").glob("agent-*"))
    against = ("--modylbench-baseline", str(run), "--modylbench-min-tier", "none")
    oracle = pytest_in(repository, "-v", "--modylbench-agent", "oracle", *QUICK, *against)
    return Held(repository, weak, oracle)


def test_without_the_option_nothing_is_collected_and_nothing_of_ours_is_imported(
    repository: Path,
) -> None:
    done = pytest_in(repository, "-s")
    line = next(line for line in done.stdout.splitlines() if "loaded" in line)

    assert done.returncode == 0, done.stdout
    assert "1 passed, 1 skipped" in done.stdout
    assert line.split("loaded ")[1].removesuffix(".").split() == [
        "modylbench", "modylbench.cli",
        "modylbench.cli.pytest_plugin",
        "modylbench.cli.pytest_plugin.options", "modylbench.cli.pytest_plugin.plugin",
    ]  # fmt: skip


def test_loading_it_takes_less_than_ten_milliseconds() -> None:
    timed = subprocess.run(  # noqa: S603
        [sys.executable, "-c", TIMED], capture_output=True, text=True, check=True
    )

    assert float(timed.stdout) < 0.010


def test_a_weak_agent_fails_with_its_score_its_worst_turns_and_what_is_missing(held: Held) -> None:
    told = held.weak.stdout

    assert held.weak.returncode == 1, told
    assert "2 passed" in told
    assert "3 failed" in told
    for seed in (0, 1):
        assert f"modylbench::financial_analyst[seed {seed}] FAILED" in told
    assert "financial_analyst seed 0: score 1." in told
    assert "no tier; expected peer or better" in told
    assert "turn 1 (context)" in told
    assert "lbo_model is missing" in told
    assert "the worst of 2 runs is seed" in told
    assert "Traceback" not in told


def test_who_is_better_than_the_baseline_passes(held: Held) -> None:
    assert held.oracle.returncode == 0, held.oracle.stdout
    assert "modylbench::financial_analyst[no regression] PASSED" in held.oracle.stdout
    assert "modylbench::overall[no regression] PASSED" in held.oracle.stdout


def test_who_is_worse_fails_and_meetings_are_not_held_again(held: Held) -> None:
    recordings = sorted(held.weak_run.rglob("recording.json"))
    before = [path.stat().st_mtime_ns for path in recordings]
    against = ("--modylbench-baseline", str(held.oracle_run), "-k", "regression")
    processes = ("-n", "2") if settings.get_current_profile_name() == "nightly" else ()
    asked = ("--modylbench-agent", "agent.py:Agent", *QUICK, *against, *processes)
    done = pytest_in(held.folder, *asked)

    assert done.returncode == 1, done.stdout
    assert "2 failed" in done.stdout
    assert "financial_analyst: regression, " in done.stdout
    assert "turn 1 (seed 0) 10.00 -> 1." in done.stdout
    assert [path.stat().st_mtime_ns for path in recordings] == before
    assert processes or "2 of 2 meetings kept" in done.stdout


def test_trouble_of_ours_is_an_error_and_no_failure_of_the_agent(held: Held) -> None:
    with lock_run(held.weak_run):
        done = pytest_in(
            held.folder, "--modylbench-agent", "agent.py:Agent", *QUICK, "-k", "seed and 0"
        )

    assert "1 error" in done.stdout, done.stdout
    assert "failed" not in done.stdout
    assert "not the agent's fault" in done.stdout
    assert "another process is at work on this run" in done.stdout


def test_a_mistake_is_one_line_and_holds_nothing(repository: Path) -> None:
    done = pytest_in(repository, "--modylbench-agent", "oracle", "--modylbench-min-tier", "great")

    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert done.stderr.strip().splitlines() == [
        "ERROR: modylbench: found --modylbench-min-tier 'great', expected one of none, peer, "
        "mentor, consultant"
    ]


def test_compare_finds_what_became_worse_and_writes_it_down(held: Held, tmp_path: Path) -> None:
    files = ("--html", tmp_path / "page.html", "--junit", tmp_path / "tests.xml")
    runs = ("compare", held.oracle_run, held.weak_run)
    told = run_command(*runs, "--fail-on-regression", *files, code=1).stdout

    assert told.splitlines()[0] == "agent.py:Agent against oracle"
    assert "regression" in told.splitlines()[2]
    assert "WORSE: " in told
    run_command(*runs)
    baseline = ("--baseline", held.oracle_run, "--fail-on-regression")
    run_command("compare", held.weak_run, *baseline, code=1)
    assert "no regression" in (tmp_path / "tests.xml").read_text(encoding="utf-8")
    assert "agent.py:Agent against oracle" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_compare_of_a_run_with_itself_finds_nothing(held: Held) -> None:
    runs = (held.weak_run, held.weak_run)
    told = run_command("compare", *runs, "--json", "--fail-on-regression").stdout
    (found,) = json.loads(told)["candidates"]

    assert found["overall"]["difference"] == 0
    assert found["scenarios"][0]["status"] == "unchanged"
    assert str(held.folder) not in told


def test_compare_tells_mistakes_in_one_line(held: Held, tmp_path: Path) -> None:
    weak, oracle = held.weak_run, held.oracle_run
    for arguments, problem in (
        ((weak,), "found one run, expected a baseline"),
        ((weak, oracle, "--names", "one"), "found 1 names for 2 runs"),
        ((held.folder / "results", oracle), r"found \d runs in"),
        ((weak, tmp_path / "nothing"), "nothing"),
    ):
        told = run_command("compare", *arguments, code=2).stderr
        assert re.search(problem, told)
        assert told.count("\n") == 1
