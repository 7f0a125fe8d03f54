"""Whiteboards: which strokes were drawn, erased, moved or changed?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from modylbench.evaluation.mutations.formats import items
from modylbench.evaluation.mutations.formats.drawings.noise import colour, settled
from modylbench.evaluation.mutations.formats.drawings.strokes import is_moved, shape
from modylbench.evaluation.mutations.formats.raw_snapshot import json_of, read
from modylbench.products.canvas import Whiteboard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from modylbench.evaluation.mutations.edit import Edit
    from modylbench.evaluation.mutations.formats.format import Document
    from modylbench.evaluation.mutations.formats.items import ItemChange

STROKES = "strokes"
MAX_POINTS = 50_000  # ours: of all strokes


class WhiteboardFormat:
    """Strokes in the order they lie on each other."""

    name = "whiteboard"
    types = frozenset(
        {
            "create", "delete", "update_value", "reorder",
            "add_stroke", "erase_stroke", "move_stroke", "reshape_stroke", "restyle_stroke",
        }
    )  # fmt: skip

    def normalise(self, raw: Any) -> Document:
        """The strokes with the points that their shape needs; pressure and time are left out."""
        value = json_of(raw)
        if isinstance(value, dict) and isinstance(value.get(STROKES), list | tuple):
            value = value | {STROKES: [_plain_stroke(stroke) for stroke in value[STROKES]]}
        board = read(Whiteboard, value).model_dump(mode="json")
        if sum(len(stroke["points"]) for stroke in board[STROKES]) > MAX_POINTS:
            message = f"found more than {MAX_POINTS:,} points on one whiteboard"
            raise ValueError(message)
        for stroke in board[STROKES]:
            stroke["points"] = shape(stroke["points"])
            stroke["colour"] = colour(stroke["colour"])
            stroke["width"] = settled(stroke["width"])
        return board

    def diff(self, before: Document | None, after: Document | None) -> tuple[Edit, ...]:
        """Edits located by the stroke's id."""
        return items.diff(before, after, STROKES, _type_of)

    def apply(self, before: Document | None, edits: Sequence[Edit]) -> Document | None:
        """The whiteboard after the edits."""
        return items.apply(before, edits, STROKES)

    def verify(self, document: Document) -> tuple[str, ...]:
        """Strokes that nobody sees."""
        return tuple(
            f"{stroke['id']}: has no width" for stroke in document[STROKES] if not stroke["width"]
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
