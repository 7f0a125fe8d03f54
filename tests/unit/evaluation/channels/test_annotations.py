"""Annotations are worth as much as they are at their targets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from tests.staging.channel_turns import TARGET, drawn, expected, turn_with

from modylbench.evaluation.channels.annotations import annotation_parts, clutter
from modylbench.evaluation.channels.geometry import PixelBox, box_of, nearness, overlap
from modylbench.evaluation.channels.table import channel_facts
from modylbench.evaluation.channels.turn import Target
from modylbench.recording.marks import Region

whole = st.integers(0, 40)
sides = st.integers(1, 40)
boxes = st.builds(PixelBox, whole, whole, sides, sides)
USE = expected("annotation", quantity="equity")


def score(**fields: object) -> float:
    found = channel_facts(turn_with(USE, **fields)).score_of("annotation")
    assert found is not None
    return found


@given(boxes, boxes)
def test_the_overlap_is_that_of_counted_pixels(one: PixelBox, other: PixelBox) -> None:
    seen = np.zeros((2, 100, 100), dtype=bool)
    for layer, box in zip(seen, (one, other), strict=True):
        layer[int(box.y) : int(box.y + box.height), int(box.x) : int(box.x + box.width)] = True

    counted = (seen[0] & seen[1]).sum() / (seen[0] | seen[1]).sum()

    assert overlap(one, other) == pytest.approx(counted, abs=1e-6)
    assert overlap(one, other) == overlap(other, one)


@pytest.mark.parametrize(
    ("x", "y", "worth"),
    [(120, 110, 1.0), (180, 140, 1.0), (50, 120, 0.5), (280, 120, 0.0), (70, 60, 0.5), (400, 9, 0)],
)
def test_a_point_is_worth_less_with_every_pixel_aside(x: float, y: float, worth: float) -> None:
    assert nearness(x, y, TARGET) == pytest.approx(worth)


def test_a_region_in_parts_of_a_hundred_is_of_the_whole_picture() -> None:
    region = Region(x=50, y=10, width=25, height=5, unit="percent")

    assert box_of(region, PixelBox(0, 0, 1280, 2000)) == PixelBox(640, 200, 320, 100)


def test_a_highlight_in_place_is_worth_all() -> None:
    assert score(drawn=(drawn(TARGET),), open_marks={"model": 1}) == 10.0


def test_nothing_drawn_is_worth_the_least() -> None:
    assert score() == 1.0


def test_without_an_opportunity_there_is_no_score() -> None:
    assert channel_facts(turn_with(drawn=(drawn(TARGET),))).score_of("annotation") is None


def test_a_drawing_on_another_surface_is_not_there() -> None:
    assert score(drawn=(drawn(TARGET, surface="paper"),), open_marks={"paper": 1}) == 1.0


def test_without_a_picture_nobody_can_tell() -> None:
    turn = turn_with(USE, drawn=(drawn(TARGET),), targets={USE.id: Target(reason="no picture")})

    parts = annotation_parts(turn)

    assert {part.value for part in parts} == {None}
    assert parts[0].reason == "no picture"
    assert channel_facts(turn).score_of("annotation") is None


def test_a_target_that_the_agent_does_not_show_is_missed() -> None:
    nowhere = Target(reason="the agent does not show it", is_shown=False)
    turn = turn_with(USE, drawn=(drawn(TARGET),), targets={USE.id: nowhere})

    assert channel_facts(turn).score_of("annotation") == 1.0


def test_an_arrow_is_worth_where_it_points() -> None:
    tip = PixelBox(50.0, 120.0, 0.0, 0.0)

    assert score(drawn=(drawn(tip, tool="arrow"),), open_marks={"model": 1}) == 5.5


@pytest.mark.parametrize(
    ("count", "stale", "worth"), [(3, 0, 1.0), (10, 0, 0.0), (5, 0, 5 / 7), (3, 2, 5 / 7)]
)
def test_clutter_falls_from_three_to_ten_and_what_is_stale_counts_twice(
    count: int, stale: int, worth: float
) -> None:
    turn = turn_with(USE, open_marks={"model": count}, stale=stale)

    assert clutter(turn) == pytest.approx(worth)


def test_covering_everything_gains_nothing_over_silence() -> None:
    everywhere = tuple(
        drawn(PixelBox(x, y, 80, 40)) for x in range(0, 400, 80) for y in (60, 100, 140)
    )

    assert score(drawn=everywhere, open_marks={"model": len(everywhere)}) == score()
    assert score(drawn=(drawn(PixelBox(0, 0, 1280, 720)),), open_marks={"model": 1}) < 1.2


def test_ten_agents_from_beside_the_target_to_on_it_keep_their_order() -> None:
    shifts = [90, 80, 70, 60, 50, 40, 30, 20, 10, 0]
    scores = [
        score(drawn=(drawn(replace(TARGET, x=TARGET.x + shift)),), open_marks={"model": 1})
        for shift in shifts
    ]

    assert spearmanr(range(10), scores).statistic >= 0.9
    assert scores[0] == 1.0
    assert scores[-1] == 10.0


def test_ten_agents_from_many_drawings_to_one_keep_their_order() -> None:
    scores = [
        score(
            drawn=(drawn(TARGET), *(drawn(PixelBox(600 + n, 600, 20, 20)) for n in range(others))),
            open_marks={"model": others + 1},
        )
        for others in range(9, -1, -1)
    ]

    assert spearmanr(range(10), scores).statistic >= 0.9
    assert scores[0] == 1.0
