"""Edits of a whiteboard; saving it again is none."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modylbench.evaluation.mutations.formats.format import ProductJson
from modylbench.evaluation.mutations.formats.whiteboard import TOLERANCE_PX, WhiteboardFormat, shape

FORMAT = WhiteboardFormat()
CIRCLE = [
    [200 + 100 * math.cos(turn / 50 * math.tau), 200 + 100 * math.sin(turn / 50 * math.tau)]
    for turn in range(51)
]


def board(*strokes: dict[str, Any]) -> ProductJson:
    return FORMAT.normalise({"id": "w", "title": "Board", "strokes": list(strokes)})


def stroke(own: str = "s", points: Any = CIRCLE, **style: Any) -> dict[str, Any]:
    return {"id": own, "points": points, **style}


def types(before: ProductJson, after: ProductJson) -> list[str]:
    found = FORMAT.diff(before, after)
    assert FORMAT.apply(before, found) == after
    assert all(edit.locator_kind == "element_id" for edit in found)
    return [edit.type for edit in found]


def test_each_thing_that_can_happen_has_a_name() -> None:
    first, two = stroke("one"), stroke("two", [[0, 0], [50, 50]])
    moved = stroke("one", [[x + 10.333, y - 4] for x, y in CIRCLE])
    bent = stroke("two", [[0, 0], [25, 40], [50, 50]])

    assert types(board(first), board(first, two)) == ["add_stroke"]
    assert types(board(first, two), board(first)) == ["erase_stroke"]
    assert types(board(first, two), board(moved, two)) == ["move_stroke"]
    assert types(board(first, two), board(first, bent)) == ["reshape_stroke"]
    assert types(board(first), board({**first, "colour": "red", "width": 3})) == ["restyle_stroke"]
    assert types(board(first, two), board(two, first)) == ["reorder"]


@pytest.mark.parametrize(
    "again",
    [
        [[x + 1e-7, y - 1e-7] for x, y in CIRCLE],
        [[round(x, 4), round(y, 4)] for x, y in CIRCLE],
        [[x, y, 0.5] for x, y in CIRCLE],
        [{"x": x, "y": y, "pressure": 0.5} for x, y in CIRCLE],
        [point for point in CIRCLE for _ in range(2)],
        [
            [x + (a - x) * part / 4, y + (b - y) * part / 4]
            for (x, y), (a, b) in zip(CIRCLE, CIRCLE[1:] + CIRCLE[-1:], strict=True)
            for part in range(4)
        ],
    ],
    ids=["noise", "rounded", "pressure", "objects", "doubled", "finer"],
)
def test_the_same_stroke_written_otherwise_is_no_change(again: Any) -> None:
    assert FORMAT.diff(board(stroke()), board(stroke(points=again))) == ()


def test_the_american_spelling_and_other_letters_of_a_colour_are_no_change() -> None:
    assert FORMAT.diff(board(stroke(colour="#ff0000")), board(stroke(color="#F00"))) == ()


points = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=40)


@given(drawn=points)
def test_the_shape_keeps_its_ends_and_stays_near_every_point(
    drawn: list[tuple[float, float]],
) -> None:
    kept = shape(drawn)

    assert shape(kept) == kept
    assert len(kept) <= len(drawn)
    assert math.dist(kept[0], drawn[0]) < 0.02
    assert math.dist(kept[-1], drawn[-1]) < (0.02 if len(kept) > 1 else TOLERANCE_PX + 0.02)
    assert all(distance(point, kept) <= TOLERANCE_PX + 0.02 for point in drawn)


def distance(point: tuple[float, float], line: list[list[float]]) -> float:
    """How far the point is from the line, by walking along it in small steps."""
    stops = [
        (a[0] + (b[0] - a[0]) * part / 60, a[1] + (b[1] - a[1]) * part / 60)
        for a, b in zip(line, line[1:] or line, strict=False)
        for part in range(61)
    ]
    spacing = max(math.dist(a, b) for a, b in zip(line, line[1:] or line, strict=False)) / 60
    return min(math.dist(point, stop) for stop in stops) - spacing


@pytest.mark.parametrize(("bump", "count"), [(0.2, 2), (0.3, 3)])
def test_a_bump_of_less_than_a_quarter_pixel_is_none(bump: float, count: int) -> None:
    assert len(shape([(0, 0), (50, bump), (100, 0)])) == count


def test_a_stroke_that_comes_back_on_itself_stays_as_long_as_it_was() -> None:
    assert shape([(0, 0), (100, 0), (20, 0)]) == [[0, 0], [100, 0], [20, 0]]


def test_a_stroke_made_to_stall_keeps_its_points() -> None:
    zigzag = [[at, (at % 2) * (1 + at / 100)] for at in range(5_000)]

    assert len(shape(zigzag)) == 5_000


def test_a_stroke_that_nobody_sees_is_wrong() -> None:
    assert FORMAT.verify(board(stroke(width=0))) == ("s: has no width",)
    assert FORMAT.verify(board(stroke())) == ()


@pytest.mark.parametrize(
    "bad",
    [
        stroke(points=[]),
        stroke(points=[[1]]),
        stroke(points=[{"x": 1}]),
        stroke(points=[[0, 0]] * 5_001),
        stroke(width=-1),
        stroke(own=""),
        stroke(own="a b"),
    ],
)
def test_what_is_no_stroke_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        board(bad)


def test_more_points_than_a_board_holds_are_refused() -> None:
    with pytest.raises(ValueError, match="50,000"):
        board(*(stroke(f"s{number}", [[0, 0]] * 5_000) for number in range(11)))
