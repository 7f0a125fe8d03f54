"""How is the whole matrix made, in several processes, going on where it was left?"""

from __future__ import annotations

import multiprocessing
import signal
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from threading import Thread
from typing import TYPE_CHECKING

from modylbench.pipeline.equipment import equipped
from modylbench.pipeline.execution import WorkerDied, end_with_parent
from modylbench.pipeline.redteam.hold import Trial, hold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.pipeline.equipment import Means
    from modylbench.pipeline.redteam.cell import Cell
    from modylbench.pipeline.redteam.hold import Shelf


def trials_of(
    agents: Iterable[str], scenarios: Sequence[tuple[str, str]], seeds: Sequence[int]
) -> list[Trial]:
    """All of them, those of one scenario and seed together; scenarios by (name, id)."""
    names = list(agents)
    return [
        Trial(agent, name, scenario_id, seed)
        for name, scenario_id in scenarios
        for seed in seeds
        for agent in names
    ]


def cells_of(
    trials: Sequence[Trial], means: Means, shelf: Shelf, *, jobs: int
) -> Iterator[tuple[Trial, Cell]]:
    """The cell of every trial as it comes; those that are kept come first."""
    missing: dict[tuple[str, int], list[Trial]] = {}
    for trial in trials:
        cell = shelf.kept(trial)
        if cell is None:
            missing.setdefault((trial.scenario, trial.seed), []).append(trial)
        else:
            yield trial, cell
    groups = _shared(list(missing.values()), means)
    workers = min(jobs, len(groups))
    if workers <= 1:
        for group in groups:
            yield from _held(group, means, shelf)
        return
    context = multiprocessing.get_context("spawn")  # a browser's thread does not outlive a fork
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin) as pool:
        waiting = [pool.submit(_all_held, group, means, shelf) for group in groups]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        except BrokenProcessPool as error:
            message = "a process that held meetings was ended; the same command goes on"
            raise WorkerDied(message) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _shared(groups: list[list[Trial]], means: Means) -> list[list[Trial]]:
    """What one process does at a time: one trial, or as many as should share a browser."""
    if means.no_screens:
        return [[trial] for group in groups for trial in group]
    return groups


def _begin() -> None:
    """A worker is not interrupted, its parent is; and it ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=end_with_parent, daemon=True).start()


def _held(group: Iterable[Trial], means: Means, shelf: Shelf) -> Iterator[tuple[Trial, Cell]]:
    """Those of one scenario and seed, with one browser, if there is one."""
    with equipped(means) as equipment:
        for trial in group:
            yield trial, hold(trial, equipment, shelf)


def _all_held(group: Sequence[Trial], means: Means, shelf: Shelf) -> list[tuple[Trial, Cell]]:
    return list(_held(group, means, shelf))
