"""When a picture of the surfaces is due, and what came of it."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from modylbench.meeting.capture.screen.screens import ScreenJob, SurfaceView
from modylbench.meeting.capture.screen.surfaces import surface_fault
from modylbench.meeting.capture.store import storable_text
from modylbench.recording.events import Frame, SurfaceFault

if TYPE_CHECKING:
    from concurrent.futures import Future

    from modylbench.foundation.clock import Clock
    from modylbench.meeting.capture.faults import Faults
    from modylbench.meeting.capture.screen.screens import ScreenResult, Screens, SeenSurface
    from modylbench.meeting.capture.store import Folder
    from modylbench.surfaces.snapshot import SurfaceSnapshot
    from modylbench.surfaces.state.surfaces import Surfaces

DUE_S = 0.5  # SPEC 9: at most two a second; changes in between fall into one
MOST_OF_A_TURN = 60  # ours: half a minute of change without end; the best eight are judged
MOST_AT_THE_END = 24  # ours: of these; more than a person looks at in a turn
MOST_WAITING = 16  # jobs: when there are more, the meeting waits for the first of them
MOST_FINDINGS = 50  # of one picture
MOST_PROBLEMS = 20  # of one turn


@dataclass(slots=True)
class TurnFrames:
    """The pictures of one turn: when they were taken, and what came of them.

    `unseen` are the surfaces that have changed since they were pictured, if ever they were.
    """

    turn_index: int
    pictures: int = 0
    at_s: dict[str, float] = field(default_factory=dict)
    unseen: set[str] = field(default_factory=set)
    latest: dict[str, str] = field(default_factory=dict)
    seen: list[SeenSurface] = field(default_factory=list)
    faults: list[SurfaceFault] = field(default_factory=list)


class Frames:
    """Has pictures taken while the meeting goes on; without screens there are none."""

    def __init__(self, screens: Screens | None, folder: Folder, surfaces: Surfaces) -> None:
        self._screens = screens
        self._folder = folder
        self._surfaces = surfaces
        self._shown: dict[str, SurfaceSnapshot] = {}
        self._on_page: set[str] = set()
        self._due_s: float | None = None
        self._is_first = True
        self._turn = TurnFrames(0)
        self._waiting: deque[tuple[TurnFrames, Future[ScreenResult]]] = deque()

    def begin(self, turn_index: int) -> None:
        """A turn begins."""
        self._turn = TurnFrames(turn_index)

    def note_change(self, at_s: float) -> None:
        """The surfaces may show something else now."""
        if self._due_s is None:
            self._due_s = at_s + DUE_S

    def look(self, now_s: float) -> None:
        """Have pictures taken where they are due."""
        if self._due_s is not None and now_s >= self._due_s:
            self._due_s = None
            if self._screens is not None and self._turn.pictures < MOST_OF_A_TURN:
                self._take(now_s, is_last=False)

    def end_turn(self, now_s: float) -> TurnFrames:
        """Have the last state of each surface that changed taken; the turn's pictures to be."""
        self._due_s = None
        if self._screens is None:
            self._surfaces.drain()
        else:
            self._take(now_s, is_last=True)
        return self._turn

    async def keep_up(self, clock: Clock, faults: Faults, *, most: int = MOST_WAITING) -> None:
        """Wait until no more than so many jobs are not done; the meeting's time stands still."""
        while self._waiting and (len(self._waiting) > most or self._waiting[0][1].done()):
            turn, job = self._waiting.popleft()
            taken = await _result(job, clock)
            turn.seen += taken.seen
            turn.faults += [surface_fault(problem) for problem in taken.problems][:MOST_PROBLEMS]
            if not taken.has_browser:
                faults.add("infrastructure", "browser_failed", taken.failure)
            elif taken.failure:
                reason = storable_text(taken.failure, 300)
                turn.faults.append(
                    SurfaceFault(code="page_failed", severity="warning", reason=reason)
                )

    def _take(self, now_s: float, *, is_last: bool) -> None:
        if self._screens is None:
            return
        snapshots = self._surfaces.snapshot()
        changed = self._changes(snapshots)
        messages = self._surfaces.drain()
        self._note_page(messages)
        self._turn.unseen = {
            name for name in (*self._turn.unseen, *changed) if name in self._on_page
        }
        views = self._last_views(now_s) if is_last else self._views(now_s)
        if messages or views:
            job = ScreenJob(messages, snapshots, views, self._folder, self._is_first)
            self._is_first = False
            self._waiting.append((self._turn, self._screens.take(job)))

    def _changes(self, snapshots: tuple[SurfaceSnapshot, ...]) -> list[str]:
        before, self._shown = self._shown, {snapshot.surface_id: snapshot for snapshot in snapshots}
        return [
            name
            for name, shown in self._shown.items()
            if before.get(name) is not shown and before.get(name) != shown
        ]

    def _note_page(self, messages: list[dict[str, object]]) -> None:
        for message in messages:
            match message:
                case {"createSurface": {"surfaceId": str(name)}}:
                    self._on_page.add(name)
                case {"deleteSurface": {"surfaceId": str(name)}}:
                    self._on_page.discard(name)
                case _:
                    pass

    def _views(self, now_s: float) -> tuple[SurfaceView, ...]:
        """What is pictured while the turn goes on."""
        due = sorted(self._turn.unseen)[: MOST_OF_A_TURN - self._turn.pictures]
        return tuple(SurfaceView(name, self._picture(name, now_s), None) for name in due)

    def _last_views(self, now_s: float) -> tuple[SurfaceView, ...]:
        """What is pictured at the end: the last states, of those that were seen the outline."""
        turn = self._turn
        due, left = sorted(turn.unseen)[:MOST_AT_THE_END], sorted(turn.unseen)[MOST_AT_THE_END:]
        if left:
            reason = (
                f"the last states of {len(left)} of {len(turn.latest.keys() | turn.unseen)} "
                f"surfaces were not pictured: {MOST_AT_THE_END} are, at the end of a turn"
            )
            turn.faults.append(SurfaceFault(code="not_pictured", severity="warning", reason=reason))
        pictures = {name: self._picture(name, now_s) for name in due}
        return tuple(
            SurfaceView(name, pictures.get(name), place.removesuffix(".png") + ".txt")
            for name, place in sorted(turn.latest.items())
            if name in self._on_page and name not in left
        )

    def _picture(self, name: str, now_s: float) -> str:
        self._turn.pictures += 1
        place = f"media/turn-{self._turn.turn_index:02}/frame-{self._turn.pictures:02}.png"
        self._turn.at_s[place] = now_s
        self._turn.latest[name] = place
        self._turn.unseen.discard(name)
        return place


