"""Every change of the screen at its second, from the log of A2UI messages.

Pictures are taken at most twice a second; the log has each change. Of every change it is known too
whether it led on to what stood at the end of its turn, or to something that was undone again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.foundation.errors import BadFile
from modylbench.foundation.record import MAX_FILE_BYTES
from modylbench.recording.events import SurfaceUpdate
from modylbench.surfaces.turns import SurfaceFold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from modylbench.recording.events import KeptFile
    from modylbench.recording.recording import MeetingRecording
    from modylbench.recording.turns import RecordedTurn
    from modylbench.surfaces.snapshot import SurfaceSnapshot

ABSENT = object()
MOST_DEPTH = 40  # ours: what is nested deeper is compared as a whole


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A surface that a person sees change; None before where it was not there, after where gone."""

    turn_index: int
    at_s: float
    surface_id: str
    before: SurfaceSnapshot | None
    after: SurfaceSnapshot | None
    leads_on: bool
    """Whether it brought something nearer to what the surface showed when the turn ended."""


@dataclass(frozen=True, slots=True)
class ScreenLog:
    """The changes of a meeting in order of time."""

    changes: tuple[LoggedChange, ...] = ()
    _by_surface: dict[str, list[LoggedChange]] = field(default_factory=dict)

    @classmethod
    def of(cls, changes: Iterable[LoggedChange]) -> ScreenLog:
        """The log with these changes."""
        ordered = tuple(sorted(changes, key=lambda change: change.at_s))
        by_surface: dict[str, list[LoggedChange]] = defaultdict(list)
        for change in ordered:
            by_surface[change.surface_id].append(change)
        return cls(ordered, dict(by_surface))

    def shown_at(self, surface_id: str, at_s: float) -> SurfaceSnapshot | None:
        """What a surface shows at a moment."""
        changes = self._by_surface.get(surface_id, [])
        place = bisect_right(changes, at_s, key=lambda change: change.at_s)
        return changes[place - 1].after if place else None


def screen_log(recording: MeetingRecording, folder: Path) -> ScreenLog:
    """The log of a meeting, folded anew from what the agent sent."""
    updates: dict[int, list[SurfaceUpdate]] = defaultdict(list)
    for event in recording.events:
        if isinstance(event, SurfaceUpdate):
            updates[event.turn_index].append(event)
    fold, found = SurfaceFold(), list[LoggedChange]()
    for turn in recording.turns:
        found += _changes_of_turn(turn, updates[turn.turn_index], fold, folder)
    return ScreenLog.of(found)


def _changes_of_turn(
    turn: RecordedTurn, updates: list[SurfaceUpdate], fold: SurfaceFold, folder: Path
) -> Iterator[LoggedChange]:
    lines = _lines(turn.agent.messages, folder)
    steps: list[tuple[float, dict[str, SurfaceSnapshot]]] = []
    before = _shown_surfaces(fold)
    for update in sorted(updates, key=lambda update: update.first_line):
        fold.take(b"\n".join(lines[update.first_line : update.first_line + update.messages]))
        steps.append((update.at_s, _shown_surfaces(fold)))
    fold.surfaces.end_turn()
    fold.surfaces.drain()
    final = steps[-1][1] if steps else before
    for at_s, after in steps:
        for name in sorted(before.keys() | after.keys()):
            old, new = before.get(name), after.get(name)
            if old is not new and old != new:
                is_kept = surface_leads_on(old, new, final.get(name))
                yield LoggedChange(turn.turn_index, at_s, name, old, new, is_kept)
        before = after


def _lines(kept: KeptFile | None, folder: Path) -> list[bytes]:
    if kept is None:
        return []
    path = folder / kept.path
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            return []  # no meeting keeps so much of one turn
        return path.read_bytes().split(b"\n")
    except OSError as error:
        raise BadFile(path, "", f"cannot be read ({error.strerror})") from error


def _shown_surfaces(fold: SurfaceFold) -> dict[str, SurfaceSnapshot]:
    """The surfaces that a person sees: nobody sees one without components."""
    shown = fold.surfaces.snapshot()
    return {surface.surface_id: surface for surface in shown if surface.components}


def surface_leads_on(
    before: SurfaceSnapshot | None, after: SurfaceSnapshot | None, final: SurfaceSnapshot | None
) -> bool:
    """Whether a change of a surface leads on to how it stood in the end."""
    return leads_on(_as_parts(before), _as_parts(after), _as_parts(final))


def _as_parts(surface: SurfaceSnapshot | None) -> Any:
    if surface is None:
        return ABSENT
    return {"components": surface.components, "data": surface.data, "theme": surface.theme}


def leads_on(before: Any, after: Any, final: Any) -> bool:
    """Whether a change brings something nearer to what stands in the end, and takes nothing away.

    >>> leads_on({"a": 1}, {"a": 2}, {"a": 2}), leads_on({"a": 2}, {"a": 1}, {"a": 2})
    (True, False)
    >>> leads_on("The d", "The debt", "The debt is repaid."), leads_on(10, 40, 100)
    (True, True)
    """
    is_nearer = False
    for step in _steps(before, after, final, 0):
        if step < 0:
            return False
        is_nearer = is_nearer or step > 0
    return is_nearer


def _steps(before: Any, after: Any, final: Any, depth: int) -> Iterator[int]:
    """Of each part that changed: 1 nearer to the last value, -1 away from it, 0 neither."""
    if before is after or before == after:
        return
    if after is final or after == final:
        yield 1
    elif before is final or before == final:
        yield -1
    elif depth < MOST_DEPTH and isinstance(after, dict | list) and isinstance(final, type(after)):
        old, new, last = (_parts(value, type(after)) for value in (before, after, final))
        for key in old.keys() | new.keys():
            was, now, then = (parts.get(key, ABSENT) for parts in (old, new, last))
            yield from _steps(was, now, then, depth + 1)
    else:
        yield _grows(before, after, final) - _grows(after, before, final)


def _parts(value: Any, kind: type) -> dict[Any, Any]:
    """The parts of an object by name, of a list by place; none of what is of another kind."""
    if isinstance(value, kind) and isinstance(value, list):
        return dict(enumerate(value))
    return value if isinstance(value, kind) and isinstance(value, dict) else {}


def _grows(before: Any, after: Any, final: Any) -> bool:
    """Whether a text or a number is on its way to the last one."""
    if isinstance(after, str) and isinstance(final, str):
        begun = before if isinstance(before, str) else ""
        return bool(after) and final.startswith(after) and after.startswith(begun)
    numbers = (before, after, final)
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in numbers):
        return bool(before < after <= final or before > after >= final)
    return False
