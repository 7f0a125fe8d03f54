"""From nothing to a verified entry with the commands alone, as a submitter and an operator type."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import settings
from tests.staging.commands import run_command
from tests.staging.leaderboard.real_submission import Panel, answers
from tests.staging.leaderboard.rejudging import KEYS, RejudgingService
from tests.staging.servers.judges import GPT, OMNI
from tests.staging.servers.speech import serving

pytestmark = pytest.mark.skipif(
    settings.get_current_profile_name() != "nightly", reason="holds 18 meetings: nightly"
)
QUIET = ("--no-audio", "--no-screens", "--json")
WHO = "someone@example.org"


@contextmanager
def served(data: Path, judges: str) -> Iterator[str]:
    """A leaderboard with judges, in a process of its own that is ended by SIGTERM; its address."""
    options = ["--port", "0", "--data", str(data), "--judges", judges]
    command = [sys.executable, "-m", "modylbench", "leaderboard", "serve", *options]
    told = {**os.environ, "MODYLBENCH_CACHE": str(data / "cache")}  # noqa: TID251
    with subprocess.Popen(  # noqa: S603
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=told
    ) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        try:
            yield found[0]
        finally:
            process.send_signal(signal.SIGTERM)
            said, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    assert not any(key in said + errors for key in KEYS.values())


@dataclass(frozen=True)
class Sent:
    """What came of a submission: as the API says it, and the page."""

    told: dict[str, Any]
    page: str
    verdict: Path
    key: str
    file: Path


def sent(folder: Path, *, gpt: int) -> Sent:
    """Declare, ask for seeds, hold the run that is printed, pack, submit, wait to be judged again.

    `gpt` is what that judge says when the leaderboard asks; at the submitter's it has said 6.
    """
    (folder / "answers.jsonl").write_text(answers())
    asked_again = RejudgingService(OMNI)
    asked_again.scores["gpt-5.2"] = gpt
    with (
        pytest.MonkeyPatch.context() as patch,
        serving(Panel(OMNI)) as panel,
        serving(asked_again) as again,
    ):
        for name, value in {**KEYS, "MODYLBENCH_CACHE": str(folder / "cache")}.items():
            patch.setenv(name, value)
        names = [",".join(form.name(at.address) for form in (OMNI, GPT)) for at in (panel, again)]
        with served(folder / "board", names[1]) as url:
            held = _held(folder, url, names[0])
            file = folder / "run.zip"
            told = ("--challenge", str(folder / "c.json"), "--declaration", str(folder / "d.json"))
            run_command("submission", "pack", str(held), "-o", str(file), *told)
            found, _ = run_command("leaderboard", "submit", url, str(file), "--json")
            return _judged_again(url, json.loads(found)["id"], file)


def _held(folder: Path, url: str, judges: str) -> Path:
    """The folder of the run on the leaderboard's seeds."""
    agent = ("--agent", f"recorded:{folder / 'answers.jsonl'}")
    small = ("--scenarios", "scientist", "--seeds", "0", "--beats", "1", "--judges", "none")
    first, _ = run_command("run", *agent, *small, *QUIET, "--output", str(folder / "first"))
    declared = str(folder / "d.json")
    who = ("--agent-version", "1", "--contact", WHO, "-o", declared)
    run_command("submission", "declare", json.loads(first)["run"], *who)
    given, _ = run_command("leaderboard", "token", WHO, "--data", str(folder / "board"))
    challenge = ("--declaration", declared, "-o", str(folder / "c.json"))
    told, _ = run_command("leaderboard", "challenge", url, *challenge, "--token", given.strip())
    printed = shlex.split(told.splitlines()[-1].partition("modylbench ")[2])
    seeds = printed[printed.index("--seeds") + 1]
    by = ("--seeds", seeds, "--judges", judges, "--mode", "text", "--output", str(folder / "out"))
    run, _ = run_command("run", *agent, *by, *QUIET)
    return Path(json.loads(run)["run"])


def _judged_again(url: str, submission_id: str, file: Path) -> Sent:
    place = file.parent / "verdict.json"
    with httpx.Client(base_url=url, timeout=60) as http:
        for _ in range(600):
            found = http.get(f"/api/v1/submissions/{submission_id}").json()
            if found["rejudged"]:
                break
            threading.Event().wait(0.2)
        place.write_bytes(http.get(f"/submissions/{submission_id}/verdict.json").content)
        page = http.get(f"/submissions/{submission_id}/").text
        return Sent(found, page, place, http.get("/api/v1/key").json()["key"], file)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Sent:
    return sent(tmp_path_factory.mktemp("honest"), gpt=6)


def test_an_honest_submission_ends_up_verified_and_its_verdict_holds(honest: Sent) -> None:
    told = honest.told

    assert (told["state"], told["level"], told["reasons"]) == ("accepted", "verified", [])
    assert any(check.startswith("re-judged samples") for check in told["checks"])
    assert told["row"] is not None
    genuine = ("leaderboard", "verify", str(honest.verdict), "--key", honest.key)
    said, _ = run_command(*genuine, "--file", str(honest.file))
    assert said.rstrip().endswith("is verified")


def test_its_page_says_whose_seeds_and_how_many_tries(honest: Sent) -> None:
    assert honest.told["challenge"]
    assert honest.told["challenges_of_submitter"] == 1
    assert honest.told["meetings"] == {"counted": 18, "held": 18, "spoilt": []}
    assert "asked for seeds 1 time" in honest.page
    assert "18 meetings were held" in honest.page


def test_verdicts_that_the_judges_do_not_give_again_leave_it_self_reported(tmp_path: Path) -> None:
    told = sent(tmp_path, gpt=3).told

    assert (told["state"], told["level"]) == ("accepted", "self-reported")
    assert any("gpt-5.2" in reason and "higher" in reason for reason in told["reasons"])