async def _result(job: Future[ScreenResult], clock: Clock) -> ScreenResult:
    """What came of a job; on virtual time nobody else acts meanwhile, so that meetings repeat."""
    with clock.pausing():
        return job.result() if clock.is_virtual else await asyncio.wrap_future(job)


def frames_of(turn: TurnFrames) -> tuple[Frame, ...]:
    """The pictures that came of a turn; the last of each surface with its outline."""
    outlines = {seen.surface_id: seen for seen in turn.seen if seen.outline is not None}
    frames = []
    for seen in turn.seen:
        if seen.picture is None:
            continue
        last = outlines.get(seen.surface_id)
        is_last = last is not None and turn.latest[seen.surface_id] == seen.picture.path
        frames.append(
            Frame(
                turn_index=turn.turn_index,
                file=seen.picture,
                at_s=round(turn.at_s[seen.picture.path], 3),
                source="surface",
                surface_id=storable_text(seen.surface_id, 200),
                outline=last.outline if last is not None and is_last else None,
                findings=_finding_fields(last) if last is not None and is_last else (),
                checks=last.checks if last is not None and is_last else {},
            )
        )
    return tuple(frames)


def _finding_fields(seen: SeenSurface) -> tuple[dict[str, str | None], ...]:
    return tuple(
        {
            "code": finding.code,
            "severity": finding.severity,
            "reason": storable_text(finding.reason, 500),
            "component_id": None
            if finding.component_id is None
            else storable_text(finding.component_id, 200),
        }
        for finding in seen.findings[:MOST_FINDINGS]
    )
