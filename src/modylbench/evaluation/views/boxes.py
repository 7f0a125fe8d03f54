"""Where the parts of each surface stood after each turn, by the latest picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.surfaces.rendering.boxes import read_boxes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.surfaces.rendering.boxes import SurfaceBoxes


def boxes_by_turn(
    recording: MeetingRecording, folder: Path
) -> dict[int, Mapping[str, SurfaceBoxes]]:
    """The boxes of every surface by the turn's index; those of earlier turns hold until changed."""
    found: dict[int, Mapping[str, SurfaceBoxes]] = {}
    latest: dict[str, SurfaceBoxes] = {}
    for turn in recording.turns:
        for frame in turn.agent.frames:
            if frame.boxes is not None and frame.surface_id is not None:
                content = (folder / frame.boxes.path).read_bytes()
                latest = {**latest, frame.surface_id: read_boxes(content)}
        found[turn.turn_index] = latest
    return found
