"""The number of pictures is bounded, and what was not pictured is told."""

import asyncio
from concurrent.futures import Future
from pathlib import Path
from typing import cast

import pytest

from modylbench.foundation.clock import RealClock
from modylbench.meeting.capture.faults import Faults
from modylbench.meeting.capture.screen.frames import (
    MOST_AT_THE_END,
    MOST_OF_A_TURN,
    Frames,
    TurnFrames,
    frames_of,
)
from modylbench.meeting.capture.screen.screens import ScreenJob, ScreenResult, Screens, SeenSurface
from modylbench.meeting.capture.store import Folder, kept_file
from modylbench.surfaces.catalog.document import CATALOG_ID
from modylbench.surfaces.state.surfaces import Surfaces


class Easel:
    """Screens on which every picture comes out."""

    def __init__(self) -> None:
        self.jobs: list[ScreenJob] = []

    def take(self, job: ScreenJob) -> Future[ScreenResult]:
        self.jobs.append(job)
        done: Future[ScreenResult] = Future()
        done.set_result(
            ScreenResult(
                tuple(
                    SeenSurface(
                        view.surface_id,
                        kept_file(view.picture, b"") if view.picture else None,
                        kept_file(view.outline, b"") if view.outline else None,
                        (),
                    )
                    for view in job.views
                )
            )
        )
        return done


def put(surfaces: Surfaces, name: str, text: str, *, is_new: bool = False) -> None:
    if is_new:
        creation = {"surfaceId": name, "catalogId": CATALOG_ID}
        surfaces.take({"version": "v0.9", "createSurface": creation})
    components = [{"id": "root", "component": "Text", "text": text}]
    body = {"surfaceId": name, "components": components}
    surfaces.take({"version": "v0.9", "updateComponents": body})


def turn_of(names: list[str], looks: int, folder: Path) -> TurnFrames:
    """A turn in which all of these surfaces change between any two looks, and once more."""
    surfaces = Surfaces()
    frames = Frames(cast("Screens", Easel()), Folder(folder), surfaces)
    frames.begin(7)
    for look in range(looks + 1):
        for name in names:
            put(surfaces, name, f"version {look}", is_new=look == 0)
        if look < looks:
            frames.note_change(float(look))
            frames.look(look + 0.6)
    turn = frames.end_turn(100.0)
    clock = RealClock()
    asyncio.run(frames.keep_up(clock, Faults(clock), most=0))
    return turn


@pytest.mark.parametrize(
    ("surfaces", "looks"), [(45, 1), (45, 3), (5, 20), (1, 20), (3, 0), (9, 1)]
)
def test_a_turn_has_so_many_pictures_and_no_more(surfaces: int, looks: int, tmp_path: Path) -> None:
    turn = turn_of([f"s{number:02}" for number in range(surfaces)], looks, tmp_path)

    frames = frames_of(turn)
    last = [frame for frame in frames if frame.outline is not None]
    assert len(frames) - len(last) == min(MOST_OF_A_TURN, surfaces * looks)
    assert len(last) == min(MOST_AT_THE_END, surfaces)
    assert all(frame.at_s == 100.0 for frame in last)
    told = [fault for fault in turn.faults if fault.code == "not_pictured"]
    assert len(told) == (surfaces > MOST_AT_THE_END)
    assert all(f"{surfaces - MOST_AT_THE_END} of " in fault.reason for fault in told)


def test_a_last_state_that_was_pictured_already_is_not_pictured_again(tmp_path: Path) -> None:
    surfaces = Surfaces()
    easel = Easel()
    frames = Frames(cast("Screens", easel), Folder(tmp_path), surfaces)
    frames.begin(7)
    for number in range(10):
        put(surfaces, f"s{number}", "the only version", is_new=True)
    frames.note_change(0.0)
    frames.look(0.6)
    turn = frames.end_turn(9.0)
    clock = RealClock()
    asyncio.run(frames.keep_up(clock, Faults(clock), most=0))

    kept_frames = frames_of(turn)
    assert len(kept_frames) == 10
    assert len({frame.surface_id for frame in kept_frames}) == 10
    assert all(frame.outline is not None for frame in kept_frames)
    assert turn.faults == []
