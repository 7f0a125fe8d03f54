"""A run's folder: what was planned (run.json), the trials in it, and the lock on it."""

from __future__ import annotations

import fcntl
import hashlib
import re
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from modylbench.foundation.atomic_file import make_folder
from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import (
    Name,
    Record,
    Spec,
    canonical_json,
    read_record,
    write_record,
)
from modylbench.recording.reading import recording_folders
from modylbench.recording.recording import AgentUnderTest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
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


class RunPlan(Record):
    """run.json: all that was asked; equal plans are one run, which can be gone on with.

    `git_commit` is that of the folder where the run was first started, if it is one of git's;
    `harness_digest` is of our own code: what other code has held is another run. `room` is what
    kind of room it is held in; `server` is where, and `join_timeout_s` how long an agent is waited
    for, if that is on LiveKit. `human` is the model that plays the human in free form.
    """

    agent: AgentUnderTest
    scenarios: tuple[str, ...]
    scenario_versions: dict[str, int]
    seeds: tuple[int, ...]
    edge_cases: str
    beats: str
    human: str = ""
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
        of_free_form = set() if self.human else {"human"}
        left_out = {"git_commit", *of_livekit, *of_free_form}
        asked = self.model_dump(mode="json", exclude=left_out)
        digest = hashlib.sha256(canonical_json(asked).encode()).hexdigest()
        return f"{_folder_name(self.agent.name)[:40]}-{digest[:8]}"


def begin_run(plan: RunPlan, folder: Path) -> RunPlan:
    """The plan that the folder holds, which is this one: kept there now or at an earlier start."""
    path = folder / FILE
    if path.exists():
        kept = read_record(RunPlan, path)
        if kept.name == plan.name:
            return kept
        problem = "holds another run; give another --output, or remove it"
        raise BadFile(path, "", problem)
    make_folder(folder)
    write_record(plan, path)
    return plan


def requested_name(path: Path, scenario_id: str) -> str | None:
    """The name or folder that a scenario was asked for by, in the run.json at `path`."""
    plan = read_record(RunPlan, path)
    return next((trial.scenario for trial in plan.trials if trial.scenario_id == scenario_id), None)


@contextmanager
def lock_run(folder: Path) -> Iterator[None]:
    """Nobody else works on the run in this folder meanwhile; the lock goes with its process."""
    with (folder / LOCK).open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            problem = "another process is at work on this run; wait for it, or end it"
            raise BadFile(folder, "", problem) from error
        yield


@dataclass(frozen=True, slots=True)
class Run:
    """The trials of one run that are meant; `plan` is None for trials of no run."""

    folder: Path
    plan: RunPlan | None
    trials: tuple[Path, ...]

    @staticmethod
    def of(plan: RunPlan, folder: Path) -> Run:
        """A whole run."""
        return Run(folder, plan, tuple(folder / trial.folder for trial in plan.trials))

    @property
    def is_meant_whole(self) -> bool:
        """Whether all of its trials are meant; so is a trial of no run."""
        return self.plan is None or len(self.trials) == len(self.plan.trials)


def runs_in(paths: Sequence[Path]) -> list[Run]:
    """The runs there, each once, with the trials meant in the order that they were asked for.

    Who names a run, or a scenario's folder in it, means every trial that was planned there: one
    whose folder is gone is missing, and not left out.
    """
    meant: dict[Path, dict[Path, None]] = {}
    for path in paths:
        place = path.resolve()
        for trial in recording_folders(place):
            home = trial.parent.parent
            run = home if (home / FILE).is_file() else trial
            meant.setdefault(run, {})[trial] = None
        for folder, trials in meant.items():
            trials.update(dict.fromkeys(_planned_in(folder, place)))
    return [_run(folder, list(trials)) for folder, trials in meant.items()]


@contextmanager
def lock_runs(runs: Sequence[Run]) -> Iterator[None]:
    """Nobody else works on these runs meanwhile."""
    with ExitStack() as stack:
        for run in runs:
            stack.enter_context(lock_run(run.folder))
        yield


def _planned_in(folder: Path, place: Path) -> list[Path]:
    """The trials of the run in a folder that belong into a place, if there is a run."""
    plan = _plan(folder)
    trials = [folder / trial.folder for trial in plan.trials] if plan is not None else []
    return [trial for trial in trials if trial.is_relative_to(place)]


def _run(folder: Path, trials: list[Path]) -> Run:
    plan = _plan(folder)
    if plan is None:
        return Run(folder, None, tuple(trials))
    order = {folder / trial.folder: number for number, trial in enumerate(plan.trials)}
    stray = [trial for trial in trials if trial not in order]
    if stray:
        raise BadFile(stray[0], "", f"is no trial of the run in {folder}; move it away")
    return Run(folder, plan, tuple(sorted(trials, key=order.__getitem__)))


def _plan(folder: Path) -> RunPlan | None:
    path = folder / FILE
    return read_record(RunPlan, path) if path.is_file() else None


def _folder_name(text: str) -> str:
    return _UNSAFE.sub("-", text).strip("-") or "agent"
