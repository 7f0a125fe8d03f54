"""Which trials of which runs are in the folders that a person names?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import read_record
from modylbench.recording.reading import found
from modylbench.runs.plan import FILE, Plan, alone

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Run:
    """The trials of one run that are meant; `plan` is None for trials of no run."""

    folder: Path
    plan: Plan | None
    trials: tuple[Path, ...]

    @staticmethod
    def of(plan: Plan, folder: Path) -> Run:
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
        for trial in found(place):
            home = trial.parent.parent
            run = home if (home / FILE).is_file() else trial
            meant.setdefault(run, {})[trial] = None
        for folder, trials in meant.items():
            trials.update(dict.fromkeys(_planned_in(folder, place)))
    return [_run(folder, list(trials)) for folder, trials in meant.items()]


@contextmanager
def undisturbed(runs: Sequence[Run]) -> Iterator[None]:
    """Nobody else works on these runs meanwhile."""
    with ExitStack() as stack:
        for run in runs:
            stack.enter_context(alone(run.folder))
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


def _plan(folder: Path) -> Plan | None:
    path = folder / FILE
    return read_record(Plan, path) if path.is_file() else None
