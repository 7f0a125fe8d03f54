"""The pictures that show what a person sees in a turn, also where nothing changed in it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from modylbench.recording.events import Frame, KeptFile
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn

MOST_IMAGES = 8  # SPEC 9: keyframes a turn
NOT_SURFACES = ("screenshare", "camera")


@dataclass(frozen=True, slots=True)
class Picture:
    """A frame, and the turn in which it was taken."""

    frame: Frame
    turn_index: int


@dataclass(frozen=True, slots=True)
class TurnPictures:
    """What could be seen in a turn.

    `pictures` are for the judges, at most eight, in order of time; `standing` are the last of all
    that is still shown when the turn ends.
    """

    pictures: tuple[Picture, ...] = ()
    standing: tuple[Picture, ...] = ()


def pictures_by_turn(
    recording: MeetingRecording, folder: Path, keyframes: Mapping[int, Sequence[str]]
) -> dict[int, TurnPictures]:
    """What could be seen in every turn, by its index.

    `keyframes` are paths of its pictures, the best first; without any, the newest is the best.
    """
    sight = _StandingPictures(folder, tuple(_ends_of_shares(recording, folder)))
    return {
        turn.turn_index: sight.after(turn, keyframes.get(turn.turn_index, ()))
        for turn in recording.turns
    }


class _StandingPictures:
    def __init__(self, folder: Path, share_ends: tuple[tuple[str, float], ...]) -> None:
        self._folder = folder
        self._share_ends = share_ends
        self._file: KeptFile | None = None
        self._states: dict[str, str] = {}
        self._last: dict[tuple[str, str | None], tuple[Picture, str]] = {}

    def after(self, turn: RecordedTurn, keyframes: Sequence[str]) -> TurnPictures:
        agent = turn.agent
        if agent.surfaces is not None and agent.surfaces != self._file:
            self._file = agent.surfaces
            self._states = _states(self._folder / agent.surfaces.path)
        own = [Picture(frame, turn.turn_index) for frame in agent.frames]
        for picture in own:
            surface_id = picture.frame.surface_id
            state = self._states.get(surface_id or "", "")
            self._last[picture.frame.source, surface_id] = picture, state
        standing = [
            picture
            for picture, state in self._last.values()
            if self._stands(picture.frame, state, turn)
        ]
        by_path = {picture.frame.file.path: picture for picture in own}
        best = [by_path[path] for path in keyframes if path in by_path]
        chosen = choose_pictures(standing, best or newest_first(own))
        return TurnPictures(chosen, tuple(sorted(standing, key=_time)))

    def _stands(self, frame: Frame, state: str, turn: RecordedTurn) -> bool:
        """Whether the picture still shows what is there: not of what is gone, or has changed."""
        if frame.source == "surface":
            return bool(state) and self._states.get(frame.surface_id or "") == state
        return not any(
            source == frame.source and frame.at_s <= at_s <= turn.agent.ended_s
            for source, at_s in self._share_ends
        )


def choose_pictures(standing: Iterable[Picture], others: Iterable[Picture]) -> tuple[Picture, ...]:
    """The last of each that still stands, the newest first; then the others as they come."""
    latest = newest_first(standing)
    taken = {picture.frame.file.path for picture in latest}
    more = [picture for picture in others if picture.frame.file.path not in taken]
    return tuple(sorted([*latest, *more][:MOST_IMAGES], key=_time))


def newest_first(pictures: Iterable[Picture]) -> list[Picture]:
    """The pictures by time, the last of them first."""
    return sorted(pictures, key=_time, reverse=True)


def _time(picture: Picture) -> tuple[float, str]:
    return picture.frame.at_s, picture.frame.file.path


def _states(path: Path) -> dict[str, str]:
    """A digest of every surface of a state's file; what is none is left out."""
    try:
        value: Any = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return {
        item["surface_id"]: hashlib.sha256(json.dumps(item, sort_keys=True).encode()).hexdigest()
        for item in (value if isinstance(value, list) else ())
        if isinstance(item, dict) and isinstance(item.get("surface_id"), str)
    }


def _ends_of_shares(recording: MeetingRecording, folder: Path) -> Iterator[tuple[str, float]]:
    """When a shared screen or a camera went off, by the room's log."""
    frames = (frame for turn in recording.turns for frame in turn.agent.frames)
    if not any(frame.source in NOT_SURFACES for frame in frames):
        return
    with (folder / recording.log.path).open(encoding="utf-8") as lines:
        for line in lines:
            if '"track_ended"' not in line:
                continue
            event = json.loads(line)
            if event.get("kind") == "track_ended" and event.get("source") in NOT_SURFACES:
                yield event["source"], float(event["at_s"])
