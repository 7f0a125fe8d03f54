"""Pictures of surfaces, taken by a browser beside the meeting without keeping it waiting.

A thread of its own has an event loop and one browser, open for a whole run. A meeting hands over
what changed and goes on; it asks for the pictures when it is over.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from modylbench.providers.chromium import NoScreen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path

    from modylbench.meeting.capture.store import Folder
    from modylbench.products.findings import SurfaceFinding
    from modylbench.recording.events import KeptFile
    from modylbench.surfaces.rendering.screen import Screen
    from modylbench.surfaces.snapshot import SurfaceSnapshot

MOST_FAILURES = 3  # ours, of one meeting: an agent must not hold up the others with its page
PATIENCE_S = 20.0  # ours: a page that takes longer for one answer has failed


@dataclass(frozen=True, slots=True)
class SurfaceView:
    """One surface to look at: a picture of it, and where it is the last, its outline."""

    surface_id: str
    picture: str | None
    outline: str | None


@dataclass(frozen=True, slots=True)
class ScreenJob:
    """What the page needs to show a state, the state itself, and what is wanted of it."""

    messages: Sequence[dict[str, Any]]
    snapshots: tuple[SurfaceSnapshot, ...]
    views: tuple[SurfaceView, ...]
    folder: Folder
    is_first: bool


@dataclass(frozen=True, slots=True)
class SeenSurface:
    """What came of one view."""

    surface_id: str
    picture: KeptFile | None
    outline: KeptFile | None
    findings: tuple[SurfaceFinding, ...]
    checks: dict[str, bool | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScreenResult:
    """What came of a job; `failure` says why there is nothing, `problems` what was not shown."""

    seen: tuple[SeenSurface, ...] = ()
    problems: tuple[SurfaceFinding, ...] = ()
    failure: str = ""
    has_browser: bool = True


class Screens:
    """The worker; use `Screens.open`. Jobs are done in the order they are given."""

    def __init__(self, program: Path | None) -> None:
        self._program = program
        self._loop: asyncio.AbstractEventLoop | None = None
        self._screen: Screen | None = None
        self._stack = AsyncExitStack()
        self._turn: asyncio.Lock | None = None
        self._end: asyncio.Event | None = None
        self._is_ready = threading.Event()
        self._refusal: NoScreen | None = None
        self._thread = threading.Thread(target=self._run, name="screens", daemon=True)
        self._failures = 0
        self._is_gone = ""
        self.name = ""

    @staticmethod
    @contextmanager
    def open(program: Path | None = None) -> Iterator[Screens]:
        """The worker with its browser; raises NoScreen where there can be none."""
        screens = Screens(program)
        screens._thread.start()
        screens._is_ready.wait()
        if screens._refusal is not None:
            screens._thread.join()
            raise screens._refusal
        try:
            yield screens
        finally:
            screens._close()

    def take(self, job: ScreenJob) -> Future[ScreenResult]:
        """Do a job when all earlier ones are done."""
        if self._loop is None:
            message = "the screens are closed"
            raise NoScreen(message)
        return asyncio.run_coroutine_threadsafe(self._do(job), self._loop)

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except NoScreen as error:
            self._refusal = error
        finally:
            self._is_ready.set()

    async def _serve(self) -> None:
        self._turn, self._end = asyncio.Lock(), asyncio.Event()
        async with self._stack:
            screen = await self._open_screen()
            self._loop = asyncio.get_running_loop()
            self.name = f"Chromium {screen.browser_version}"
            self._is_ready.set()
            await self._end.wait()

    async def _open_screen(self) -> Screen:
        from modylbench.surfaces.rendering.screen import Screen  # Playwright is slow to import

        opening = Screen.open(self._program, patience_s=PATIENCE_S)
        screen = self._screen = await self._stack.enter_async_context(opening)
        return screen

    async def _begin_meeting(self) -> None:
        """Forget how the last meeting fared: a browser that was gone may start again by now."""
        self._failures = 0
        if self._is_gone:
            await self._stack.aclose()
            try:
                await self._open_screen()
                self._is_gone = ""
            except NoScreen as error:
                self._is_gone = str(error)

    def _close(self) -> None:
        loop, self._loop = self._loop, None
        if loop is not None and self._end is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _do(self, job: ScreenJob) -> ScreenResult:
        if self._turn is None or self._screen is None:
            return ScreenResult(failure="the screens are closed", has_browser=False)
        async with self._turn:
            if job.is_first:
                await self._begin_meeting()
            if self._is_gone:
                return ScreenResult(failure=self._is_gone, has_browser=False)
            if self._failures >= MOST_FAILURES:
                return ScreenResult(
                    failure=f"not tried: the page failed {MOST_FAILURES} times before"
                )
            return await self._try_twice(self._screen, job)

    async def _try_twice(self, screen: Screen, job: ScreenJob) -> ScreenResult:
        """What came of a job, done again on a new page where the first has failed."""
        from modylbench.providers.browser import PageFailure

        failure = ""
        for is_anew in (False, True):
            try:
                return await _do_job(screen, job, is_anew=is_anew)
            except PageFailure as error:
                failure = str(error)  # an empty page has taken its place
            except NoScreen as error:
                self._is_gone = str(error)
                return ScreenResult(failure=self._is_gone, has_browser=False)
        self._failures += 1
        return ScreenResult(failure=failure)


async def _do_job(screen: Screen, job: ScreenJob, *, is_anew: bool) -> ScreenResult:
    problems: tuple[SurfaceFinding, ...] = ()
    if is_anew:
        problems = (await screen.show(job.snapshots)).findings
    else:
        if job.is_first:
            await screen.clear()
        if job.messages:
            problems = (await screen.apply(job.messages)).findings
    seen = [await _look_at(screen, view, job.folder) for view in job.views]
    return ScreenResult(tuple(seen), problems)


async def _look_at(screen: Screen, view: SurfaceView, folder: Folder) -> SeenSurface:
    from modylbench.documents.page.facts import page_facts
    from modylbench.surfaces.rendering.page_findings import page_checks, page_findings

    picture = outline = None
    findings: tuple[SurfaceFinding, ...] = ()
    checks: dict[str, bool | None] = {}
    if view.picture is not None:
        content = await screen.shot(view.surface_id, full_page=True)
        picture = folder.keep(view.picture, content)
    if view.outline is not None:
        text = await screen.text(view.surface_id)
        outline = folder.keep(view.outline, text.encode("utf-8", "replace"))
        facts = await screen.ask("facts", view.surface_id)
        if facts is not None:
            page = page_facts(facts)
            findings = page_findings(page, surface_id=view.surface_id)
            checks = page_checks(page)
    return SeenSurface(view.surface_id, picture, outline, findings, checks)
