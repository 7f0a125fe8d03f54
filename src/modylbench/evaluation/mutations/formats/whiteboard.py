"""Whiteboards: strokes drawn, erased, moved or changed, with the points that their shape needs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from modylbench.evaluation.mutations.formats.drawing_values import plain_colour, round_to_step
from modylbench.evaluation.mutations.formats.format import json_of, read_model
from modylbench.evaluation.mutations.formats.items import apply_item_edits, diff_items
from modylbench.products.canvas import Whiteboard

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import ProductJson
    from modylbench.evaluation.mutations.formats.items import ItemChange

STROKES = "strokes"
MAX_POINTS = 50_000  # ours: of all strokes
TOLERANCE_PX = 0.25  # ours: points nearer than that to the line between others do not shape it
NOISE_PX = 0.015  # two settled points may lie that far off the line they were put on
PASSES = 12
EFFORT = 60  # ours: how often each point may be looked at; drawn lines take up to 20
MOVE_TOLERANCE_PX = 0.021  # two points, each settled by up to a step
PointGrid = NDArray[np.float64]
StrokePoints = list[list[float]]


class WhiteboardFormat:
    """Strokes in the order they lie on each other."""

    name = "whiteboard"
    types = frozenset(
        {
            "create", "delete", "update_value", "reorder",
            "add_stroke", "erase_stroke", "move_stroke", "reshape_stroke", "restyle_stroke",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> ProductJson:
        """The strokes with the points that their shape needs; pressure and time are left out."""
        value = json_of(raw)
        if isinstance(value, dict) and isinstance(value.get(STROKES), list | tuple):
            value = value | {STROKES: [_plain_stroke(stroke) for stroke in value[STROKES]]}
        board = read_model(Whiteboard, value).model_dump(mode="json")
        if sum(len(stroke["points"]) for stroke in board[STROKES]) > MAX_POINTS:
            message = f"found more than {MAX_POINTS:,} points on one whiteboard"
            raise ValueError(message)
        for stroke in board[STROKES]:
            stroke["points"] = shape(stroke["points"])
            stroke["colour"] = plain_colour(stroke["colour"])
            stroke["width"] = round_to_step(stroke["width"])
        return board

    def diff(self, before: ProductJson | None, after: ProductJson | None) -> tuple[Edit, ...]:
        """Edits located by the stroke's id."""
        return diff_items(before, after, STROKES, _type_of)

    def apply(self, before: ProductJson | None, edits: Sequence[Edit]) -> ProductJson | None:
        """The whiteboard after the edits."""
        return apply_item_edits(before, edits, STROKES)

    def verify(self, document: ProductJson) -> tuple[str, ...]:
        """Strokes that nobody sees."""
        return tuple(
            f"{stroke['id']}: has no width" for stroke in document[STROKES] if not stroke["width"]
        )


def shape(points: Sequence[Sequence[float]]) -> StrokePoints:
    """The points that the shape needs, settled.

    Points on straight lines go first, then those that Ramer (1972) and Douglas and Peucker (1973)
    find too near to the line between others, until nothing changes any more: so doing it twice is
    doing it once. A stroke that takes more effort than a drawn line does keeps all its points.

    >>> shape([(0, 0), (1, 0.001), (5, 0), (5, 0), (5, 5)])
    [[0, 0], [5, 0], [5, 5]]
    """
    placed = [[round_to_step(x), round_to_step(y)] for x, y in points]
    found = placed
    for _ in range(PASSES):
        kept = _simplify(_bends(found))
        if kept == found:
            return found
        found = kept
    return placed


def is_moved(old: StrokePoints, new: StrokePoints) -> bool:
    """Whether all points went the same way."""
    if len(old) != len(new):
        return False
    across, down = new[0][0] - old[0][0], new[0][1] - old[0][1]
    return all(
        math.isclose(after[0] - before[0], across, rel_tol=0, abs_tol=MOVE_TOLERANCE_PX)
        and math.isclose(after[1] - before[1], down, rel_tol=0, abs_tol=MOVE_TOLERANCE_PX)
        for before, after in zip(old, new, strict=True)
    )


def _plain_stroke(stroke: Any) -> Any:
    """The stroke in our words, where it uses others that are common."""
    if not isinstance(stroke, dict):
        return stroke
    plain = dict(stroke)
    if "color" in plain and "colour" not in plain:
        plain["colour"] = plain.pop("color")
    if isinstance(plain.get("points"), list | tuple):
        plain["points"] = [_plain_point(point) for point in plain["points"]]
    return plain


def _plain_point(point: Any) -> Any:
    """A point without what is not its place: [x, y, pressure] or {"x", "y", ...} become [x, y]."""
    if isinstance(point, dict):
        return [point.get("x"), point.get("y")]
    return point[:2] if isinstance(point, list | tuple) and len(point) in (3, 4) else point


def _type_of(change: ItemChange) -> str:
    match change.op, change.field:
        case "add", _:
            return "add_stroke"
        case "remove", _:
            return "erase_stroke"
        case "move", _:
            return "reorder"
        case _, "points":
            return "move_stroke" if is_moved(change.old, change.new) else "reshape_stroke"
        case _:
            return "restyle_stroke"


def _bends(points: StrokePoints) -> StrokePoints:
    """The ends, and the points at which the line stops being straight."""
    kept = [points[0]]
    run, previous = _StraightRun(points[0]), points[0]
    for point in points[1:]:
        if not run.goes_on_to(point):
            kept.append(previous)
            run = _StraightRun(previous)
            run.goes_on_to(point)
        previous = point
    return kept if previous == kept[-1] else [*kept, previous]


class _StraightRun:
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


def _simplify(points: StrokePoints) -> StrokePoints:
    if len(points) < 3:
        return points
    return [points[at] for at in sorted(_needed_points(np.array(points, dtype=float).T.copy()))]


def _needed_points(grid: PointGrid) -> Iterable[int]:
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


def _squared_distances(grid: PointGrid, first: int, last: int) -> PointGrid:
    """How far the points between two others lie from the line between these, squared."""
    start_x, start_y = grid[:, first].tolist()
    end_x, end_y = grid[:, last].tolist()
    across, down = end_x - start_x, end_y - start_y
    length = across * across + down * down
    x, y = grid[0, first + 1 : last] - start_x, grid[1, first + 1 : last] - start_y
    if length:
        share = ((x * across + y * down) / length).clip(0, 1)
        x, y = x - share * across, y - share * down
    distances: PointGrid = x * x + y * y
    return distances
