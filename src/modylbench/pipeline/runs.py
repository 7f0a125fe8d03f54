"""Which trials of which runs are in the folders that a person names?"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.foundation.json_file import read_json
from modylbench.foundation.record import validated
from modylbench.pipeline.plan import FILE, Plan, alone
from modylbench.recording.reading import found

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


def runs_in(paths: Sequence[Path]) -> list[Run]:
    """The runs there, each once, with the trials meant in the order that they were asked for."""
    meant: dict[Path, dict[Path, None]] = {}
    for path in paths:
        for trial in found(path.resolve()):
            home = trial.parent.parent
            run = home if (home / FILE).is_file() else trial
            meant.setdefault(run, {})[trial] = None
    return [_run(folder, list(trials)) for folder, trials in meant.items()]


@contextmanager
def undisturbed(runs: Sequence[Run]) -> Iterator[None]:
    """Nobody else works on these runs meanwhile."""
    with ExitStack() as stack:
        for run in runs:
            stack.enter_context(alone(run.folder))
        yield


def _run(folder: Path, trials: list[Path]) -> Run:
    if not (folder / FILE).is_file():
        return Run(folder, None, tuple(trials))
    plan: Plan = validated(Plan, read_json(folder / FILE), folder / FILE)
    order = {folder / trial.folder: number for number, trial in enumerate(plan.trials)}
    stray = [trial for trial in trials if trial not in order]
    if stray:
        raise BadFile(stray[0], "", f"is no trial of the run in {folder}; move it away")
    return Run(folder, plan, tuple(sorted(trials, key=order.__getitem__)))
