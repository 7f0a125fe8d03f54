"""The whole matrix, made in several processes, going on where it was left."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING

from modylbench.pipeline.equipment import open_equipment
from modylbench.pipeline.redteam.cell import RedTeamTrial, make_cell
from modylbench.pipeline.running.execution import WorkerDied, begin_worker

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from modylbench.pipeline.equipment import RunOptions
    from modylbench.pipeline.redteam.cell import CellStore, MatrixCell


def trials_of(
    agents: Iterable[str], scenarios: Sequence[tuple[str, str]], seeds: Sequence[int]
) -> list[RedTeamTrial]:
    """All of them, those of one scenario and seed together; scenarios by (name, id)."""
    names = list(agents)
    return [
        RedTeamTrial(agent, name, scenario_id, seed)
        for name, scenario_id in scenarios
        for seed in seeds
        for agent in names
    ]


def cells_of(
    trials: Sequence[RedTeamTrial], options: RunOptions, store: CellStore, *, jobs: int
) -> Iterator[tuple[RedTeamTrial, MatrixCell]]:
    """The cell of every trial as it comes; those that are kept come first."""
    missing: dict[tuple[str, int], list[RedTeamTrial]] = {}
    for trial in trials:
        cell = store.load(trial)
        if cell is None:
            missing.setdefault((trial.scenario, trial.seed), []).append(trial)
        else:
            yield trial, cell
    groups = _group_for_browser(list(missing.values()), options)
    workers = min(jobs, len(groups))
    if workers <= 1:
        for group in groups:
            yield from _make_cells(group, options, store)
        return
    context = multiprocessing.get_context("spawn")  # a browser's thread does not outlive a fork
    with ProcessPoolExecutor(workers, mp_context=context, initializer=begin_worker) as pool:
        waiting = [pool.submit(_make_all_cells, group, options, store) for group in groups]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        except BrokenProcessPool as error:
            message = "a process that held meetings was ended; the same command goes on"
            raise WorkerDied(message) from error
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _group_for_browser(
    groups: list[list[RedTeamTrial]], options: RunOptions
) -> list[list[RedTeamTrial]]:
    """What one process does at a time: one trial, or as many as should share a browser."""
    if options.no_screens:
        return [[trial] for group in groups for trial in group]
    return groups


def _make_cells(
    group: Iterable[RedTeamTrial], options: RunOptions, store: CellStore
) -> Iterator[tuple[RedTeamTrial, MatrixCell]]:
    """Those of one scenario and seed, with one browser, if there is one."""
    with open_equipment(options) as equipment:
        for trial in group:
            yield trial, make_cell(trial, equipment, store)


def _make_all_cells(
    group: Sequence[RedTeamTrial], options: RunOptions, store: CellStore
) -> list[tuple[RedTeamTrial, MatrixCell]]:
    return list(_make_cells(group, options, store))
