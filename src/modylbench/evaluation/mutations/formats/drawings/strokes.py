"""Which points of a stroke does its shape need, and did it only move?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from modylbench.evaluation.mutations.formats.drawings.noise import settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Grid = NDArray[np.float64]
    Points = list[list[float]]

TOLERANCE_PX = 0.25  # ours: points nearer than that to the line between others do not shape it
NOISE_PX = 0.015  # two settled points may lie that far off the line they were put on
PASSES = 12
EFFORT = 60  # ours: how often each point may be looked at; drawn lines take up to 20
MOVE_TOLERANCE_PX = 0.021  # two points, each settled by up to a step


def shape(points: Sequence[Sequence[float]]) -> Points:
    """The points that the shape needs, settled.

    Points on straight lines go first, then those that Ramer (1972) and Douglas and Peucker (1973)
    find too near to the line between others, until nothing changes any more: so doing it twice is
    doing it once. A stroke that takes more effort than a drawn line does keeps all its points.

    >>> shape([(0, 0), (1, 0.001), (5, 0), (5, 0), (5, 5)])
    [[0, 0], [5, 0], [5, 5]]
    """
    placed = [[settled(x), settled(y)] for x, y in points]
    found = placed
    for _ in range(PASSES):
        kept = _simpler(_bends(found))
        if kept == found:
            return found
        found = kept
    return placed


def _bends(points: Points) -> Points:
    """The ends, and the points at which the line stops being straight."""
    kept = [points[0]]
    run, previous = _Run(points[0]), points[0]
    for point in points[1:]:
        if not run.goes_on_to(point):
            kept.append(previous)
            run = _Run(previous)
            run.goes_on_to(point)
        previous = point
    return kept if previous == kept[-1] else [*kept, previous]


class _Run:
    """A straight run: every point narrows the sector, seen from the start, in which it goes on."""

    def __init__(self, start: list[float]) -> None:
        self._start = start
        self._reach = 0.0
        self._heading = 0.0
        self._low, self._high = -math.pi, math.pi

    def goes_on_to(self, point: list[float]) -> bool:
        away = math.dist(self._start, point)
        if away < self._reach - NOISE_PX:
            return False  # it comes back
        if away > NOISE_PX:
            bearing = math.atan2(point[1] - self._start[1], point[0] - self._start[0])
            self._heading = self._heading if self._reach else bearing
            turn = math.remainder(bearing - self._heading, math.tau)
            if not self._low <= turn <= self._high:
                return False
            width = math.asin(NOISE_PX / away)
            self._low, self._high = max(self._low, turn - width), min(self._high, turn + width)
            self._reach = max(self._reach, away)
        return True


def _simpler(points: Points) -> Points:
    if len(points) < 3:
        return points
    return [points[at] for at in sorted(_needed(np.array(points, dtype=float).T.copy()))]


def _needed(grid: Grid) -> Iterable[int]:
    """The positions that Ramer, Douglas and Peucker keep; the grid is a row of x and one of y."""
    count = grid.shape[1]
    needed = {0, count - 1}
    stretches = [(0, count - 1)]
    effort = EFFORT * count
    while stretches:
        first, last = stretches.pop()
        if last - first < 2:
            continue
        effort -= last - first
        if effort < 0:
            return range(count)
        away = _squared_distances(grid, first, last)
        furthest = int(away.argmax())
        if away[furthest] > TOLERANCE_PX**2:
            middle = first + 1 + furthest
            needed.add(middle)
            stretches += [(first, middle), (middle, last)]
    return needed


def is_moved(old: Points, new: Points) -> bool:
    """Whether all points went the same way."""
    if len(old) != len(new):
        return False
    across, down = new[0][0] - old[0][0], new[0][1] - old[0][1]
    return all(
        math.isclose(after[0] - before[0], across, rel_tol=0, abs_tol=MOVE_TOLERANCE_PX)
        and math.isclose(after[1] - before[1], down, rel_tol=0, abs_tol=MOVE_TOLERANCE_PX)
        for before, after in zip(old, new, strict=True)
    )


def _squared_distances(grid: Grid, first: int, last: int) -> Grid:
    """How far the points between two others lie from the line between these, squared."""
    start_x, start_y = grid[:, first].tolist()
    end_x, end_y = grid[:, last].tolist()
    across, down = end_x - start_x, end_y - start_y
    length = across * across + down * down
    x, y = grid[0, first + 1 : last] - start_x, grid[1, first + 1 : last] - start_y
    if length:
        share = ((x * across + y * down) / length).clip(0, 1)
        x, y = x - share * across, y - share * down
    distances: Grid = x * x + y * y
    return distances
