"""Where the parts of each surface stood after each turn, by the latest picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from modylbench.foundation.errors import BadFile
from modylbench.surfaces.rendering.boxes import read_boxes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from modylbench.recording.recording import MeetingRecording
    from modylbench.surfaces.rendering.boxes import SurfaceBoxes

MOST_BYTES = 8_000_000  # ours: of 5,000 places


def boxes_by_turn(
    recording: MeetingRecording, folder: Path
) -> dict[int, Mapping[str, SurfaceBoxes]]:
    """The boxes of every surface by the turn's index; those of earlier turns hold until changed."""
    found: dict[int, Mapping[str, SurfaceBoxes]] = {}
    latest: dict[str, SurfaceBoxes] = {}
    for turn in recording.turns:
        for frame in turn.agent.frames:
            if frame.boxes is not None and frame.surface_id is not None:
                latest = {
                    **latest,
                    frame.surface_id: _boxes_in(folder / frame.boxes.path),
                }
        found[turn.turn_index] = latest
    return found


def _boxes_in(path: Path) -> SurfaceBoxes:
    """The boxes in a file; raises BadFile where it holds none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadFile(path, "", f"expected at most {MOST_BYTES:,} bytes of boxes")
        return read_boxes(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise BadFile(path, "", "holds no boxes of a page; hold the meeting again") from error
