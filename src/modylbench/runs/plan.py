"""What is a run asked to do, and is it the one that a folder already holds?"""

from __future__ import annotations

import fcntl
import hashlib
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import Name, Record, Spec, canonical_json, read_record
from modylbench.foundation.whole_file import written_whole
from modylbench.recording.recording import AgentUnderTest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = "run.json"
IN_PROCESS, LIVEKIT = "in process", "livekit"
"""The kinds of rooms, as plans and recordings name them."""
LOCK = ".lock"
_UNSAFE = re.compile(r"[^A-Za-z0-9_]+")


class Trial(Spec):
    """One scenario at one seed; `scenario` is the name or the folder that it was asked for by."""

    scenario: str
    scenario_id: Name
    seed: int

    @property
    def folder(self) -> str:
        """Its place in the run's folder."""
        return f"{self.scenario_id}/seed-{self.seed}"


class Plan(Record):
    """run.json: all that was asked; equal plans are one run, which can be gone on with.

    `git_commit` is that of the folder where the run was first started, if it is one of git's;
    `harness_digest` is of our own code: what other code has held is another run. `room` is what
    kind of room it is held in; `server` is where, and `join_timeout_s` how long an agent is waited
    for, if that is on LiveKit.
    """

    agent: AgentUnderTest
    scenarios: tuple[str, ...]
    scenario_versions: dict[str, int]
    seeds: tuple[int, ...]
    edge_cases: str
    beats: str
    audio: str
    screens: bool
    harness_version: str
    harness_digest: str
    git_commit: str = ""
    room: str = IN_PROCESS
    server: str = ""
    join_timeout_s: float | None = None
    trials: Annotated[tuple[Trial, ...], Field(min_length=1)]

    @property
    def name(self) -> str:
        """The agent, and what tells this plan from all others."""
        of_livekit = {"room", "server", "join_timeout_s"} if self.room == IN_PROCESS else set()
        asked = self.model_dump(mode="json", exclude={"git_commit", *of_livekit})
        digest = hashlib.sha256(canonical_json(asked).encode()).hexdigest()
        return f"{_name(self.agent.name)[:40]}-{digest[:8]}"


def begun(plan: Plan, folder: Path) -> Plan:
    """The plan that the folder holds, which is this one: kept there now or at an earlier start."""
    path = folder / FILE
    if path.exists():
        kept = read_record(Plan, path)
        if kept.name == plan.name:
            return kept
        problem = "holds another run; give another --output, or remove it"
        raise BadFile(path, "", problem)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(folder, "", f"cannot be made ({error.strerror})") from error
    with written_whole(path) as file:
        file.write(canonical_json(plan.model_dump(mode="json")).encode())
    return plan


def asked_for(path: Path, scenario_id: str) -> str | None:
    """The name or folder that a scenario was asked for by, in the run.json at `path`."""
    plan = read_record(Plan, path)
    return next((trial.scenario for trial in plan.trials if trial.scenario_id == scenario_id), None)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Nobody else works on the run in this folder meanwhile; the lock goes with its process."""
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            problem = "another process is at work on this run; wait for it, or end it"
            raise BadFile(folder, "", problem) from error
        yield


def _name(text: str) -> str:
    return _UNSAFE.sub("-", text).strip("-") or "agent"
