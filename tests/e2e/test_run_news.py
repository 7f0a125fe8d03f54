"""What a person is told of a run: while it goes on, when it is cut, and where the agent crashed."""

import fcntl
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest
from tests.staging.commands import run_command, run_for_json

QUIET = ("--no-audio", "--no-screens")
CRASHING = """
class Crash:
    async def answer(self, heard, seat):
        raise RuntimeError("the tool is missing")
"""


def run(*options: str, output: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "modylbench", "run", *QUIET, "--output", str(output), *options]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603
    assert done.returncode == code, done.stderr
    return done


def test_an_agent_that_crashed_comes_first_with_its_traceback_and_log(tmp_path: Path) -> None:
    agent = tmp_path / "crash.py"
    agent.write_text(CRASHING, encoding="utf-8")
    done = run(
        "--agent", f"{agent}:Crash", "--scenarios", "financial_analyst", "--seeds", "0,1",
        output=tmp_path / "results", code=1,
    )  # fmt: skip
    first, *lines = done.stdout.splitlines()

    assert first.startswith("AGENT FAILED financial_analyst seed 0 in 13 of 26 turns")
    assert first.endswith("and in 1 more meetings: RuntimeError: the tool is missing")
    assert any('crash.py", line 4, in answer' in line for line in lines[:6])
    [log] = [line.partition(": ")[2] for line in lines if "all that it printed" in line]
    assert "RuntimeError: the tool is missing" in Path(log).read_text(encoding="utf-8")
    assert done.stdout.count("AGENT FAILED") == 1
    [folder] = (tmp_path / "results").iterdir()
    run_command("report", folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    summary = page.partition('id="summary"')[2]
    assert summary.index("own code failed") < summary.index('class="in-short"')
    assert "RuntimeError: the tool is missing" in summary
    assert "in answer" in summary
    told = (folder / "report.md").read_text(encoding="utf-8")
    assert "own code failed** in 13 turns" in told


def test_an_agent_that_answers_once_is_no_reason_for_an_exit_code(tmp_path: Path) -> None:
    agent = tmp_path / "once.py"
    agent.write_text(
        CRASHING.replace(
            "raise", "await seat.say('Good morning.')\n        if heard.turn_index > 1: raise"
        ),
        encoding="utf-8",
    )
    done = run(
        "--agent", f"{agent}:Crash", "--scenarios", "scientist", "--seeds", "0", "--beats", "1",
        output=tmp_path / "results",
    )  # fmt: skip

    assert done.stdout.startswith("AGENT FAILED scientist seed 0 in ")


@pytest.mark.parametrize(
    ("beats", "reachable"), [("1", "6.40"), ("1-8", "10.00")], ids=["a part", "all beats named"]
)
def test_beats_alone_tell_what_was_reachable_and_have_no_tier(
    beats: str, reachable: str, tmp_path: Path
) -> None:
    done = run(
        "--agent", "oracle", "--scenarios", "financial_analyst", "--seeds", "0", "--beats", beats,
        output=tmp_path,
    )  # fmt: skip

    assert f"score {reachable} of {reachable} reachable in the beats held" in done.stdout
    assert "which have no tier" in done.stdout
    assert not re.search(r"\b(peer|mentor|consultant)\b", done.stdout)
    assert "CAPPED" not in done.stdout


def test_what_the_beats_did_ask_for_and_nobody_delivered_is_a_missing_product_still(
    tmp_path: Path,
) -> None:
    done = run(
        "--agent", "text_only", "--scenarios", "financial_analyst", "--seeds", "0", "--beats", "1",
        output=tmp_path,
    )  # fmt: skip

    assert "missing_product: lbo_model was not delivered" in done.stdout
    assert "missing_product: ic_tear_sheet" not in done.stdout


def test_who_interrupts_a_run_is_told_what_is_kept_and_how_it_goes_on(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "modylbench", "run", *QUIET, "--output", str(tmp_path),
             "--agent", "oracle", "--scenarios", "scientist", "--seeds", "0-30"]  # fmt: skip
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
    while process.poll() is None and not list(tmp_path.rglob("recording.json")):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)

    assert process.returncode == 130
    kept = next(line for line in told.splitlines() if line.startswith("kept in "))
    found = re.fullmatch(
        rf"kept in {re.escape(str(tmp_path))}/\S+: (\d+) of 31 meetings, 0 of them judged; a "
        r"meeting that was cut is held again\. `(.+)` goes on",
        kept,
    )
    assert found is not None, kept
    assert int(found[1]) == len(list(tmp_path.rglob("recording.json")))
    assert found[2].startswith("modylbench run")
    assert "--seeds 0-30" in found[2]
    assert told.splitlines()[-1] == "modylbench: interrupted"


def test_on_a_terminal_a_run_tells_its_phase_the_last_line_and_the_time_left(
    tmp_path: Path,
) -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
    asked = ["--agent", "oracle", "--scenarios", "scientist", "--seeds", "0,1"]
    words = [sys.executable, "-m", "modylbench", "run", *QUIET, "--output", str(tmp_path), *asked]
    process = subprocess.Popen(  # noqa: S603
        ["/usr/bin/env", "-u", "COLUMNS", *words], stdout=subprocess.DEVNULL, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            shown += os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
    os.close(ours)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode("utf-8", "replace"))

    assert process.wait() == 0
    assert "meetings: 2 to hold" in text
    assert "judging: 2 trials" in text
    assert "mean so far 10.00" in text
    assert re.search(r"turns\s+\d+:\d\d\.\d agent: \w+", text)


def test_mutations_take_the_folder_of_a_run(tmp_path: Path) -> None:
    run("--agent", "oracle", "--scenarios", "scientist", "--seeds", "0,1", "--beats", "1",
        output=tmp_path)  # fmt: skip
    [folder] = tmp_path.iterdir()
    both = run_for_json("mutations", folder)
    one = run_for_json("mutations", folder / "scientist" / "seed-1")

    assert [told["meeting"] for told in both] == ["scientist/seed-0", "scientist/seed-1"]
    assert both[1]["trajectory"] == one["trajectory"]
    assert one["trajectory"]["mutations"]
    rows = tmp_path / "rows.jsonl"
    told = run_command("mutations", folder, "--rows", rows, code=2)
    assert "found 2 meetings for --rows, --log or --patches, expected one" in told.stderr
    assert not rows.exists()
    run_command("mutations", folder / "scientist" / "seed-1", "--rows", rows)
    assert len(rows.read_text(encoding="utf-8").splitlines()) > 0


@pytest.mark.parametrize("text", ['{"a": 1}', json.dumps([{"b": 2}])])
def test_mutations_refuse_a_file_that_holds_no_stream(text: str, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(text, encoding="utf-8")
    told = run_command("mutations", "--scenario", "scientist", file, code=2)

    assert f"{file}: holds no stream of work: " in told.stderr


def test_a_mistyped_command_is_told_the_nearest() -> None:
    told = run_command("rnu", code=2)
    assert "unknown command 'rnu': did you mean 'run'?" in told.stderr
    told = run_command("leaderboard", "submt", code=2)
    assert "did you mean 'submit'?" in told.stderr


def test_shells_complete_commands_and_options() -> None:
    asked = {"COMP_WORDS": "modylbench run --scen", "COMP_CWORD": "2"}
    program = Path(sys.executable).with_name("modylbench")
    done = subprocess.run(  # noqa: S603
        [str(program)], env={"_MODYLBENCH_COMPLETE": "bash_complete", **asked},
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stdout.split() == ["plain,--scenarios"]
